import { describe, expect, test } from 'vitest';
import { amount, roundToDecimal } from '../../contract/money.ts';
import { marketLimitPercent } from '../../contract/fixedRate.ts';
import { createFixedRateTerms, yearlyVolatility } from './volatility.ts';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 10, 20);

/** Returns a seeded stream of numbers between 0 and 1. */
function randomStream(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns a standard normal number (Box and Muller, 1958). */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Prices of every 15 minutes of `hours`, with a yearly volatility. */
function prices(hours: number, volatility: number, seed = 7): { at: number; price: string }[] {
  const random = randomStream(seed);
  const step = volatility / Math.sqrt(4 * 24 * 365);
  let price = 100;
  return Array.from({ length: hours * 4 + 1 }, (_one, index) => {
    const point = { at: NOW - hours * HOUR + index * (HOUR / 4), price: price.toFixed(8) };
    price *= Math.exp(step * normal(random));
    return point;
  });
}

const pointsOf = (hours: number, volatility: number) =>
  prices(hours, volatility).map(({ at, price }) => ({ at: new Date(at).toISOString(), price }));

const dollar = Array.from({ length: 97 }, (_one, index) => ({ at: NOW - (96 - index) * (HOUR / 4), price: '1' }));

function termsOf(history: { at: number; price: string }[], isMeasured = true, fixedPremiumDeviations = '2') {
  const feed = { history: (symbol: string) => (symbol === 'COIN' ? history : dollar) };
  return createFixedRateTerms({ feed, configuration: { fixedPremiumPercent: '0.5', fixedPremiumDeviations }, isMeasured })(
    'COIN',
    'USD',
    NOW,
  );
}

describe('the yearly volatility', () => {
  test('is the one that the prices were made with, within what a sample can tell', () => {
    const measured = yearlyVolatility(pointsOf(24 * 60, 0.9));
    expect(measured?.gt(amount('0.8')) && measured.lt(amount('1'))).toBe(true);
  });

  test('is unknown with less than 24 hours of history', () => {
    expect(yearlyVolatility(pointsOf(22, 0.9))).toBeNull();
    expect(yearlyVolatility([])).toBeNull();
  });

  test('ignores one wrong price', () => {
    const points = pointsOf(24, 0.5);
    const wrong = points.map((point, index) => (index === 40 ? { ...point, price: '9000' } : point));
    const [usual, changed] = [yearlyVolatility(points), yearlyVolatility(wrong)];
    expect(usual && changed?.lt(usual.times(amount('1.3')))).toBe(true);
  });
});

describe('the terms of a fixed rate', () => {
  test('take 80 % a year on embedded markets, and while the history is too short', () => {
    const assumed = { premiumPercent: '0.99', isOffered: true };
    expect(termsOf(prices(24, 3), false)).toEqual(assumed);
    expect(termsOf(prices(10, 3))).toEqual(assumed);
  });

  test('cost at least the configured premium', () => {
    expect(termsOf(dollar)).toEqual({ premiumPercent: '0.5', isOffered: true });
  });

  test('cost as many standard deviations as configured', () => {
    expect(termsOf(prices(24, 3), false, '3').premiumPercent).toBe('1.49');
    expect(termsOf(prices(24, 3), false, '0').premiumPercent).toBe('0.5');
  });

  test('are not offered above 150 % a year', () => {
    expect(termsOf(prices(24, 4)).isOffered).toBe(false);
    expect(termsOf(prices(24, 0.9)).isOffered).toBe(true);
  });
});

/**
 * A customer who pays at the end of the 20 minutes only if the market has moved in their favour, which the host notices above the market
 * limit. The gain is the move less premium and platform fee; the order costs nothing when it is not paid.
 */
test.each([0.5, 0.8, 0.9, 1.4])('a fixed rate is no free option at a volatility of %s a year', (volatility) => {
  const windowShare = 20 / (365 * 24 * 60);
  const premium = Math.max(0.5, 200 * volatility * Math.sqrt(windowShare));
  const limit = Number(marketLimitPercent(roundToDecimal(amount(premium.toFixed(6)), 2, 'up')));
  const random = randomStream(11);
  let gained = 0;
  const orders = 100_000;
  for (let index = 0; index < orders; index += 1) {
    const moved = 100 * volatility * Math.sqrt(windowShare) * normal(random);
    const gain = moved - premium - 0.5;
    if (moved <= limit && gain > 0) gained += gain;
  }
  // Less than a hundredth of a percent of each order that is only created.
  expect(gained / orders).toBeLessThan(0.001);
});
