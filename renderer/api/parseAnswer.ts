/** Fields that hold whole numbers that count things; every other number of an answer is money and stays text. */
const COUNTS = new Set([
  'precisionDecimals',
  'decimals',
  'confirmations',
  'depositIndex',
  'minConfirmations',
  'minConfirmationsToWithdraw',
  'blockSeconds',
  'chainId',
  'popularity',
  'completedOrders',
  'instruments',
  'networks',
  'medianMinutes',
  'userId',
  // The sandbox's
  'height',
  'pending',
  'sentAt',
  'transactions',
  'feeFactor',
]);

/**
 * Reads JSON so that no amount passes through a float (D2): where a foreign host writes `"price": 0.1`, the value is
 * the digits as they stood in the text. Hosts that follow our contract send strings anyway.
 */
export function parseAnswer(text: string): unknown {
  if (onlyCounts(text)) return JSON.parse(text);
  return JSON.parse(text, (key, value: unknown, context?: { source?: string }) => {
    if (typeof value !== 'number' || COUNTS.has(key)) return value;
    const source = context?.source;
    return source !== undefined && /^\d+(?:\.\d+)?$/.test(source) ? source : value;
  });
}

/** Up to the end of a text or of a number that counts; a text that is the key of another number does not match. */
const TEXT_OR_COUNT = new RegExp(
  `[^"\\d]*(?:"[^"\\\\]*"(?!\\s*:\\s*[-\\d])|"(?:${[...COUNTS].join('|')})"\\s*:\\s*-?\\d[\\d.eE+-]*)`,
  'y',
);
const REST = /[^"\d]*$/y;

/**
 * True when no number in `text` can be money. Then no value has to be looked at by itself, which takes many times as long as
 * all of the reading. An escaped character makes it false: behind it nobody knows what is a key.
 */
function onlyCounts(text: string): boolean {
  TEXT_OR_COUNT.lastIndex = 0;
  REST.lastIndex = 0;
  while (TEXT_OR_COUNT.test(text)) REST.lastIndex = TEXT_OR_COUNT.lastIndex;
  return REST.test(text);
}
