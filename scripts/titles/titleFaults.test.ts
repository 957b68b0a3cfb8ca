import { describe, expect, it } from 'vitest';
import { titleFaults } from './titleFaults.ts';

describe('the rules for commit titles', () => {
  it.each([
    'orders: release the reservation of a cancelled payout',
    'mail: process bounces in batches',
    'web host: embed the fonts',
    'live: seed the quotes of a new client',
    'e2e: bring the clock test under ten seconds',
    `docs: ${'x'.repeat(66)}`,
  ])('accept "%s"', (title) => {
    expect(titleFaults(title)).toEqual([]);
  });

  it.each([
    ['Orders: release a reservation', /lower-case area/],
    ['release a reservation', /lower-case area/],
    ['orders: the reservation is released', /"the" is not an imperative/],
    ['orders: released a reservation', /"released" is not/],
    ['orders: releases a reservation', /"releases" is not/],
    ['orders: releasing a reservation', /"releasing" is not/],
    ['orders: Release a reservation', /"Release" is not/],
    [`docs: ${'x'.repeat(67)}`, /73 characters; the maximum is 72/],
  ])('reject "%s"', (title, fault) => {
    expect(titleFaults(title)).toEqual([expect.stringMatching(fault)]);
  });
});
