import type { Insertable, Selectable } from 'kysely';
import type { Executor } from '../database.ts';
import type { ChainSendAttemptTable, ChainSendTable } from '../tables/chain.ts';

/** Sends on real networks and the transactions signed for them. */

export type ChainSendRow = Selectable<ChainSendTable>;
export type ChainSendAttemptRow = Selectable<ChainSendAttemptTable>;

export function findChainSend(executor: Executor, network: string, idempotencyKey: string): Promise<ChainSendRow | undefined> {
  return executor
    .selectFrom('chain_sends')
    .selectAll()
    .where('network', '=', network)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst();
}

/** Returns false without writing if the idempotency key or the nonce is taken. */
export async function insertChainSend(executor: Executor, row: Insertable<ChainSendTable>): Promise<boolean> {
  const inserted = await executor
    .insertInto('chain_sends')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** Idempotent: two processes that bump a fee at the same time sign the same transaction. */
export async function insertChainSendAttempt(executor: Executor, row: Insertable<ChainSendAttemptTable>): Promise<void> {
  await executor
    .insertInto('chain_send_attempts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns the attempts of a send, oldest first. The last one pays the highest fee. */
export function listChainSendAttempts(
  executor: Executor,
  network: string,
  idempotencyKey: string,
): Promise<ChainSendAttemptRow[]> {
  return executor
    .selectFrom('chain_send_attempts')
    .selectAll()
    .where('network', '=', network)
    .where('idempotency_key', '=', idempotencyKey)
    .orderBy('created_at')
    .execute();
}

/** Returns sends that are not final, in the order in which they must reach the network. */
export function listUnsettledSends(executor: Executor, network: string, fromAddress?: string): Promise<ChainSendRow[]> {
  const unsettled = executor.selectFrom('chain_sends').selectAll().where('network', '=', network).where('settled', '=', 0);
  const ofAddress = fromAddress === undefined ? unsettled : unsettled.where('from_address', '=', fromAddress);
  return ofAddress.orderBy('from_address').orderBy('nonce').execute();
}

/** Returns the nonce after the highest one assigned to the address, or 0 if none was assigned. */
export async function nextChainNonce(executor: Executor, network: string, fromAddress: string): Promise<number> {
  const { highest } = await executor
    .selectFrom('chain_sends')
    .select((eb) => eb.fn.max('nonce').as('highest'))
    .where('network', '=', network)
    .where('from_address', '=', fromAddress)
    .executeTakeFirstOrThrow();
  return highest === null ? 0 : Number(highest) + 1;
}

/** Marks a send as final. `failure` is null if it is confirmed, otherwise the reason why it failed permanently. */
export async function settleChainSend(
  executor: Executor,
  network: string,
  idempotencyKey: string,
  failure: string | null,
): Promise<void> {
  await executor
    .updateTable('chain_sends')
    .set({ settled: 1, failure })
    .where('network', '=', network)
    .where('idempotency_key', '=', idempotencyKey)
    .execute();
}

/** Marks a confirmed send as not final after a reorg dropped its block, so that it is broadcast again. */
export async function reopenChainSend(executor: Executor, network: string, idempotencyKey: string): Promise<void> {
  await executor
    .updateTable('chain_sends')
    .set({ settled: 0 })
    .where('network', '=', network)
    .where('idempotency_key', '=', idempotencyKey)
    .where('failure', 'is', null)
    .execute();
}

/** Records the conflicting transaction that used the nonce of a send; null if the chain contains none. */
export async function writeConflictingHash(
  executor: Executor,
  network: string,
  idempotencyKey: string,
  conflictingHash: string | null,
): Promise<void> {
  await executor
    .updateTable('chain_sends')
    .set({ conflicting_hash: conflictingHash })
    .where('network', '=', network)
    .where('idempotency_key', '=', idempotencyKey)
    .execute();
}
