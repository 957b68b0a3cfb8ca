import { executorOf, type Database, type Executor } from '../../database.ts';
import type { BitcoinSendRow, NewBitcoinTransaction } from '../../tables/bitcoin.ts';
import { acknowledgeMined, readAcknowledged } from '../recovery/treasuryCounts.ts';
import { createBitcoinBlockStore } from './bitcoinBlockStore.ts';

interface NewPayments {
  transaction: NewBitcoinTransaction;
  sends: readonly BitcoinSendRow[];
  inputs: readonly { txHash: string; output: number }[];
}

/** Undoes what a transaction has written so far. */
class TakenError extends Error {}

/** Returns the storage that `ports/chain/bitcoin/bitcoinStore.ts` declares, for one network. `treasury`: its address */
export function createBitcoinStore(database: Database, network: string, treasury: string) {
  const transactions = database.selectFrom('bitcoin_transactions').where('network', '=', network);
  const inputs = database.selectFrom('bitcoin_send_inputs').where('network', '=', network);

  /** Throws a TakenError, after which the transaction must be rolled back. */
  async function insertAll(executor: Executor, payments: NewPayments): Promise<void> {
    const { transaction, sends } = payments;
    await executor
      .insertInto('bitcoin_transactions')
      .values({ ...transaction, network })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const spent = payments.inputs.map(({ txHash, output }) => ({
      network,
      tx_hash: txHash,
      output,
      spent_by: transaction.tx_hash,
    }));
    const isEveryKeyNew = await insertSends(executor, sends);
    await executor
      .insertInto('bitcoin_send_inputs')
      .values(spent)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { count } = await executor
      .selectFrom('bitcoin_send_inputs')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('network', '=', network)
      .where('spent_by', '=', transaction.tx_hash)
      .executeTakeFirstOrThrow();
    if (!isEveryKeyNew || Number(count) !== spent.length) throw new TakenError('a key or a coin belongs to another payment');
  }

  async function insertSends(executor: Executor, sends: readonly BitcoinSendRow[]): Promise<boolean> {
    if (sends.length === 0) return true;
    const [keys] = await executor
      .insertInto('bitcoin_sends')
      .values(sends.map((send) => ({ ...send, network })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return Number(keys?.numInsertedOrUpdatedRows) === sends.length;
  }

  const blocks = createBitcoinBlockStore(database, network);

  return {
    ...blocks,
    requireUnspent: async (storage: object, coins: readonly { txHash: string; output: number }[]) => {
      if (await blocks.isAnySpent(executorOf(storage), coins)) throw new TakenError('a block spends one of the coins');
    },
    find: async (idempotencyKey: string) => {
      const send = await database
        .selectFrom('bitcoin_sends')
        .selectAll()
        .where('network', '=', network)
        .where('idempotency_key', '=', idempotencyKey)
        .executeTakeFirst();
      if (!send) return undefined;
      return { send, transaction: await transactions.selectAll().where('tx_hash', '=', send.tx_hash).executeTakeFirstOrThrow() };
    },
    listUnsettled: async () => {
      const open = await transactions.selectAll().where('settled', '=', 0).orderBy('created_at').execute();
      const spenders = transactions.select('tx_hash').where('settled', '=', 0);
      const spent = await inputs.select(['tx_hash', 'output', 'spent_by']).where('spent_by', 'in', spenders).execute();
      return open.map((one) => ({ ...one, inputs: spent.filter(({ spent_by }) => spent_by === one.tx_hash) }));
    },
    listSends: async (txHash: string) => {
      const sends = database.selectFrom('bitcoin_sends').selectAll().where('network', '=', network);
      const found = await sends.where('tx_hash', '=', txHash).execute();
      // Not by the database, whose order depends on its settings.
      return found.toSorted((left, right) => (left.idempotency_key < right.idempotency_key ? -1 : 1));
    },
    listBumps: (txHash: string) => transactions.selectAll().where('bumps', '=', txHash).where('failure', 'is', null).execute(),
    listFailed: async (txHashes: readonly string[]) => {
      if (txHashes.length === 0) return [];
      const failed = transactions.select('tx_hash').where('failure', 'is not', null).where('tx_hash', 'in', txHashes);
      return (await failed.execute()).map(({ tx_hash }) => tx_hash);
    },
    listInputs: (txHash: string) => inputs.select(['tx_hash as txHash', 'output']).where('spent_by', '=', txHash).execute(),
    listChange: async (txHashes: readonly string[]) => {
      if (txHashes.length === 0) return [];
      const found = await transactions
        .select(['tx_hash as txHash', 'change_output as output'])
        .where('tx_hash', 'in', txHashes)
        .where('change_output', 'is not', null)
        .execute();
      return found.map(({ txHash, output }) => ({ txHash, output: output ?? 0 }));
    },
    insert: async (payments: NewPayments, fence?: (storage: Executor) => Promise<unknown>) => {
      try {
        await database.transaction().execute(async (storage) => {
          await fence?.(storage);
          await insertAll(storage, payments);
        });
        return true;
      } catch (error) {
        if (error instanceof TakenError) return false;
        throw error;
      }
    },
    insertWithin: async (storage: object, payments: NewPayments) => {
      await insertAll(executorOf(storage), payments);
    },
    settle: (txHash: string, failure: string | null) =>
      database.transaction().execute(async (storage) => {
        await storage
          .updateTable('bitcoin_transactions')
          .set({ settled: 1, failure })
          .where('network', '=', network)
          .where('tx_hash', '=', txHash)
          .execute();
        if (failure === null) return;
        await storage.deleteFrom('bitcoin_send_inputs').where('network', '=', network).where('spent_by', '=', txHash).execute();
      }),
    acknowledged: (mined: number) => readAcknowledged(database, { network, address: treasury, mined }),
    acknowledge: (storage: object, mined: number) => acknowledgeMined(executorOf(storage), { network, address: treasury, mined }),
  };
}
