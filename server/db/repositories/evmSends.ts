import type { Insertable, Selectable } from 'kysely';
import type { Executor } from '../database.ts';
import type { EvmSendAttemptTable, EvmSendTable } from '../tables/chain.ts';

/** Sends on real networks and the transactions signed for them. */

export type EvmSendRow = Selectable<EvmSendTable>;
export type EvmSendAttemptRow = Selectable<EvmSendAttemptTable>;

export function findEvmSend(executor: Executor, network: string, idempotencyKey: string): Promise<EvmSendRow | undefined> {
  return executor
    .selectFrom('evm_sends')
    .selectAll()
    .where('network', '=', network)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst();
}

/** Returns false without writing if the idempotency key or the nonce is taken. */
export async function insertEvmSend(executor: Executor, row: Insertable<EvmSendTable>): Promise<boolean> {
  const inserted = await executor
    .insertInto('evm_sends')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** Idempotent: two processes that bump a fee at the same time sign the same transaction. */
export async function insertEvmSendAttempt(executor: Executor, row: Insertable<EvmSendAttemptTable>): Promise<void> {
  await executor
    .insertInto('evm_send_attempts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns the attempts of a send, oldest first. The last one pays the highest fee. */
export function listEvmSendAttempts(executor: Executor, network: string, idempotencyKey: string): Promise<EvmSendAttemptRow[]> {
  return executor
    .selectFrom('evm_send_attempts')
    .selectAll()
    .where('network', '=', network)
    .where('idempotency_key', '=', idempotencyKey)
    .orderBy('created_at')
    .execute();
}

/** Returns sends that are not final, in the order in which they must reach the network. */
export function listUnsettledEvmSends(executor: Executor, network: string, fromAddress?: string): Promise<EvmSendRow[]> {
  const unsettled = executor.selectFrom('evm_sends').selectAll().where('network', '=', network).where('settled', '=', 0);
  const ofAddress = fromAddress === undefined ? unsettled : unsettled.where('from_address', '=', fromAddress);
  return ofAddress.orderBy('from_address').orderBy('nonce').execute();
}

/** Returns the nonce after the highest one assigned to the address, or 0 if none was assigned. */
export async function nextEvmNonce(executor: Executor, network: string, fromAddress: string): Promise<number> {
  const { highest } = await executor
    .selectFrom('evm_sends')
    .select((eb) => eb.fn.max('nonce').as('highest'))
    .where('network', '=', network)
    .where('from_address', '=', fromAddress)
    .executeTakeFirstOrThrow();
  return highest === null ? 0 : Number(highest) + 1;
}

/** Marks a send as final. `failure` is null if it is confirmed, otherwise the reason why it failed permanently. */
export async function settleEvmSend(
  executor: Executor,
  network: string,
  idempotencyKey: string,
  failure: string | null,
): Promise<void> {
  await executor
    .updateTable('evm_sends')
    .set({ settled: 1, failure })
    .where('network', '=', network)
    .where('idempotency_key', '=', idempotencyKey)
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
    .updateTable('evm_sends')
    .set({ conflicting_hash: conflictingHash })
    .where('network', '=', network)
    .where('idempotency_key', '=', idempotencyKey)
    .execute();
}
