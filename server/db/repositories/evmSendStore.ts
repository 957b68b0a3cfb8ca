import { executorOf, type Database, type Executor } from '../database.ts';
import { acknowledgeMined, readAcknowledged } from './recovery/treasuryCounts.ts';
import type { NewEvmSend, NewEvmSendAttempt } from '../tables/chain.ts';

/** Rolls a batch back. */
class TakenError extends Error {}

/** Returns the storage that `ports/chain/evm/evmSendStore.ts` declares, for one network. */
export function createEvmSendStore(database: Database, network: string) {
  const sends = database.selectFrom('evm_sends').where('network', '=', network);
  const update = (idempotencyKey: string) =>
    database.updateTable('evm_sends').where('network', '=', network).where('idempotency_key', '=', idempotencyKey);
  const insertAttempt = async (attempt: NewEvmSendAttempt, executor: Executor = database): Promise<void> => {
    await executor
      .insertInto('evm_send_attempts')
      .values({ ...attempt, network })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  };
  const insertSend = async (transaction: Executor, send: NewEvmSend): Promise<boolean> => {
    const inserted = await transaction
      .insertInto('evm_sends')
      .values({ ...send, network })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return inserted.numInsertedOrUpdatedRows === 1n;
  };
  const releaseNonce = async (idempotencyKey: string, executor: Executor = database): Promise<void> => {
    const { lowest } = await executor
      .selectFrom('evm_sends')
      .select(({ fn }) => fn.min('nonce').as('lowest'))
      .where('network', '=', network)
      .executeTakeFirstOrThrow();
    // Below every other one, so that it equals none of them.
    const nonce = Math.min(Number(lowest ?? 0), 0) - 1;
    await executor
      .updateTable('evm_sends')
      .set({ nonce })
      .where('network', '=', network)
      .where('idempotency_key', '=', idempotencyKey)
      .execute();
  };
  const insertWithin = async (storage: object, send: NewEvmSend, attempt: NewEvmSendAttempt): Promise<boolean> => {
    const transaction = executorOf(storage);
    if (!(await insertSend(transaction, send))) return false;
    await insertAttempt(attempt, transaction);
    return true;
  };
  return {
    find: (idempotencyKey: string) => sends.selectAll().where('idempotency_key', '=', idempotencyKey).executeTakeFirst(),
    listUnsettled: (fromAddress?: string) =>
      sends
        .selectAll()
        .where('settled', '=', 0)
        .$if(fromAddress !== undefined, (query) => query.where('from_address', '=', fromAddress ?? ''))
        .orderBy('from_address')
        .orderBy('nonce')
        .execute(),
    listAttempts: (idempotencyKey: string) =>
      database
        .selectFrom('evm_send_attempts')
        .selectAll()
        .where('network', '=', network)
        .where('idempotency_key', '=', idempotencyKey)
        .orderBy('created_at')
        .execute(),
    nextNonce: async (fromAddress: string) => {
      const { highest } = await sends
        .select(({ fn }) => fn.max('nonce').as('highest'))
        .where('from_address', '=', fromAddress)
        .executeTakeFirstOrThrow();
      // Released nonces are negative.
      return highest === null ? 0 : Math.max(0, Number(highest) + 1);
    },
    findAt: (fromAddress: string, nonce: number) =>
      sends.selectAll().where('from_address', '=', fromAddress).where('nonce', '=', nonce).executeTakeFirst(),
    firstTakenNonce: async (fromAddress: string, from: number) => {
      const { lowest } = await sends
        .select(({ fn }) => fn.min('nonce').as('lowest'))
        .where('from_address', '=', fromAddress)
        .where('nonce', '>=', from)
        .where('conflicting_hash', 'is not', null)
        .where((where) => where.or([where('settled', '=', 0), where('failure', 'is not', null)]))
        .executeTakeFirstOrThrow();
      return lowest === null ? undefined : Number(lowest);
    },
    acknowledged: (address: string, mined: number) => readAcknowledged(database, { network, address, mined }),
    acknowledge: (transaction: object, address: string, mined: number) =>
      acknowledgeMined(executorOf(transaction), { network, address, mined }),
    insert: (send: NewEvmSend, attempt: NewEvmSendAttempt, fence?: (transaction: Executor) => Promise<unknown>) =>
      database.transaction().execute(async (transaction) => {
        await fence?.(transaction);
        return await insertWithin(transaction, send, attempt);
      }),
    insertBatch: async (
      batch: NewEvmSend,
      moved: readonly NewEvmSend[],
      attempt: NewEvmSendAttempt,
      fence?: (transaction: Executor) => Promise<unknown>,
    ) => {
      try {
        await database.transaction().execute(async (transaction) => {
          await fence?.(transaction);
          for (const send of moved) if (!(await insertSend(transaction, send))) throw new TakenError();
          if (!(await insertWithin(transaction, batch, attempt))) throw new TakenError();
        });
        return true;
      } catch (error) {
        if (error instanceof TakenError) return false;
        throw error;
      }
    },
    listMoved: (batchKey: string) =>
      sends
        .selectAll()
        .where('batch_key', '=', batchKey)
        .where('idempotency_key', '<>', batchKey)
        .orderBy('idempotency_key')
        .execute(),
    releaseNonce: (idempotencyKey: string) => releaseNonce(idempotencyKey),
    insertAdopted: async (storage: object, send: NewEvmSend, attempt: NewEvmSendAttempt) => {
      const transaction = executorOf(storage);
      const loser = await transaction
        .selectFrom('evm_sends')
        .select('idempotency_key')
        .where('network', '=', network)
        .where('from_address', '=', send.from_address)
        .where('nonce', '=', send.nonce)
        .where('conflicting_hash', '=', attempt.tx_hash)
        .executeTakeFirst();
      if (loser) await releaseNonce(loser.idempotency_key, transaction);
      return await insertWithin(transaction, send, attempt);
    },
    insertAttempt: (attempt: NewEvmSendAttempt) => insertAttempt(attempt),
    settle: async (idempotencyKey: string, failure: string | null) => {
      await update(idempotencyKey).set({ settled: 1, failure }).execute();
    },
    writeConflictingHash: async (idempotencyKey: string, conflictingHash: string | null) => {
      await update(idempotencyKey).set({ conflicting_hash: conflictingHash }).execute();
    },
  };
}
