import { executorOf, type Database, type Executor } from '../../database.ts';
import type { MoneroCoinRow, MoneroSendRow, MoneroSpendRow, NewMoneroTransaction } from '../../tables/monero.ts';
import { acknowledgeMined, readAcknowledged } from '../recovery/treasuryCounts.ts';

interface NewPayments {
  transaction: NewMoneroTransaction;
  sends: readonly MoneroSendRow[];
  keyImages: readonly string[];
}

/** Undoes what a transaction has written so far. */
class TakenError extends Error {}

/** Transactions to list in one call */
const LISTED = 50;

/** Returns the storage that `ports/chain/monero/moneroStore.ts` declares, for one network. `treasury`: its address */
export function createMoneroStore(database: Database, network: string, treasury: string) {
  const transactions = database.selectFrom('monero_transactions').where('network', '=', network);
  const sends = database.selectFrom('monero_sends').where('network', '=', network);
  const spends = database.selectFrom('monero_spends').where('monero_spends.network', '=', network);

  /** Throws a TakenError, after which the transaction must be rolled back. */
  async function insertAll(executor: Executor, payments: NewPayments): Promise<void> {
    const { transaction, keyImages } = payments;
    await executor
      .insertInto('monero_transactions')
      .values({ ...transaction, network })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const [keys] = await executor
      .insertInto('monero_sends')
      .values(payments.sends.map((send) => ({ ...send, network })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await executor
      .insertInto('monero_send_inputs')
      .values(keyImages.map((key_image) => ({ network, key_image, spent_by: transaction.tx_hash })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { count } = await executor
      .selectFrom('monero_send_inputs')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('network', '=', network)
      .where('spent_by', '=', transaction.tx_hash)
      .executeTakeFirstOrThrow();
    const isEveryKeyNew = Number(keys?.numInsertedOrUpdatedRows) === payments.sends.length;
    if (!isEveryKeyNew || Number(count) !== keyImages.length) throw new TakenError('a key or a coin belongs to another payment');
  }

  const findCoins = async (publicKeys: readonly string[]): Promise<MoneroCoinRow[]> =>
    publicKeys.length === 0
      ? []
      : await database
          .selectFrom('monero_coins')
          .select(['public_key', 'tx_hash'])
          .where('network', '=', network)
          .where('public_key', 'in', publicKeys)
          .execute();

  return {
    restoreHeight: async (height: number) => {
      await database
        .insertInto('monero_wallets')
        .values({ network, restore_height: height })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const row = await database
        .selectFrom('monero_wallets')
        .select('restore_height')
        .where('network', '=', network)
        .executeTakeFirstOrThrow();
      return row.restore_height;
    },
    addAddress: async (keyIndex: number, address: string) => {
      await database
        .insertInto('monero_addresses')
        .values({ network, key_index: keyIndex, address })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    findAddresses: async (addresses: readonly string[]) =>
      addresses.length === 0
        ? []
        : await database
            .selectFrom('monero_addresses')
            .select(['key_index', 'address'])
            .where('network', '=', network)
            .where('address', 'in', addresses)
            .execute(),
    highestIndex: async () => {
      const row = await database
        .selectFrom('monero_addresses')
        .select('key_index')
        .where('network', '=', network)
        .orderBy('key_index', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.key_index ?? 0;
    },
    findCoins,
    claimCoins: async (coins: readonly MoneroCoinRow[]) => {
      if (coins.length === 0) return [];
      await database
        .insertInto('monero_coins')
        .values(coins.map((coin) => ({ ...coin, network })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return await findCoins(coins.map(({ public_key }) => public_key));
    },
    find: async (idempotencyKey: string) => {
      const send = await sends.selectAll().where('idempotency_key', '=', idempotencyKey).executeTakeFirst();
      if (!send) return undefined;
      return { send, transaction: await transactions.selectAll().where('tx_hash', '=', send.tx_hash).executeTakeFirstOrThrow() };
    },
    listUnsettled: async () => {
      const open = await transactions.selectAll().where('settled', '=', 0).orderBy('created_at').execute();
      const hashes = transactions.select('tx_hash').where('settled', '=', 0);
      const paid = await sends.selectAll().where('tx_hash', 'in', hashes).execute();
      const spent = await database
        .selectFrom('monero_send_inputs')
        .select(['key_image', 'spent_by'])
        .where('network', '=', network)
        .where('spent_by', 'in', hashes)
        .execute();
      return open.map((one) => ({
        ...one,
        sends: paid.filter(({ tx_hash }) => tx_hash === one.tx_hash),
        keyImages: spent.flatMap(({ key_image, spent_by }) => (spent_by === one.tx_hash ? [key_image] : [])),
      }));
    },
    filterKnown: async (txHashes: readonly string[]) => {
      if (txHashes.length === 0) return [];
      const known = transactions.where('tx_hash', 'in', txHashes).where('failure', 'is', null);
      return (await known.select('tx_hash').execute()).map(({ tx_hash }) => tx_hash);
    },
    filterOurs: async (txHashes: readonly string[]) => {
      if (txHashes.length === 0) return [];
      const found = await transactions.select('tx_hash').where('tx_hash', 'in', txHashes).execute();
      return found.map(({ tx_hash }) => tx_hash);
    },
    listSends: (txHash: string) => sends.selectAll().where('tx_hash', '=', txHash).orderBy('idempotency_key').execute(),
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
    noteConflict: async (txHash: string, height: number | null) => {
      await database
        .updateTable('monero_transactions')
        .set({ conflict_height: height })
        .where('network', '=', network)
        .where('tx_hash', '=', txHash)
        .where('settled', '=', 0)
        .execute();
    },
    settle: (txHash: string, failure: string | null) =>
      database.transaction().execute(async (storage) => {
        await storage
          .updateTable('monero_transactions')
          .set({ settled: 1, failure })
          .where('network', '=', network)
          .where('tx_hash', '=', txHash)
          .execute();
        if (failure === null) return;
        await storage.deleteFrom('monero_send_inputs').where('network', '=', network).where('spent_by', '=', txHash).execute();
      }),
    lastSpend: () => spends.selectAll().orderBy('position', 'desc').limit(1).executeTakeFirst(),
    addSpends: async (rows: readonly MoneroSpendRow[]) => {
      if (rows.length === 0) return;
      await database
        .insertInto('monero_spends')
        .values(rows.map((row) => ({ ...row, network })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    listSpends: (position: number) =>
      spends.selectAll().where('position', '>=', position).orderBy('position').limit(LISTED).execute(),
    firstUnknownSpend: async (from: number) => {
      const row = await spends
        .leftJoin('monero_transactions', (join) =>
          join
            .onRef('monero_transactions.network', '=', 'monero_spends.network')
            .onRef('monero_transactions.tx_hash', '=', 'monero_spends.tx_hash')
            .on('monero_transactions.failure', 'is', null),
        )
        .select('monero_spends.position')
        .where('monero_transactions.tx_hash', 'is', null)
        .where('monero_spends.position', '>=', from)
        .orderBy('monero_spends.position')
        .limit(1)
        .executeTakeFirst();
      return row?.position;
    },
    acknowledged: (mined: number) => readAcknowledged(database, { network, address: treasury, mined }),
    acknowledge: (storage: object, mined: number) => acknowledgeMined(executorOf(storage), { network, address: treasury, mined }),
  };
}
