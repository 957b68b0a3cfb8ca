import type { Decimal } from '../../contract/money.ts';
import type { LocaleCode } from './locales.ts';

const SEPARATORS = {
  en: { group: ',', decimal: '.' },
  ru: { group: '\u00a0', decimal: ',' },
} as const satisfies Record<LocaleCode, { group: string; decimal: string }>;

/**
 * Returns an amount in the format of the language: "3483.9" → "3,483.9", "3 483,9". Works on the string, so no digit is
 * lost. Keeps a sign. For display only; copy buttons copy the plain amount.
 */
export function formatAmount(amount: Decimal, locale: LocaleCode): string {
  const { group, decimal } = SEPARATORS[locale];
  const [whole = '', fraction] = amount.split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, group);
  return fraction === undefined ? grouped : `${grouped}${decimal}${fraction}`;
}
