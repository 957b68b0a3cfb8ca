/** Characters that nobody sees: of control and format, fillers and variation selectors, the blank Braille pattern. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** A line break, with the indentation around it: programs wrap long addresses. */
const LINE_BREAK = /\s*[\n\r\u0085\u2028\u2029]\s*/g;

/**
 * Returns pasted text that a machine compares without what nobody sees (D85): an address, memo, amount, hash, code, e-mail or order
 * number. Unusual spaces become plain ones. Not for names and other texts of people, in which some of these characters have a meaning.
 */
export function cleanMachineText(text: string): string {
  return text
    .replaceAll(LINE_BREAK, '')
    .replaceAll(UNSEEN, '')
    .replaceAll(/\p{Zs}/gu, ' ')
    .trim();
}

/** "Your BTC address (Bitcoin): " */
const LABEL = /^(?:[\p{L}\p{N}() -]{0,40} )?(?:address|wallet|адрес|кошел[её]к)(?: [\p{L}\p{N}() -]{0,30})?\s*[:=—–]\s*(?=\S)/iu;
const BEFORE = /^[\s"'`«“‘(<[{]+/;
const AFTER = /[\s"'`»”’)>\]},.;!]+$/;

/** Returns a pasted address or payment request as {@link cleanMachineText} does, without a label before it and what encloses it. */
export const cleanAddress = (text: string): string =>
  cleanMachineText(text).replace(BEFORE, '').replace(LABEL, '').replace(BEFORE, '').replace(AFTER, '');

/** Returns whether {@link cleanMachineText} removes characters that the customer may have meant to paste: not blanks, line breaks, or tabs. */
export const hasUnseen = (text: string): boolean => text.replaceAll(/\s/g, '').search(UNSEEN) !== -1;
