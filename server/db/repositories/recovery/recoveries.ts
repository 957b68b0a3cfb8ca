import type { Executor } from '../../database.ts';
import { lockInTransaction } from '../../lockInTransaction.ts';
import type { RecoveryTable } from '../../tables/recovery.ts';
import { UNSENT_STATES } from '../../tables/payments.ts';

/** Makes a transaction that stores a payment and the one that puts its network into RECOVERY follow each other. */
export async function lockSends(transaction: Executor, network: string): Promise<void> {
  await lockInTransaction(transaction, `sends on ${network}`);
}

/** Returns the networks in RECOVERY, the oldest first. */
export async function listRecoveries(executor: Executor): Promise<RecoveryTable[]> {
  return await executor.selectFrom('recoveries').selectAll().orderBy('since').orderBy('network').execute();
}

export async function isInRecovery(executor: Executor, network: string): Promise<boolean> {
  const row = await executor.selectFrom('recoveries').select('network').where('network', '=', network).executeTakeFirst();
  return row !== undefined;
}

/** Stores that a network is in RECOVERY. Returns false if it was already. Then its list is read again. */
export async function insertRecovery(
  executor: Executor,
  row: Pick<RecoveryTable, 'network' | 'reason' | 'since'>,
): Promise<boolean> {
  const inserted = await executor
    .insertInto('recoveries')
    .values({ ...row, state: 'READING', read_from: null, read_to: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 1n) return true;
  await executor.updateTable('recoveries').set({ state: 'READING' }).where('network', '=', row.network).execute();
  return false;
}

/**
 * Returns how many orders with a side on the network wait for a payment to the customer, and may have been paid on another network before the
 * books were lost: it is in RECOVERY, younger than the order, and its list is not confirmed. `orders`: the first of them.
 */
export async function listUnresolvedOrders(
  executor: Executor,
  network: string,
  limit: number,
): Promise<{ count: number; orders: string[] }> {
  const rows = await executor
    .selectFrom('outbox')
    .innerJoin('orders', 'orders.id', 'outbox.order_id')
    .innerJoin('recoveries', (join) =>
      join.on((on) =>
        on.or([
          on('recoveries.network', '=', on.ref('orders.network_from')),
          on('recoveries.network', '=', on.ref('orders.network_to')),
        ]),
      ),
    )
    .select('orders.id')
    .distinct()
    .where('outbox.kind', 'in', ['PAYOUT', 'REFUND'])
    .where('outbox.state', 'in', UNSENT_STATES)
    .where((where) => where.or([where('orders.network_from', '=', network), where('orders.network_to', '=', network)]))
    .where('recoveries.network', '!=', network)
    .where('recoveries.state', '!=', 'CONFIRMED')
    .whereRef('orders.created_at', '<', 'recoveries.since')
    .orderBy('orders.id')
    .execute();
  return { count: rows.length, orders: rows.slice(0, limit).map(({ id }) => id) };
}

/** Opens a network: ends its RECOVERY. Returns false unless its list is confirmed and as long as it was read. */
export async function deleteConfirmedRecovery(
  executor: Executor,
  { network, read_to }: Pick<RecoveryTable, 'network' | 'read_to'>,
): Promise<boolean> {
  const result = await executor
    .deleteFrom('recoveries')
    .where('network', '=', network)
    .where('state', '=', 'CONFIRMED')
    .where('read_to', '=', read_to)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}
