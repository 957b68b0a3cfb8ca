import { expect, it } from 'vitest';
import { shortAmount } from './shortAmount.ts';

it.each([
  ['69716.0412345', '69716.04'],
  ['3483.862', '3483.86'],
  ['17.412345', '17.4123'],
  ['1234567.891', '1234567.89'],
  ['0.0000123456789', '0.0000123456'],
  ['0.05', '0.05'],
  ['1', '1'],
  ['0', '0'],
])('%s is read as %s', (value, expected) => {
  expect(shortAmount(value)).toBe(expected);
});

it('rounds costs up', () => {
  expect(shortAmount('17.41231', 'up')).toBe('17.4124');
});
