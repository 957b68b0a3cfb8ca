const NARROW_SPACE = '\u2009';

/**
 * A computed amount in a field: groups of three, and a dot whatever the language, because that is how amounts are typed
 * (§5 takes the spaces out again when the customer goes on from here).
 */
export function groupDigits(amount: string): string {
  const [whole = '', fraction] = amount.split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, NARROW_SPACE);
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
