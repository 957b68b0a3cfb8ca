import { expect, test } from 'vitest';
import type { RateInput } from '../../../contract/api/rates.ts';
import { sampleQuote } from '../../../tests/support/samples/sampleQuote.ts';
import { RateLine } from './RateLine.ts';

const input = (claimedDepositAmount: string): RateInput => ({
  instrumentFromSlug: 'btc',
  instrumentToSlug: 'usdttrc20',
  exchangeType: 'crypto',
  claimedDepositAmount,
  claimedDepositAmountCurrency: 'btc',
  rateMode: 'FIXED',
});

test('is current only while the answer is to the latest request', () => {
  const line = new RateLine('FIXED');
  line.request(input('1'), true);
  line.accept(sampleQuote(), input('1'), 5);
  expect([line.isCurrent, line.answeredAt]).toEqual([true, 5]);
  line.request(input('2'), false);
  expect([line.isCurrent, line.data !== null]).toEqual([false, true]);
  line.request(input('2'), true);
  expect(line.data).toBeNull();
});

test.each([
  ['ERR_NOT_ACCEPTABLE', { forcesFloating: 'pair', isUnsupported: false }],
  ['ERR_UNPROCESSABLE_ENTITY', { forcesFloating: 'amount', isUnsupported: false }],
  ['ERR_NO_LIQUIDITY_AVAILABLE', { forcesFloating: null, isUnsupported: false }],
  ['ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_SMALL', { forcesFloating: null, isUnsupported: false }],
  ['ERR_FORBIDDEN', { forcesFloating: null, isUnsupported: true }],
] as const)('reads the refusal %s', (code, expected) => {
  const line = new RateLine('FIXED');
  line.request(input('1'), true);
  line.refuse({ code, message: '' }, input('1'), 1);
  expect(line).toMatchObject(expected);
  expect(line.boundsRefusal !== null).toBe(code === 'ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_SMALL');
  expect(line.liquidityRefusal !== null).toBe(code === 'ERR_NO_LIQUIDITY_AVAILABLE');
});

test('keeps the last rate after a refusal, or takes the one that the refusal contains', () => {
  const line = new RateLine('FIXED');
  line.request(input('1'), true);
  line.accept(sampleQuote({ price: '69300' }), input('1'), 1);
  line.refuse({ code: 'ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_BIG', message: '' }, input('1'), 2);
  expect([line.data?.price, line.isCurrent]).toEqual(['69300', false]);
  const details = { pairData: sampleQuote({ price: '69400' }), expected: '4.2' };
  line.refuse({ code: 'ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_BIG', message: '', details }, input('1'), 3);
  expect([line.data?.price, line.refusal?.details]).toEqual(['69400', { expected: '4.2' }]);
});
