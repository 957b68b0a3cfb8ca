import { formatAmount, type AmountLanguage } from '../../../contract/formatAmount.ts';
import { amount, roundToDecimal, type Decimal } from '../../../contract/money.ts';

const CENTS = 2;

/** Returns an amount of USDT for an overview, rounded down to cents: "9.148664" → "9.14". Lists show every digit instead. */
export function usdt(value: Decimal, language: AmountLanguage): string {
  return formatAmount(roundToDecimal(amount(value), CENTS, 'down'), language, CENTS);
}

/** Returns {@link usdt} with its unit. */
export function usdtWithUnit(value: Decimal, language: AmountLanguage): string {
  return `${usdt(value, language)}\u00a0USDT`;
}
