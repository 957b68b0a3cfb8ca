import { amount, type Decimal } from '../../contract/money.ts';

/** In USD. The last digit of a rounded amount is worth at most this. */
const LAST_DIGIT_USD = amount('0.03');

/**
 * Returns the decimals of a coin in a table of estimates: as few as possible with a last digit that is worth at most 3 cents, at
 * most those of the coin. `usdPrice` is that of one coin.
 */
export function tableDecimals({ precisionDecimals }: { precisionDecimals: number }, usdPrice: Decimal): number {
  return Math.min(precisionDecimals, Math.max(0, amount(usdPrice).div(LAST_DIGIT_USD).e + 1));
}
