import { add, amount, ZERO, type Decimal } from '../../contract/money.ts';
import type { LedgerAmount } from '../db/embeddedCopy.ts';

/** A copy whose journals do not sum to zero: it was damaged, or somebody else writes to the database. */
export class UnbalancedCopyError extends Error {
  override readonly name = 'UnbalancedCopyError';
}

/**
 * Sums the entries of each journal per instrument. `ledger` should have the entries of one journal next to each other: the sums of
 * incomplete journals are in memory. Returns how many entries there are. Throws an UnbalancedCopyError unless every sum is zero (D9).
 */
export async function sumLedger(ledger: Iterable<LedgerAmount> | AsyncIterable<LedgerAmount>): Promise<number> {
  const open = new Map<string, Decimal>();
  let entries = 0;
  for await (const entry of ledger) {
    const key = `${entry.journal_id} ${entry.instrument}`;
    const total = add(open.get(key) ?? '0', entry.amount);
    entries += 1;
    if (amount(total).eq(ZERO)) open.delete(key);
    else open.set(key, total);
  }
  const [first] = open;
  if (!first) return entries;
  throw new UnbalancedCopyError(
    `The copy was not kept: ${open.size} of its journals do not sum to zero, such as ${first[0]}, which is out by ${first[1]}.`,
  );
}
