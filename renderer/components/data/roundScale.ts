import { amount, toDecimal, type Amount, type Decimal } from '../../../contract/money.ts';

/** Distances between the lines of a chart, of which there are three and that of zero */
const GAPS = 3;
const ROUND_STEPS = ['1', '2', '5', '10'] as const;
const TEN = amount('10');

/** Returns the figure at the highest line: three times the smallest of 1, 2 or 5 × 10ⁿ that covers the highest bar, which is positive. */
export function topOf(highest: Decimal): Amount {
  const gap = amount(highest).div(amount(String(GAPS)));
  const unit = TEN.pow(gap.e);
  const steps = ROUND_STEPS.map((step) => amount(step).times(unit));
  return (steps.find((step) => step.gte(gap)) ?? gap).times(amount(String(GAPS)));
}

/** Returns the figures at the lines, from the highest to zero. */
export function scaleOf(top: Amount): Decimal[] {
  const gap = top.div(amount(String(GAPS)));
  return Array.from({ length: GAPS + 1 }, (_, index) => toDecimal(gap.times(amount(String(GAPS - index)))));
}

/** Returns the height of a bar from 0 to 1, or below 0: a part of the drawing, not an amount. */
export const fractionOf = (value: Decimal, top: Amount): number => Number(amount(value).div(top).toFixed(3));

/** Returns `count` elements, evenly spread, with the first and the last. */
export function spread<Item>(items: readonly Item[], count: number): Item[] {
  return Array.from(
    { length: count },
    (_, index) => items[Math.round((index * (items.length - 1)) / Math.max(1, count - 1))],
  ).filter((item) => item !== undefined);
}
