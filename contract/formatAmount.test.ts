import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatAmount, formatPrice, mostDecimals, plainAmount, withDecimals } from './formatAmount.ts';
import { fromBaseUnits } from './money.ts';

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

test('appends zeros up to the decimals of the place, and removes no digit', () => {
  expect(formatAmount('1234.5', 'en', 2)).toBe('1,234.50');
  expect(formatAmount('1234', 'ru', 2)).toBe('1\u00a0234,00');
  expect(formatAmount('0.12345', 'en', 2)).toBe('0.12345');
  expect(withDecimals('12.', 0)).toBe('12.');
});

test('gives a list the decimals of its most exact amount', () => {
  expect(mostDecimals(['0.05', '1', '0.025'])).toBe(3);
  expect(mostDecimals([])).toBe(0);
});

test.each(['en', 'ru'] as const)('reads the format of %s back', (language) => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 24n }), fc.nat({ max: 18 }), (units, decimals) => {
      const amount = fromBaseUnits(units, decimals);
      expect(plainAmount(formatAmount(amount, language), language)).toBe(amount);
    }),
  );
});

test.each([
  ['69716.0412345', '69,716.04', '69\u00a0716,04'],
  ['3483.8', '3,483.80', '3\u00a0483,80'],
  ['17.412345', '17.41234', '17,41234'],
  ['0.0000123456789', '0.00001234567', '0,00001234567'],
  ['0.5', '0.500000', '0,500000'],
  ['500000', '500,000.00', '500\u00a0000,00'],
])('formats the price %s as %s', (price, english, russian) => {
  expect(formatPrice(price, 'en')).toBe(english);
  expect(formatPrice(price, 'ru')).toBe(russian);
});

test('keeps the decimals of a price that moves around one', () => {
  expect(['0.9999994', '1', '1.00012345'].map((price) => formatPrice(price, 'en'))).toEqual(['0.999999', '1.000000', '1.000123']);
});
