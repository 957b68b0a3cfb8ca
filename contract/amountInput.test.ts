import { describe, expect, it } from 'vitest';
import { finishAmount, normaliseAmount, readPastedAmount } from './amountInput.ts';

describe('typing an amount', () => {
  it.each([
    ['', ''],
    ['0.05', '0.05'],
    ['1 234', '1234'],
    ['1\u00a0234\u202f567', '1234567'],
    ['1,5', '1.5'],
    ['12abc3', '123'],
    ['-5', '5'],
    ['00', '0.'],
    ['005', '0.5'],
    ['05', '5'],
    ['0', '0'],
    ['.', '0.'],
    [',5', '0.5'],
    ['.5', '0.5'],
    ['1.2.3', '1.23'],
    ['1..2', '1.2'],
    ['12.', '12.'],
    ['0.123456789', '0.12345678'],
    ['1e5', '15'],
  ])('%j becomes %j', (typed, expected) => {
    expect(normaliseAmount(typed)).toBe(expected);
  });

  it('cuts the decimals to those of the coin', () => {
    expect(normaliseAmount('1.239', 2)).toBe('1.23');
    expect(normaliseAmount('1.239', 0)).toBe('1');
  });

  it('is idempotent', () => {
    for (const typed of ['00', '.5', '1,2,3', '005', '12.']) {
      const once = normaliseAmount(typed);
      expect(normaliseAmount(once)).toBe(once);
    }
  });
});

describe('an unfinished amount', () => {
  it.each([
    ['12.', '12'],
    ['0.50', '0.5'],
    ['100', '100'],
    ['1.00', '1'],
    ['0', null],
    ['0.', null],
    ['0.000', null],
    ['', null],
  ])('%j stands for %j', (text, expected) => {
    expect(finishAmount(text)).toBe(expected);
  });
});

describe('pasting an amount', () => {
  it.each([
    ['1 234,56', '1234.56'],
    ['1234.56', '1234.56'],
    ['1\u00a0234,56', '1234.56'],
    [' 0.05 BTC ', '0.05'],
    ['USDT 20', '20'],
    ['$3520', '3520'],
    ['3520 ₽', '3520'],
    ['.5', '0.5'],
    ['1,234', '1.234'],
  ])('%j is read as %j', (pasted, expected) => {
    expect(readPastedAmount(pasted)).toBe(expected);
  });

  it.each(['1,234.56', '1.234,56', '-5', '+5', '1e5', '5e-7', '1.2.3', '1,234,567', 'abc', '', '0x12', '1/2'])(
    'rejects %j',
    (pasted) => {
      expect(readPastedAmount(pasted)).toBeNull();
    },
  );
});
