import { normaliseAmount, readTypedAmount, type AmountFormat, type AmountReading } from '../../../contract/amountInput.ts';
import { formatAmount } from '../../../contract/formatAmount.ts';
import { LOCALES } from '../../../contract/paths/locales.ts';

/** The content of an amount field: what the customer wrote, and what it is read as. */
interface AmountText {
  /** As typed, without our grouping: "12,500" while the field shows "12.500". Its digits begin with those of the amount. */
  typed: string;
  reading: AmountReading;
  /** Position in the shown text. */
  caret: number;
  /** null if the amount contains all that was entered */
  refusal: AmountRefusal | null;
}

/** Why the amount lacks something that was entered: it was not a number ("-", "1e5", "abc"), or the coin has fewer decimals. */
export type AmountRefusal = 'characters' | 'decimals';

/** The field before a change. */
interface AmountBefore {
  typed: string;
  /** The text that the field showed. */
  shown: string;
}

/** The field after a change by the browser. */
interface AmountChange {
  text: string;
  caret: number;
  /** Where the selection began before the change, if known. It tells a replaced separator from an untouched one. */
  start: number | null;
}

/** Returns the typed text of an amount that was not typed: a quoted or a restored one. */
export function typedText(amount: string, { language }: AmountFormat): string {
  return amount.replace('.', LOCALES[language].marks.decimal);
}

/**
 * Applies a change of the field's text to the typed text and reads the result. The caret stays after the same digit. Deleting a
 * grouping separator deletes the digit next to it. Refuses entered text with a character that no amount contains as a whole, so
 * that "1e3" from dictation or autofill never becomes 13.
 */
export function editAmount(before: AmountBefore, change: AmountChange, format: AmountFormat): AmountText {
  const { from, to, inserted } = changedRange(before.shown, change, LOCALES[format.language].marks.decimal);
  const entered = halfWidth(inserted);
  if (!/[^\d.,\s'’]/.test(entered)) return replaceAmount(before, { from, to, inserted: entered.replaceAll(/['’]/g, '') }, format);
  return { ...replaceAmount(before, { from, to: from, inserted: '' }, format), refusal: 'characters' };
}

/** Replaces a range of the shown text by typed text and reads the result. The caret follows the inserted text. */
export function replaceAmount(
  { typed, shown }: AmountBefore,
  { from, to, inserted }: { from: number; to: number; inserted: string },
  format: AmountFormat,
): AmountText {
  const isAppended = from === shown.length;
  const { amount, other, isInterpreted } = readTypedAmount(typed, format);
  // "1,234.56" would be read otherwise without its end: other changes start from its meaning, not from its separators.
  const source = isInterpreted && other === null && !isAppended ? typedText(amount, format) : typed;
  const left = `${isAppended ? source : source.slice(0, typedPosition(source, shown.slice(0, from), format))}${inserted}`;
  const right = to === shown.length ? '' : source.slice(typedPosition(source, shown.slice(0, to), format));
  const read = readAround(left, right, format);
  return inserted === '' ? { ...read, refusal: null } : read;
}

/** Returns the text with the full-width digits and marks of an East Asian keyboard as ordinary ones. */
export function halfWidth(text: string): string {
  return text.replaceAll(/[０-９．，]/g, (character) => String.fromCodePoint((character.codePointAt(0) ?? 0) - 0xfee0));
}

/** Reads typed text. The caret is between `left` and `right`. */
function readAround(left: string, right: string, format: AmountFormat): AmountText {
  const { decimal } = LOCALES[format.language].marks;
  const typed = `${left}${right}`;
  const reading = readTypedAmount(typed, format);
  // §5 changes some digits: "05" becomes "5", "." becomes "0.".
  const hasSameDigits = digits(typed).startsWith(digits(reading.amount));
  const isCut = reading.amount !== readTypedAmount(typed, { ...format, decimals: typed.length }).amount;
  // Without this, a later deletion would bring a digit back that was cut.
  const isKept = hasSameDigits && (!isCut || reading.other !== null);
  const normalised = normaliseAmount(left, format.decimals);
  return {
    typed: isKept ? typed : typedText(reading.amount, format),
    reading,
    caret: positionAfter(
      formatAmount(reading.amount, format.language),
      digits(hasSameDigits ? left : normalised).length,
      /[.,]$/.test(left) || normalised.endsWith('.') ? decimal : '',
    ),
    refusal: isCut ? 'decimals' : null,
  };
}

/** Returns the width of an amount in digits, for the font size. Separators are half as wide as digits. */
export function amountWidth(text: string): number {
  const narrow = text.replace(/[^.,\s]/g, '').length;
  return Math.ceil(text.length - narrow / 2);
}

/** Returns which range of the shown text was replaced by what: all of it, if the rest is not the same. */
function changedRange(
  shown: string,
  { text, caret, start }: AmountChange,
  mark: string,
): { from: number; to: number; inserted: string } {
  const to = shown.length - (text.length - caret);
  const from = Math.min(start ?? commonLength(shown, text), caret, to);
  if (from < 0 || shown.slice(to) !== text.slice(caret) || shown.slice(0, from) !== text.slice(0, from)) {
    return { from: 0, to: shown.length, inserted: text };
  }
  const inserted = text.slice(from, caret);
  const removed = shown.slice(from, to);
  const isOnlyGrouping = inserted === '' && removed !== '' && removed !== mark && !/\d/.test(removed);
  if (!isOnlyGrouping) return { from, to, inserted };
  return start === from ? { from, to: to + 1, inserted } : { from: from - 1, to, inserted };
}

function commonLength(left: string, right: string): number {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return length;
}

/** Returns the position in the typed text after the digits, and the decimal mark, of the left part of the shown text. */
function typedPosition(typed: string, left: string, { language }: AmountFormat): number {
  return positionAfter(typed, digits(left).length, left.endsWith(LOCALES[language].marks.decimal) ? '.,' : '');
}

/** Returns the position after `count` digits of a text, and after one of `marks` if it is next. */
function positionAfter(text: string, count: number, marks: string): number {
  let position = 0;
  for (let seen = 0; seen < count && position < text.length; position += 1) {
    if (/\d/.test(text.charAt(position))) seen += 1;
  }
  const next = text.charAt(position);
  return next !== '' && marks.includes(next) ? position + 1 : position;
}

function digits(text: string): string {
  return text.replaceAll(/\D/g, '');
}
