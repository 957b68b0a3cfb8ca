import { expect, test } from 'vitest';
import { expectedCashback } from './expectedCashback.ts';

const quotes = { buyQuote: { quoteValue: '3000' }, sellQuote: { quoteValue: '60000' } };
const level = { percentOfFee: { FLOATING: '10', FIXED: '5' } };

test('values a part of the fee in USDT, without the premium of a fixed rate', () => {
  const pair = { platformFee_Absolute: '0.01', quotes };
  expect(expectedCashback({ ...pair, rateMode: 'FLOATING' }, level)).toBe('3');
  expect(expectedCashback({ ...pair, rateMode: 'FIXED', platformFee_Absolute: '0.02' }, level)).toBe('3');
  expect(expectedCashback({ ...pair, rateMode: 'FLOATING', platformFee_Absolute: '0.00003333' }, level)).toBe('0');
});
