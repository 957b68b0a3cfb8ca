import { acceptDifference } from '../db/repositories/reconcile.ts';
import type { Difference, ReconcileContext } from './difference.ts';

/** Hides a difference that an operator has explained, until its key or amount changes. The ledger is not changed. */
export async function accept(
  { database, now }: Pick<ReconcileContext, 'database' | 'now'>,
  { key, howMuch }: Difference,
  note: string,
): Promise<void> {
  await acceptDifference(database, { difference: key, amount_text: howMuch, note, accepted_at: now() });
}
