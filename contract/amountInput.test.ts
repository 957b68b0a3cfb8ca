import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finishAmount, normaliseAmount, readPastedAmount, readTypedAmount, type AmountReading } from './amountInput.ts';
import { formatAmount } from './formatAmount.ts';
import { fromBaseUnits } from './money.ts';

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

const ENGLISH = { language: 'en' } as const;
const RUSSIAN = { language: 'ru' } as const;

/** The amount, then the other reading; "=" marks an interpretation without another reading. */
const outcome = (reading: AmountReading | null) =>
  reading && [reading.amount, ...(reading.other === null ? (reading.isInterpreted ? ['='] : []) : [reading.other])].join(' ');

describe('the readings of a typed amount', () => {
  it.each([
    ['12,500', '12.500 12500', '12.500'],
    ['12.500', '12.500', '12.500 12500'],
    ['1,234,567', '1.234567 1234567', '1.234567 1234567'],
    ['1,234.56', '1234.56 =', '1234.56 ='],
    ['1.234,56', '1234.56 =', '1234.56 ='],
    ['1,234.', '1234. =', '1234. ='],
    // These have one meaning: no group starts with a zero, and a group has three digits.
    ['0,500', '0.500', '0.500'],
    ['12,50', '12.50', '12.50'],
    ['12,5000', '12.5000', '12.5000'],
    ['1234,567', '1234.567', '1234.567'],
    ['12 500', '12500', '12500'],
    ['1,5.2', '1.52', '1.52'],
  ])('%j is %s in English, %s in Russian', (typed, english, russian) => {
    expect(outcome(readTypedAmount(typed, ENGLISH))).toBe(english);
    expect(outcome(readTypedAmount(typed, RUSSIAN))).toBe(russian);
  });

  it('offers the other reading of a coin with two decimals', () => {
    expect(outcome(readTypedAmount('12,500', { language: 'en', decimals: 2 }))).toBe('12.50 12500');
  });
});

describe('pasting an amount', () => {
  it.each([
    ['1 234,56', '1234.56'],
    ['1234.56', '1234.56'],
    ['1\u00a0234,56', '1234.56'],
    ['1\u202f234\u202f567', '1234567'],
    ['1\u2019234.56', '1234.56'],
    ["1'234'567", '1234567'],
    [' 0.05 BTC ', '0.05'],
    ['USDT 20', '20'],
    ['$3520', '3520'],
    ['3520 ₽', '3520'],
    ['.5', '0.5'],
    ['007', '0.7'],
    ['1,234', '1.234 1234'],
    ['$12,500', '12.500 12500'],
    ['1 234,567', '1234.567'],
    ['1,234.56', '1234.56 ='],
    ['1.234,56', '1234.56 ='],
    ['1.234.567,8', '1234567.8 ='],
    ['12,34,567.89', '1234567.89 ='],
    ['1,234,567', '1234567 ='],
  ])('%j is read as %s', (pasted, expected) => {
    expect(outcome(readPastedAmount(pasted, ENGLISH))).toBe(expected);
  });

  it.each(['-5', '+5', '\u22125', '1e5', '5e-7', '1.2.3', '1,2.5', '1,234,56', '0,123.4', 'abc', '', '0x12', '1/2', '5 %'])(
    'rejects %j',
    (pasted) => {
      expect(readPastedAmount(pasted, ENGLISH)).toBeNull();
    },
  );

  it.each(['en', 'ru'] as const)('reads every amount that is written in the format of %s', (language) => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 20n }), (units) => {
        const amount = fromBaseUnits(units, 8);
        const reading = readPastedAmount(formatAmount(amount, language), { language });
        // An English "12,500" stays ambiguous: D44 reads one comma as the decimal mark.
        expect([reading?.amount, reading?.other]).toContain(amount);
      }),
    );
  });
});
