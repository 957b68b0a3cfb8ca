/** What turns typed text into an amount's text (specification §5); the stores own the rules. */
export type NormaliseAmount = (text: string) => string;

/**
 * Where the caret belongs after normalisation: behind what the text before it became. Typing in the middle of an
 * amount, deleting a digit, or a comma that turns into a dot must not throw the caret to the end.
 */
export function caretAfter(raw: string, caret: number, normalise: NormaliseAmount): number {
  return Math.min(normalise(raw.slice(0, caret)).length, normalise(raw).length);
}

/** Characters that take room, for the shrinking type: separators are half as wide as digits. */
export function amountWidth(text: string): number {
  const narrow = text.replace(/[^.,\s]/g, '').length;
  return Math.ceil(text.length - narrow / 2);
}
