/** Normalises typed text to an amount (§5). The rules are in the stores. */
export type NormaliseAmount = (text: string) => string;

/**
 * Returns the caret position after normalisation: after the normalised text before it. Typing in the middle, deleting a digit
 * or replacing a comma by a dot must not move the caret to the end.
 */
export function caretAfter(raw: string, caret: number, normalise: NormaliseAmount): number {
  return Math.min(normalise(raw.slice(0, caret)).length, normalise(raw).length);
}

/** Returns the width of an amount in digits, for the font size. Separators are half as wide as digits. */
export function amountWidth(text: string): number {
  const narrow = text.replace(/[^.,\s]/g, '').length;
  return Math.ceil(text.length - narrow / 2);
}
