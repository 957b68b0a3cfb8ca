import { amount, toDecimal, type Decimal } from './money.ts';
import type { PairData } from './schemas/rates.ts';

const HALF = amount('0.5');

/** Returns the market's mid price without fees, in instrumentTo per instrumentFrom. The rate history uses the same price. */
export function marketPrice({
  marketLeftPrice,
  marketRightPrice,
}: Pick<PairData, 'marketLeftPrice' | 'marketRightPrice'>): Decimal {
  return toDecimal(amount(marketLeftPrice).plus(amount(marketRightPrice)).times(HALF));
}
