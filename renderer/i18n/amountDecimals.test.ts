import { expect, it } from 'vitest';
import { tableDecimals } from './amountDecimals.ts';

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
