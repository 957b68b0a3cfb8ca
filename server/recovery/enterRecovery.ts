import type { Executor } from '../db/database.ts';
import { writeSwitch } from '../db/repositories/switches.ts';
import { enterVenueRecovery } from '../db/repositories/venues/venues.ts';
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

/**
 * Puts networks and every exchange into RECOVERY, and stops payments to customers everywhere (D75): an order that these books show as unpaid
 * may have been paid, and its refund would leave on another network. `stopReason` and `setBy` are stored with the switch that stops payments.
 */
export async function enterRecoveryEverywhere(
  transaction: Executor,
  {
    networks,
    reason,
    stopReason,
    setBy,
    at,
  }: { networks: readonly string[]; reason: RecoveryReason; stopReason: string; setBy: string; at: number },
): Promise<void> {
  for (const network of networks) await enterRecovery(transaction, { network, reason, at });
  await enterVenueRecovery(transaction, at);
  await writeSwitch(transaction, {
    closes: 'PAYOUTS',
    target: 'EVERYTHING',
    slug: '',
    reason: stopReason,
    set_by: setBy,
    set_at: at,
  });
}
