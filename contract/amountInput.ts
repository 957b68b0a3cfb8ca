import { LOCALES, type LocaleCode } from './paths/locales.ts';
import { cleanMachineText } from './input/machineText.ts';

/**
 * Parses typed and pasted amounts (specification §5, D44, D58). An amount is digits with at most one dot, or empty. It may be
 * unfinished ("0.", "12."), see {@link finishAmount}.
 */

/** Maximum number of integer digits. A longer number is a paste error. */
const MOST_INTEGER_DIGITS = 20;

/** How the field must read an amount: its language, and the decimals of the coin (at most 8 for a claimed deposit). */
export interface AmountFormat {
  language: LocaleCode;
  decimals?: number | undefined;
}

export interface AmountReading {
  amount: string;
  /** The other amount that the text can stand for: "12500" if "12,500" was read as 12.5. Null if there is none. */
  other: string | null;
  /** The separators of the text needed an interpretation, so the field shows the result. */
  isInterpreted: boolean;
}

/**
 * Specification §5: spaces removed, comma becomes dot, other characters removed, leading 00 becomes "0.", one dot kept,
 * a leading dot gets a 0 prefix. Cuts the result to `decimals`.
 */
export function normaliseAmount(typed: string, decimals = 8): string {
  const figures = typed.replaceAll(',', '.').replace(/[^\d.]/g, '');
  const dotted = figures.replace(/^00/, '0.').replace(/^\./, '0.');
  const [integer = '', ...fractions] = dotted.split('.');
  // "05" is a 5 typed after a zero; "0" alone stays.
  const whole = integer.replace(/^0+(?=\d)/, '').slice(0, MOST_INTEGER_DIGITS);
  if (fractions.length === 0 || decimals === 0) return whole;
  return `${whole}.${fractions.join('').slice(0, decimals)}`;
}

/** Returns the decimal of unfinished text: "12" for "12.". Null without an amount: empty, "0", "0.00". */
export function finishAmount(text: string): string | null {
  const decimal = text
    .replace(/\.$/, '')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
  return /[1-9]/.test(decimal) ? decimal : null;
}

/**
 * Reads typed text by §5. The other reading takes the separators for grouping: "12,500" is 12.5, or else 12,500. With both kinds
 * of separators, the last one is the one that §5 keeps (D44).
 */
export function readTypedAmount(typed: string, { language, decimals }: AmountFormat): AmountReading {
  const text = cleanMachineText(typed);
  if (isGroupedWithMark(text)) return { amount: ungrouped(text, decimals), other: null, isInterpreted: true };
  const amount = normaliseAmount(text, decimals);
  const other = isGrouped(text, language) ? ungrouped(text, decimals) : null;
  return { amount, other, isInterpreted: other !== null };
}

/**
 * Reads pasted text (D44). A single dot or comma is the decimal separator ("1 234,56", "1234.56"); of both kinds, the last one
 * is ("1,234.56", "1.234,56"). Ignores a currency before or after the amount. Returns null for text that is not an amount: a
 * sign, an exponent, separators between wrong groups of digits.
 */
export function readPastedAmount(pasted: string, { language, decimals }: AmountFormat): AmountReading | null {
  const text = cleanMachineText(pasted)
    .replace(/^[\p{L}\p{Sc}]+\s*/u, '')
    .replace(/\s*\p{Sc}$|\s+\p{L}[\p{L}\d-]*$/u, '');
  if (/^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})+$/.test(text) || isGroupedWithMark(text)) {
    return { amount: ungrouped(text, decimals), other: null, isInterpreted: true };
  }
  if (!/^[\d\s'’]*[.,]?\d*$/.test(text) || !/\d/.test(text)) return null;
  return readTypedAmount(text.replaceAll(/['’]/g, ' '), { language, decimals });
}

/** Returns whether the text has groups of three digits with one kind of separator: "12,500". Not if it is the decimal mark. */
function isGrouped(text: string, language: LocaleCode): boolean {
  const [, separator = ''] = /^[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})*$/.exec(text) ?? [];
  const isRepeated = text.indexOf(separator) !== text.lastIndexOf(separator);
  return separator !== '' && (isRepeated || separator !== LOCALES[language].marks.decimal);
}

/** Returns whether the text has groups of digits and after them another separator: "1,234.56", "1.234.567,8". */
function isGroupedWithMark(text: string): boolean {
  return /^[1-9]\d{0,2}(?:,\d{2,3})*,\d{3}\.\d*$|^[1-9]\d{0,2}(?:\.\d{2,3})*\.\d{3},\d*$/.test(text);
}

/** Reads grouped text: only a separator of another kind than the first is the decimal mark. */
function ungrouped(text: string, decimals: number | undefined): string {
  const group = /[.,]/.exec(text)?.[0] ?? '';
  return normaliseAmount(text.replaceAll(group, ''), decimals);
}
