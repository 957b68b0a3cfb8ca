/**
 * Parses typed and pasted amounts (specification §5, D44). The result is digits with at most one dot, or empty. It may be
 * unfinished ("0.", "12."), see {@link finishAmount}.
 */

/** Maximum number of integer digits. A longer number is a paste error. */
const MOST_INTEGER_DIGITS = 20;

/**
 * Specification §5: spaces removed, comma becomes dot, other characters removed, leading 00 becomes "0.", one dot kept,
 * a leading dot gets a 0 prefix. Cuts the result to `decimals` (at most 8 for a claimed deposit).
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
 * Parses pasted text (D44). A single dot or comma is the decimal separator ("1 234,56", "1234.56"). Ignores a currency before or
 * after the amount. Returns null for ambiguous text: both separators, one of them twice, a sign or an exponent.
 */
export function readPastedAmount(pasted: string, decimals = 8): string | null {
  const text = pasted
    .trim()
    .replace(/^[\p{L}\p{Sc}]+\s*/u, '')
    .replace(/\s*\p{Sc}$|\s+\p{L}[\p{L}\d-]*$/u, '');
  const figures = text.replace(/[\s'’]/g, '');
  if (!/^\d*[.,]?\d*$/.test(figures) || !/\d/.test(figures)) return null;
  return normaliseAmount(figures, decimals);
}
