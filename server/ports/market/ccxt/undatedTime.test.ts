import { describe, expect, it } from 'vitest';
import { createUndatedTime } from './undatedTime.ts';

const prices = (bitcoin: string) => [
  { bid: bitcoin, ask: bitcoin },
  { bid: '1', ask: '1' },
];

describe('prices without a time', () => {
  it('have the time of their request', () => {
    const timeOf = createUndatedTime();
    expect(timeOf(prices('100'), 1_000)).toBe(1_000);
    expect(timeOf(prices('100'), 3_000)).toBe(3_000);
  });

  it('stay fresh on a quiet market while another price of the exchange changes', () => {
    const timeOf = createUndatedTime();
    for (let at = 0; at <= 120_000; at += 20_000) expect(timeOf(prices(String(100 + at)), at)).toBe(at);
  });

  it('become stale when no price of the exchange changes, and fresh again after a change', () => {
    const timeOf = createUndatedTime();
    timeOf(prices('100'), 10_000);
    expect(timeOf(prices('100'), 40_000)).toBe(40_000);
    expect(timeOf(prices('100'), 40_001)).toBe(10_000);
    expect(timeOf(prices('100'), 90_000)).toBe(10_000);
    expect(timeOf(prices('101'), 92_000)).toBe(92_000);
  });
});
