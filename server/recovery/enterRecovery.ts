import type { Executor } from '../db/database.ts';
import { insertRecovery, lockSends } from '../db/repositories/recovery/recoveries.ts';
import type { RecoveryReason } from '../db/tables/recovery.ts';
import { forgetIndexes } from './forgetIndexes.ts';

/**
 * Puts a network into RECOVERY (D73): the host reads it, sends nothing on it and takes no orders for it, until operators open it. Once
 * the transaction is committed, no process stores a further payment. No new order gets an address that a forgotten order may have. Returns
 * false if it was in RECOVERY already.
 */
export async function enterRecovery(
  transaction: Executor,
  { network, reason, at }: { network: string; reason: RecoveryReason; at: number },
): Promise<boolean> {
  await lockSends(transaction, network);
  const isNew = await insertRecovery(transaction, { network, reason, since: at });
  if (isNew) await forgetIndexes(transaction, { at });
  return isNew;
}
