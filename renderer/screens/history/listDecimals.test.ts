import { expect, test } from 'vitest';
import { sampleOrder, sampleOrders } from '../../../tests/support/samples/sampleOrder.ts';
import { recordOf } from '../../stores/deviceOrders/orderRecords.ts';
import { listDecimals } from './listDecimals.ts';

test('gives the amounts of a coin the decimals of the longest one', () => {
  const records = [sampleOrder(), sampleOrders.refunded(), sampleOrder({ amountToGet: '1580.1254' })];
  const decimals = listDecimals(records.map((order) => ({ ...recordOf(order), isPassSaved: false })));
  // 0.05 and 0.04791 BTC, 3483.9 and 1580.1254 USDT
  expect(decimals).toEqual({ btc: 5, usdttrc20: 4 });
});

test('has no decimals for a coin without a fraction, and no coin for an empty list', () => {
  const record = { ...recordOf(sampleOrder({ claimedDepositAmount: '2', amountToGet: '100' })), isPassSaved: false };
  expect(listDecimals([record])).toEqual({ btc: 0, usdttrc20: 0 });
  expect(listDecimals([])).toEqual({});
});
