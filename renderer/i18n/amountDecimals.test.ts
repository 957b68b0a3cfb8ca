import { expect, it } from 'vitest';
import { formatPrice, tableDecimals } from './amountDecimals.ts';

it.each([
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

it('keeps the decimals of a price that moves around one', () => {
  expect(['0.9999994', '1', '1.00012345'].map((price) => formatPrice(price, 'en'))).toEqual(['0.999999', '1.000000', '1.000123']);
});

it.each([
  ['1', 6, 2],
  ['0.999', 6, 2],
  ['70000', 8, 7],
  ['3480', 8, 6],
  ['0.00001', 8, 0],
  ['70000', 4, 4],
])('gives a coin of %s USD with %i decimals %i of them in a table', (usdPrice, precisionDecimals, expected) => {
  expect(tableDecimals({ precisionDecimals }, usdPrice)).toBe(expected);
});
