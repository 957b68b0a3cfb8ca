/**
 * How amounts are typed and pasted (specification §5, D44). Pure text: what comes out is digits with at most one dot, or
 * empty; it may still be unfinished ("0.", "12."), see {@link finishAmount}.
 */

/** Maximum number of integer digits. A longer number is a paste error. */
const MOST_INTEGER_DIGITS = 20;

/**
 * Specification §5: spaces removed, comma becomes dot, other characters removed, leading 00 becomes "0.", one dot kept,
 * a leading dot gets a 0 prefix. `decimals` cuts what is finer than the instrument (at most 8 for a claimed deposit).
 */
export function normaliseAmount(typed: string, decimals = 8): string {
  const figures = typed.replaceAll(',', '.').replace(/[^\d.]/g, '');
  const dotted = figures.replace(/^00/, '0.').replace(/^\./, '0.');
  const [integer = '', ...fractions] = dotted.split('.');
  // "05" is a five typed behind a zero; "0" alone stays.
  const whole = integer.replace(/^0+(?=\d)/, '').slice(0, MOST_INTEGER_DIGITS);
  if (fractions.length === 0 || decimals === 0) return whole;
  return `${whole}.${fractions.join('').slice(0, decimals)}`;
}

/** The decimal that unfinished text stands for: "12." is "12". Null while there is no amount: empty, "0", "0.00". */
export function finishAmount(text: string): string | null {
  const decimal = text
    .replace(/\.$/, '')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
  return /[1-9]/.test(decimal) ? decimal : null;
}

/**
 * Reads pasted text (D44). One kind of separator, once, is the decimal separator in either language ("1 234,56",
 * "1234.56"); a currency before or behind is passed over. Null when it could mean two amounts: both separators,
 * one of them twice, a sign or an exponent.
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
