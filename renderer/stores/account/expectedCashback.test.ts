import { expect, test } from 'vitest';
import { expectedCashback } from './expectedCashback.ts';

test('values a part of the fee in USDT, rounded down to cents', () => {
  expect(expectedCashback('0.01', '3000', '10')).toBe('3');
  expect(expectedCashback('0.00003333', '3000', '5')).toBe('0');
  expect(expectedCashback('22.871661', '1', '2.5')).toBe('0.57');
});
