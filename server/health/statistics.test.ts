import { describe, expect, it } from 'vitest';
import { medianMinutes } from './statistics.ts';

describe('the median time of an exchange', () => {
  it.each([
    [[], null],
    [[90_000], 1.5],
    [[600_000, 60_000, 120_000], 2],
    [[60_000, 120_000], 1.5],
  ])('of %j is %s', (milliseconds, minutes) => {
    expect(medianMinutes(milliseconds)).toBe(minutes);
  });
});
