import type { Executor } from '../database.ts';
import type { DepositClaimRow } from '../tables/orders.ts';
import type { DepositKey } from './deposits.ts';

/** Returns false if this order has already claimed this deposit. */
export async function insertDepositClaim(executor: Executor, claim: DepositClaimRow): Promise<boolean> {
  const result = await executor
    .insertInto('deposit_claims')
    .values(claim)
    .onConflict((conflict) => conflict.columns(['network', 'tx_hash', 'transfer_index', 'order_id']).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Records that a deposit was attributed to an order. Replaces the state of an earlier claim by that order. */
export async function writeAttributedClaim(executor: Executor, claim: DepositClaimRow & { state: 'ATTRIBUTED' }): Promise<void> {
  const { state, decided_at } = claim;
  await executor
    .insertInto('deposit_claims')
    .values(claim)
    .onConflict((conflict) =>
      conflict.columns(['network', 'tx_hash', 'transfer_index', 'order_id']).doUpdateSet({ state, decided_at }),
    )
    .execute();
}

/** Rejects a held claim, or changes which transfer of the transaction it is for. Returns false if the claim is not held. */
export async function updateHeldClaim(
  executor: Executor,
  key: DepositKey & { order_id: string },
  changes: { state: 'REJECTED'; decided_at: number } | { transfer_index: number },
): Promise<boolean> {
  const result = await executor
    .updateTable('deposit_claims')
    .set(changes)
    .where('network', '=', key.network)
    .where('tx_hash', '=', key.tx_hash)
    .where('transfer_index', '=', key.transfer_index)
    .where('order_id', '=', key.order_id)
    .where('state', '=', 'HELD')
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Returns an order's claims, oldest first. */
export async function listDepositClaims(executor: Executor, orderId: string): Promise<DepositClaimRow[]> {
  return await executor.selectFrom('deposit_claims').selectAll().where('order_id', '=', orderId).orderBy('created_at').execute();
}

/** Returns all orders' claims on the transfers of one transaction, oldest first. */
export async function listClaimsOfTransaction(
  executor: Executor,
  { network, tx_hash }: Pick<DepositKey, 'network' | 'tx_hash'>,
): Promise<DepositClaimRow[]> {
  return await executor
    .selectFrom('deposit_claims')
    .selectAll()
    .where('network', '=', network)
    .where('tx_hash', '=', tx_hash)
    .orderBy('created_at')
    .execute();
}
