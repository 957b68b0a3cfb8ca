import type { Executor } from '../db/database.ts';
import { updateOutboxRow } from '../db/repositories/outbox.ts';
import { listUnsentWithdrawals, RESTORED } from '../db/repositories/restoredBooks.ts';
import { discountOutflow } from '../payments/caps.ts';

/**
 * Holds the withdrawals that have not left as far as restored books know, until their customers confirm them again (D73). One that a
 * process was sending keeps its state: its transaction has one idempotency key, so it is never paid twice. Returns how many are on hold.
 */
export async function holdWithdrawals(transaction: Executor): Promise<number> {
  const unsent = await listUnsentWithdrawals(transaction);
  for (const send of unsent) {
    await discountOutflow(transaction, send);
    await updateOutboxRow(transaction, send, { state: 'HELD', reason: RESTORED });
  }
  return unsent.length;
}
