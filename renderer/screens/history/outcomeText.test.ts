import { createIntl } from 'react-intl';
import { expect, test } from 'vitest';
import type { Order } from '../../../contract/api/orders.ts';
import { loadTestMessages } from '../../../tests/support/samples/messages.ts';
import { at, sampleDeposit, sampleOrder, sampleOrders } from '../../../tests/support/samples/sampleOrder.ts';
import { recordOf } from '../../stores/deviceOrders/orderRecords.ts';
import { money } from '../order/useMoney.ts';
import { outcomeText } from './outcomeText.ts';

const { formatMessage } = createIntl({ locale: 'en', messages: await loadTestMessages('en') });
const textOf = (order: Order) =>
  outcomeText(
    { ...recordOf(order), isPassSaved: false },
    { money: (amount, instrument) => money(amount, instrument, 'en'), formatMessage },
  ).replaceAll('\u00a0', ' ');

const half = { deposits: [sampleDeposit({ amount: '0.025', confirmations: 2 })] };
const floating = { rateMode: 'FLOATING', ...half } as const;

test.each<[string, Order, string]>([
  ['waits for a deposit at a fixed rate', sampleOrder(), '0.05 BTC → 3,483.9 USDT'],
  ['waits at a floating rate', sampleOrder({ rateMode: 'FLOATING' }), '0.05 BTC → ≈ 3,483.9 USDT'],
  ['expired', sampleOrders.expired(), '0.05 BTC → USDT'],
  ['was paid partly', sampleOrder({ ...half, waitsFor: 'REST' }), '0.025 BTC → USDT'],
  // (3483.9 + 1.94) ÷ 2 − 1.94
  ['confirms another amount than was agreed', { ...sampleOrders.confirming(), ...floating }, '0.025 BTC → ≈ 1,740.98 USDT'],
  ['needs a decision', sampleOrders.wrongAmount(), '0.048 BTC → USDT'],
  ['is refunded, with an unknown amount', sampleOrders.refundRequested(), '0.048 BTC → refund'],
  ['was refunded', sampleOrders.refunded(), '0.048 BTC → refunded 0.04791 BTC'],
  [
    'was settled',
    { ...sampleOrders.payingOut(), ...floating, withdrawals: [], settledPrice: '63000', amountToGet: '1573.1' },
    '0.025 BTC → 1,573.1 USDT',
  ],
  ['paid out', { ...sampleOrders.completed(), ...floating, withdrawals: [payout('1580.12')] }, '0.025 BTC → 1,580.12 USDT'],
  [
    'paid out with a token’s own fee',
    { ...sampleOrders.completed(), withdrawals: [payout('3483.9', '3480')] },
    '0.05 BTC → 3,480 USDT',
  ],
])('an order that %s', (_what, order, text) => {
  expect(textOf(order)).toBe(text);
});

function payout(amount: string, arrivedAmount?: string): Order['withdrawals'][number] {
  return { amount, ...(arrivedAmount && { arrivedAmount }), sentAt: at(25), txHash: 'ab'.repeat(32), explorerUrl: null };
}

test('a refund whose amount is not known', () => {
  const record = { ...recordOf(sampleOrders.refunded()), amountRefunded: null, isPassSaved: false };
  const texts = { money: (amount: string) => amount, formatMessage };
  expect(outcomeText(record, texts)).toBe('0.048 → refunded');
});
