import type { Insertable, Selectable } from 'kysely';
import type { Executor } from '../database.ts';
import type { ChainSendAttemptTable, ChainSendTable } from '../tables/chain.ts';

/** Payments of ours on real networks, and the transactions signed for them. */

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

/** False when the key or the nonce was taken meanwhile; nothing is written then. */
export async function insertChainSend(executor: Executor, row: Insertable<ChainSendTable>): Promise<boolean> {
  const inserted = await executor
    .insertInto('chain_sends')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** Two processes that raise a fee at the same moment sign the same transaction: it is kept once. */
export async function insertChainSendAttempt(executor: Executor, row: Insertable<ChainSendAttemptTable>): Promise<void> {
  await executor
    .insertInto('chain_send_attempts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Oldest first: the last one pays the most. */
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

/** What is not final yet, in the order in which it must reach the network. */
export function listUnsettledSends(executor: Executor, network: string, fromAddress?: string): Promise<ChainSendRow[]> {
  const unsettled = executor.selectFrom('chain_sends').selectAll().where('network', '=', network).where('settled', '=', 0);
  const ofAddress = fromAddress === undefined ? unsettled : unsettled.where('from_address', '=', fromAddress);
  return ofAddress.orderBy('from_address').orderBy('nonce').execute();
}

/** The nonce after the highest that was ever given out for the address; 0 when none was. */
export async function nextChainNonce(executor: Executor, network: string, fromAddress: string): Promise<number> {
  const { highest } = await executor
    .selectFrom('chain_sends')
    .select((eb) => eb.fn.max('nonce').as('highest'))
    .where('network', '=', network)
    .where('from_address', '=', fromAddress)
    .executeTakeFirstOrThrow();
  return highest === null ? 0 : Number(highest) + 1;
}

/** `failure`: why it failed for good; null: it is confirmed. */
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

/** It was final, and left the chain with its block: it is told to the network again, as if it had just been signed. */
export async function reopenChainSend(executor: Executor, network: string, idempotencyKey: string): Promise<void> {
  await executor
    .updateTable('chain_sends')
    .set({ settled: 0 })
    .where('network', '=', network)
    .where('idempotency_key', '=', idempotencyKey)
    .where('failure', 'is', null)
    .execute();
}

/** Which transaction of somebody else used the nonce of a payment; null: none that is part of the chain. */
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
