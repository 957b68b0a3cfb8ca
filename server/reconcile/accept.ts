import { acceptDifference, addTreasuryCapital } from '../db/repositories/reconcile.ts';
import type { Difference, ReconcileContext } from './difference.ts';

/**
 * Accepts a difference that an operator has explained. A treasury surplus or shortfall is recorded as capital. Any other
 * difference is hidden until its key or amount changes. The ledger is not changed.
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
