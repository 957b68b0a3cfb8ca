import { executorOf, type Database, type Executor } from '../database.ts';
import { acknowledgeMined, readAcknowledged } from './recovery/treasuryCounts.ts';
import type { NewEvmSend, NewEvmSendAttempt } from '../tables/chain.ts';

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
  const insertWithin = async (storage: object, send: NewEvmSend, attempt: NewEvmSendAttempt): Promise<boolean> => {
    const transaction = executorOf(storage);
    const inserted = await transaction
      .insertInto('evm_sends')
      .values({ ...send, network })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows !== 1n) return false;
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
      return highest === null ? 0 : Number(highest) + 1;
    },
    acknowledged: (address: string, mined: number) => readAcknowledged(database, { network, address, mined }),
    acknowledge: (transaction: object, address: string, mined: number) =>
      acknowledgeMined(executorOf(transaction), { network, address, mined }),
    insert: (send: NewEvmSend, attempt: NewEvmSendAttempt, fence?: (transaction: Executor) => Promise<unknown>) =>
      database.transaction().execute(async (transaction) => {
        await fence?.(transaction);
        return await insertWithin(transaction, send, attempt);
      }),
    insertWithin,
    insertAttempt: (attempt: NewEvmSendAttempt) => insertAttempt(attempt),
    settle: async (idempotencyKey: string, failure: string | null) => {
      await update(idempotencyKey).set({ settled: 1, failure }).execute();
    },
    writeConflictingHash: async (idempotencyKey: string, conflictingHash: string | null) => {
      await update(idempotencyKey).set({ conflicting_hash: conflictingHash }).execute();
    },
  };
}
