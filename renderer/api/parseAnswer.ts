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
  return JSON.parse(text, (key, value: unknown, context?: { source?: string }) => {
    if (typeof value !== 'number' || COUNTS.has(key)) return value;
    const source = context?.source;
    return source !== undefined && /^\d+(?:\.\d+)?$/.test(source) ? source : value;
  });
}
