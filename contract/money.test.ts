import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  amount,
  compare,
  fromBaseUnits,
  isDecimal,
  percentChange,
  roundToDecimal,
  subtract,
  sum,
  toBaseUnits,
} from './money.ts';

const decimal = fc
  .tuple(fc.bigInt(0n, 10n ** 30n), fc.integer({ min: 0, max: 18 }))
  .map(([units, decimals]) => fromBaseUnits(units, decimals));

describe('a decimal', () => {
  it.each(['0', '0.05', '123456789012345678901234567890', '0.000000000000000001'])('may be %s', (text) => {
    expect(isDecimal(text)).toBe(true);
  });

  it.each(['', '.5', '5.', '00.5', '-1', '+1', '1e-7', '1,5', ' 1', 'NaN', 'Infinity', '٣', '0x1', '1'.repeat(41)])(
    'may not be "%s"',
    (text) => {
      expect(isDecimal(text)).toBe(false);
    },
  );

  it.each([0.05, null, undefined, {}])('must be text, not %s', (value) => {
    expect(isDecimal(value)).toBe(false);
  });
});

describe('arithmetic', () => {
  it('is exact: subtraction reverses addition', () => {
    fc.assert(
      fc.property(decimal, decimal, (left, right) => {
        expect(subtract(add(left, right), right)).toBe(left);
        expect(sum([left, right])).toBe(add(right, left));
      }),
    );
  });

  it('never writes an exponent', () => {
    fc.assert(fc.property(decimal, (value) => !/e/i.test(add(value, '0.000000000000000001'))));
  });

  it('compares by value', () => {
    expect(compare('0.1', '0.10')).toBe(0);
    expect(compare('2', '10')).toBe(-1);
  });

  it('rejects floats', () => {
    expect(() => amount(0.1 as never)).toThrow();
    expect(() => amount('1e5')).toThrow(RangeError);
  });

  it('returns a signed change in percent with two decimals', () => {
    expect(percentChange('100', '99.58')).toBe('-0.42');
    expect(percentChange('3', '4')).toBe('33.33');
  });
});

describe('rounding', () => {
  it('rounds in the given direction by less than one unit', () => {
    fc.assert(
      fc.property(decimal, fc.integer({ min: 0, max: 10 }), (value, decimals) => {
        const down = roundToDecimal(amount(value), decimals, 'down');
        const up = roundToDecimal(amount(value), decimals, 'up');
        expect(compare(down, value)).toBeLessThanOrEqual(0);
        expect(compare(up, value)).toBeGreaterThanOrEqual(0);
        expect(compare(subtract(up, down), fromBaseUnits(1n, decimals))).toBeLessThanOrEqual(0);
      }),
    );
  });
});

describe('base units', () => {
  it('convert back to the same amount', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 30n), fc.integer({ min: 0, max: 18 }), (units, decimals) => {
        expect(toBaseUnits(fromBaseUnits(units, decimals), decimals)).toBe(units);
      }),
    );
  });

  it('have no trailing zeros', () => {
    expect([fromBaseUnits(0n, 8), fromBaseUnits(100n, 2), fromBaseUnits(5n, 0), fromBaseUnits(-150n, 2)]).toEqual([
      '0',
      '1',
      '5',
      '-1.5',
    ]);
    expect(fromBaseUnits(1n, 18)).toBe('0.000000000000000001');
  });

  it('reject an amount with too many decimals', () => {
    expect(() => toBaseUnits('0.001', 2)).toThrow(RangeError);
  });
});
