import { compare, isPositive, percentChange, type Decimal } from '../../../../../contract/money.ts';
import type { NewRateAlert } from '../../../../../contract/schemas/trading.ts';

/** `reached`: the condition is true already, so the alert would fire at once. */
export type AlertProblem = 'empty' | 'reached' | 'tooLarge';

const MOST_PERCENT = '1000';

/** Returns why an alert can't be set; null if it can. `rate` is the market rate now, null if it is not known. */
export function alertProblem(kind: NewRateAlert['kind'], value: Decimal | null, rate: Decimal | null): AlertProblem | null {
  if (value === null || !isPositive(value)) return 'empty';
  if (kind === 'moves') return compare(value, MOST_PERCENT) > 0 ? 'tooLarge' : null;
  if (rate === null) return null;
  const isReached = kind === 'above' ? compare(rate, value) >= 0 : compare(rate, value) <= 0;
  return isReached ? 'reached' : null;
}

/** Returns how far a rate is from the rate now, in percent without sign: "2.17". */
export function distance(rate: Decimal, value: Decimal): Decimal {
  return percentChange(rate, value).replace('-', '');
}
