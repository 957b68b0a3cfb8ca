import { formatAmount } from '../../../contract/formatAmount.ts';
import type { LocaleCode } from '../../../contract/paths/locales.ts';
import { amount, roundToDecimal, type Decimal, type RoundingDirection } from '../../../contract/money.ts';

const CENTS = 2;

/**
 * Returns an amount of USDT for an overview in cents: "9.148664" → "9.14". Rounds what a customer has down, and what is still missing
 * up. Lists show every digit instead.
 */
export function usdt(value: Decimal, language: LocaleCode, direction: RoundingDirection = 'down'): string {
  return formatAmount(roundToDecimal(amount(value), CENTS, direction), language, CENTS);
}

/** Returns {@link usdt} with its unit. */
export function usdtWithUnit(value: Decimal, language: LocaleCode): string {
  return `${usdt(value, language)}\u00a0USDT`;
}
