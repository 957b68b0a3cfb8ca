import type { Decimal } from '../../contract/money.ts';
import type { LocaleCode } from './locales.ts';

const SEPARATORS = {
  en: { group: ',', decimal: '.' },
  ru: { group: '\u00a0', decimal: ',' },
} as const satisfies Record<LocaleCode, { group: string; decimal: string }>;

/**
 * An amount as the language writes it: "3483.9" → "3,483.9", "3 483,9". Digits are moved, never computed with, so
 * nothing is lost whatever their number; a sign stays. What is copied is the plain amount, never this.
 */
export function formatAmount(amount: Decimal, locale: LocaleCode): string {
  const { group, decimal } = SEPARATORS[locale];
  const [whole = '', fraction] = amount.split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, group);
  return fraction === undefined ? grouped : `${grouped}${decimal}${fraction}`;
}
