/** Fields with integer counts. Every other number of an answer is money and becomes a string. */
const COUNTS = new Set([
  'precisionDecimals',
  'decimals',
  'confirmations',
  'depositIndex',
  'minConfirmations',
  'minConfirmationsToWithdraw',
  'blockSeconds',
  'embeddedChainSpeed',
  'chainId',
  'popularity',
  'completedOrders',
  'count',
  'instruments',
  'networks',
  'medianMinutes',
  'userId',
  'recoveryCodesLeft',
  'total',
  'windowDays',
  'clicks',
  'orders',
  'openOrders',
  'cashbackWindowDays',
  'ordersCount',
  'usualSeconds',
  'waitSeconds',
  'timesSent',
  // Sandbox
  'height',
  'pending',
  'sentAt',
  'transactions',
  'feeFactor',
]);

/**
 * Parses JSON without converting an amount to a float (D2). If a host sends `"price": 0.1`, the value is the string of its
 * digits. Hosts that follow the contract send strings.
 */
export function parseAnswer(text: string): unknown {
  if (onlyCounts(text)) return JSON.parse(text);
  return JSON.parse(text, (key, value: unknown, context?: { source?: string }) => {
    if (typeof value !== 'number' || COUNTS.has(key)) return value;
    const source = context?.source;
    return source !== undefined && /^\d+(?:\.\d+)?$/.test(source) ? source : value;
  });
}

/** Matches a string or a count; a string that is the key of another number does not match. */
const TEXT_OR_COUNT = new RegExp(
  `[^"\\d]*(?:"[^"\\\\]*"(?!\\s*:\\s*[-\\d])|"(?:${[...COUNTS].join('|')})"\\s*:\\s*-?\\d[\\d.eE+-]*)`,
  'y',
);
const REST = /[^"\d]*$/y;

/**
 * Returns true if no number in `text` can be money. Then the slow check of each value is not needed. An escaped character
 * makes it false, because keys can't be recognised after it.
 */
function onlyCounts(text: string): boolean {
  TEXT_OR_COUNT.lastIndex = 0;
  REST.lastIndex = 0;
  while (TEXT_OR_COUNT.test(text)) REST.lastIndex = TEXT_OR_COUNT.lastIndex;
  return REST.test(text);
}
