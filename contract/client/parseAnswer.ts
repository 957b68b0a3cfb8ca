import { NUMBER_FIELDS } from './numberFields.ts';

/**
 * Parses JSON without converting an amount to a float (D2). A number of a field that no response schema declares as a number
 * becomes the string of its digits, such as `"price": 0.1` of a foreign host (D87).
 */
export function parseAnswer(text: string): unknown {
  if (onlyKnownNumbers(text)) return JSON.parse(text);
  return JSON.parse(text, (key, value: unknown, context?: { source?: string }) => {
    if (typeof value !== 'number' || NUMBER_FIELDS.has(key)) return value;
    const source = context?.source;
    return source !== undefined && /^\d+(?:\.\d+)?$/.test(source) ? source : value;
  });
}

/** Matches a string or a number of `NUMBER_FIELDS`; a string that is the key of another number does not match. */
const TEXT_OR_NUMBER = new RegExp(
  `[^"\\d]*(?:"[^"\\\\]*"(?!\\s*:\\s*[-\\d])|"(?:${[...NUMBER_FIELDS].join('|')})"\\s*:\\s*-?\\d[\\d.eE+-]*)`,
  'y',
);
const REST = /[^"\d]*$/y;

/**
 * Returns true if no number in `text` can be money. Then the slow check of each value is not needed. An escaped character
 * makes it false, because keys can't be recognised after it.
 */
function onlyKnownNumbers(text: string): boolean {
  TEXT_OR_NUMBER.lastIndex = 0;
  REST.lastIndex = 0;
  while (TEXT_OR_NUMBER.test(text)) REST.lastIndex = TEXT_OR_NUMBER.lastIndex;
  return REST.test(text);
}
