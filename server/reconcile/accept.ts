import { acceptDifference, addTreasuryCapital } from '../db/repositories/reconcile.ts';
import type { Difference, ReconcileContext } from './difference.ts';

/**
 * An operator knows why something differs. What lies in the treasury besides is its capital from now on; anything else
 * is told again as soon as it changes. Nothing of the ledger is changed.
 */
export async function accept(
  { database, now }: Pick<ReconcileContext, 'database' | 'now'>,
  { key, howMuch, surplus }: Difference,
  note: string,
): Promise<void> {
  if (surplus) {
    while (!(await addTreasuryCapital(database, { ...surplus, note, created_at: now() })));
    return;
  }
  await acceptDifference(database, { difference: key, amount_text: howMuch, note, accepted_at: now() });
}
