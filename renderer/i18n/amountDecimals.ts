import { formatAmount, type AmountLanguage } from '../../contract/formatAmount.ts';
import { amount, roundToDecimal, type Decimal } from '../../contract/money.ts';

const PRICE_DIGITS = 6;
const LEAST_PRICE_DECIMALS = 2;
const MOST_DECIMALS = 40;
const THREE = amount('3');
/** In USD. The last digit of a rounded amount is worth at most this. */
const LAST_DIGIT_USD = amount('0.03');

/**
 * Returns the decimals of a price: six or seven significant digits, at least two decimals. The number of decimals changes at
 * 3, 30 and 300 instead of at powers of ten, because the price of a stablecoin moves around 1.
 */
export function priceDecimals(price: Decimal): number {
  return Math.min(MOST_DECIMALS, Math.max(LEAST_PRICE_DECIMALS, PRICE_DIGITS - 1 - amount(price).div(THREE).e));
}

/** Returns a price in the format of the language, rounded down to {@link priceDecimals}. */
export function formatPrice(price: Decimal, language: AmountLanguage, decimals = priceDecimals(price)): string {
  return formatAmount(roundToDecimal(amount(price), decimals, 'down'), language, decimals);
}

/**
 * Returns the decimals of a coin in a table of estimates: as few as possible with a last digit that is worth at most 3 cents, at
 * most those of the coin. `usdPrice` is that of one coin.
 */
export function tableDecimals({ precisionDecimals }: { precisionDecimals: number }, usdPrice: Decimal): number {
  return Math.min(precisionDecimals, Math.max(0, amount(usdPrice).div(LAST_DIGIT_USD).e + 1));
}
