import type { HistoryOutput } from '../../../../contract/api/rates.ts';
import { amount, toDecimal, type Decimal } from '../../../../contract/money.ts';

export interface Chart {
  /** 0 the lowest, 1 the highest price, in steps of a thousandth; a place on the screen, no amount. */
  fractions: number[];
  low: Decimal;
  high: Decimal;
}

const STEPS = 1_000n;

/** By the history that they are drawn of: it serves many pages of the host, and many renders of one page. */
const known = new WeakMap<HistoryOutput, Chart | null>();

/** The line of a history; null where there is none. */
export function chartOfHistory(history: HistoryOutput): Chart | null {
  const found = known.get(history);
  if (found !== undefined) return found;
  const chart = chartOf(history.points.map(({ price }) => price));
  known.set(history, chart);
  return chart;
}

/** The heights of a line of prices; null for fewer than two, of which there is no line. */
export function chartOf(prices: readonly Decimal[]): Chart | null {
  const decimals = Math.max(0, ...prices.map((price) => price.split('.')[1]?.length ?? 0));
  // Whole numbers: exact as amounts are, and a hundred divisions of those are felt with each page.
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
