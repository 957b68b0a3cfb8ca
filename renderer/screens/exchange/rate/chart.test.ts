import { describe, expect, it } from 'vitest';
import { chartOf } from './chart.ts';

describe('the price line', () => {
  it('is scaled between the lowest and the highest price', () => {
    expect(chartOf(['69000', '70000', '69250.5', '69000.00'])).toEqual({
      fractions: [0, 1, 0.25, 0],
      low: '69000',
      high: '70000',
    });
  });

  it('distinguishes prices that differ only in the last of many digits', () => {
    const chart = chartOf(['0.000000000000000001', '0.000000000000000003', '0.000000000000000002']);
    expect(chart?.fractions).toEqual([0, 1, 0.5]);
  });

  it('is centred if all prices are equal', () => {
    expect(chartOf(['5', '5.0'])?.fractions).toEqual([0.5, 0.5]);
  });

  it('is null for fewer than two prices', () => {
    expect(chartOf([])).toBeNull();
    expect(chartOf(['1'])).toBeNull();
  });
});
