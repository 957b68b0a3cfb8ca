import type { Executor } from '../db/database.ts';
import { findCounterValue } from '../db/repositories/cursors.ts';
import { listForgottenIndexes, raiseDepositIndex, writeForgottenIndexes } from '../db/repositories/recovery/forgottenIndexes.ts';
import { MOST_FORGOTTEN } from '../orders/deposits/forgottenAddresses.ts';

/** Each process reserves up to 50 indexes at a time. Those that it had not used when the books were copied may be forgotten too. */
const RESERVED_BEFORE = 500;

/**
 * Stores that the next indexes of deposit addresses may belong to orders that the books have forgotten, and lets new orders get later ones.
 * If none was given since the last time, those are forgotten since now. `known`: an index that is known to be given. Returns the last one that no new
 * order gets.
 */
export async function forgetIndexes(transaction: Executor, { known = 0, at }: { known?: number; at: number }): Promise<number> {
  const last = Math.max(known, await findCounterValue(transaction, 'deposit_index'));
  const newest = (await listForgottenIndexes(transaction, 0)).at(-1);
  if (newest?.last_index === last) {
    await writeForgottenIndexes(transaction, { ...newest, since: at });
    return last;
  }
  const range = { first_index: Math.max(1, last + 1 - RESERVED_BEFORE), last_index: last + MOST_FORGOTTEN };
  await writeForgottenIndexes(transaction, { ...range, last_used: null, since: at });
  await raiseDepositIndex(transaction, range.last_index);
  return range.last_index;
}
