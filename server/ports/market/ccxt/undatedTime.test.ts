import { describe, expect, it } from 'vitest';
import { createUndatedTime } from './undatedTime.ts';

const prices = (bitcoin: string) => [
  { bid: bitcoin, ask: bitcoin },
  { bid: '1', ask: '1' },
];

describe('prices without a time', () => {
  it('are as old as the question to which they came', () => {
    const timeOf = createUndatedTime();
    expect(timeOf(prices('100'), 1_000)).toBe(1_000);
    expect(timeOf(prices('100'), 3_000)).toBe(3_000);
  });

  it('stay fresh on a quiet market as long as anything moves on the exchange', () => {
    const timeOf = createUndatedTime();
    for (let at = 0; at <= 120_000; at += 20_000) expect(timeOf(prices(String(100 + at)), at)).toBe(at);
  });

  it('grow old when the whole exchange stands still, and are fresh again when it moves', () => {
    const timeOf = createUndatedTime();
    timeOf(prices('100'), 10_000);
    expect(timeOf(prices('100'), 40_000)).toBe(40_000);
    expect(timeOf(prices('100'), 40_001)).toBe(10_000);
    expect(timeOf(prices('100'), 90_000)).toBe(10_000);
    expect(timeOf(prices('101'), 92_000)).toBe(92_000);
  });
});
