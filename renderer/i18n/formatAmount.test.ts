import { expect, test } from 'vitest';
import { formatAmount } from './formatAmount.ts';

test.each([
  ['0.05', '0.05', '0,05'],
  ['3483.9', '3,483.9', '3\u00a0483,9'],
  ['1234567', '1,234,567', '1\u00a0234\u00a0567'],
  ['-1000.10002000', '-1,000.10002000', '-1\u00a0000,10002000'],
  ['123456789012345678901234.000000000000000001', '123,456,789,012,345,678,901,234.000000000000000001', null],
])('%s is written with the separators of the language', (amount, english, russian) => {
  expect(formatAmount(amount, 'en')).toBe(english);
  if (russian !== null) expect(formatAmount(amount, 'ru')).toBe(russian);
});
