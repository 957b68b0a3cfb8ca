import type { HistoryOutput } from '../../../../contract/api/rates.ts';
import { amount, toDecimal, type Decimal } from '../../../../contract/money.ts';

export interface Chart {
  /** Height on the screen: 0 is the lowest and 1 the highest price, in steps of a thousandth. */
  fractions: number[];
  low: Decimal;
  high: Decimal;
}

const STEPS = 1_000n;

/** Lines by their history, because one history serves many pages and renders. */
const known = new WeakMap<HistoryOutput, Chart | null>();

/** Returns the line of a history; null without a history. */
export function chartOfHistory(history: HistoryOutput): Chart | null {
  const found = known.get(history);
  if (found !== undefined) return found;
  const chart = chartOf(history.points.map(({ price }) => price));
  known.set(history, chart);
  return chart;
}

/** Returns the points of a price line; null for fewer than two prices. */
export function chartOf(prices: readonly Decimal[]): Chart | null {
  const decimals = Math.max(0, ...prices.map((price) => price.split('.')[1]?.length ?? 0));
  // Integers are exact like decimals, and much faster for a hundred divisions per page.
  const values = prices.map((price) => unitsOf(price, decimals));
  const [first] = values;
  if (first === undefined || values.length < 2) return null;
  const low = values.reduce((least, value) => (value < least ? value : least), first);
  const high = values.reduce((most, value) => (value > most ? value : most), first);
  const range = high - low;
  const fractionOf = (value: bigint): number => (range === 0n ? 0.5 : Number(((value - low) * STEPS) / range) / Number(STEPS));
  const priceOf = (value: bigint): Decimal => toDecimal(amount(prices[values.indexOf(value)] ?? '0'));
  return { fractions: values.map(fractionOf), low: priceOf(low), high: priceOf(high) };
}

function unitsOf(price: Decimal, decimals: number): bigint {
  const [whole = '0', fraction = ''] = price.split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}
