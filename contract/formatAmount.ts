import { amount as exact, roundToDecimal, type Decimal } from './money.ts';
import { LOCALES, type LocaleCode } from './paths/locales.ts';

/**
 * Returns an amount in the format of the language: "3483.9" → "3,483.9", "3 483,9". Works on the string, so no digit is lost.
 * Keeps a sign and an unfinished fraction ("12." → "12."). For display only; copy buttons copy the plain amount.
 *
 * @param decimals the least number of decimals: zeros are appended, digits are never removed
 */
export function formatAmount(amount: Decimal, language: LocaleCode, decimals = 0): string {
  const { group, decimal } = LOCALES[language].marks;
  const [whole = '', fraction] = withDecimals(amount, decimals).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, group);
  return fraction === undefined ? grouped : `${grouped}${decimal}${fraction}`;
}

/** Returns formatted digits as plain ones: "3 483,9" → "3483.9". The inverse of {@link formatAmount}, for parts of an amount too. */
export function plainAmount(formatted: string, language: LocaleCode): string {
  const { group, decimal } = LOCALES[language].marks;
  return formatted.replaceAll(group, '').replace(decimal, '.');
}

/** Appends zeros up to `decimals` decimals. Never removes a digit. */
export function withDecimals(amount: Decimal, decimals: number): string {
  const [whole = '', fraction] = amount.split('.');
  return fraction === undefined && decimals === 0 ? whole : `${whole}.${(fraction ?? '').padEnd(decimals, '0')}`;
}

/** Returns the decimals of the amount that has most of them: the least at which a list of amounts shows all digits. */
export function mostDecimals(amounts: readonly Decimal[]): number {
  return Math.max(0, ...amounts.map((amount) => amount.split('.')[1]?.length ?? 0));
}

const PRICE_DIGITS = 6;
const LEAST_PRICE_DECIMALS = 2;
const MOST_DECIMALS = 40;
const THREE = exact('3');

/**
 * Returns the decimals of a price: six or seven significant digits, at least two decimals. The number of decimals changes at
 * 3, 30 and 300 instead of at powers of ten, because the price of a stablecoin moves around 1.
 */
export function priceDecimals(price: Decimal): number {
  return Math.min(MOST_DECIMALS, Math.max(LEAST_PRICE_DECIMALS, PRICE_DIGITS - 1 - exact(price).div(THREE).e));
}

/** Returns a price in the format of the language, rounded down to {@link priceDecimals}. */
export function formatPrice(price: Decimal, language: LocaleCode, decimals = priceDecimals(price)): string {
  return formatAmount(roundToDecimal(exact(price), decimals, 'down'), language, decimals);
}
