import type { Executor } from '../database.ts';
import type { DepositClaimRow, DepositClaimTable } from '../tables/orders.ts';
import type { DepositKey } from './deposits.ts';

/** False: this order has claimed this deposit before. */
export async function insertDepositClaim(executor: Executor, claim: DepositClaimTable): Promise<boolean> {
  const result = await executor
    .insertInto('deposit_claims')
    .values(claim)
    .onConflict((conflict) => conflict.columns(['network', 'tx_hash', 'transfer_index', 'order_id']).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** A deposit became an order's, whatever was said of that order's claim before, and whether there was one. */
export async function writeAttributedClaim(
  executor: Executor,
  claim: DepositClaimTable & { state: 'ATTRIBUTED' },
): Promise<void> {
  const { state, decided_at } = claim;
  await executor
    .insertInto('deposit_claims')
    .values(claim)
    .onConflict((conflict) =>
      conflict.columns(['network', 'tx_hash', 'transfer_index', 'order_id']).doUpdateSet({ state, decided_at }),
    )
    .execute();
}

/** Says of a held claim that it was wrong, or that it is of another transfer of the same transaction. False: it is not held. */
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

/** An order's claims, oldest first. */
export async function listDepositClaims(executor: Executor, orderId: string): Promise<DepositClaimRow[]> {
  return await executor.selectFrom('deposit_claims').selectAll().where('order_id', '=', orderId).orderBy('created_at').execute();
}

/** Everybody's claims of whatever one transaction paid, oldest first. */
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
