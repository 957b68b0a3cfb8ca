import { sql } from 'kysely';
import { isPositive, subtract, sum, type Decimal } from '../../../contract/money.ts';
import { createBatcher } from '../../common/batcher.ts';
import { executorOf, type Database, type Executor } from '../database.ts';
import { lockInTransaction } from '../lockInTransaction.ts';
import type {
  EmbeddedBalanceTable,
  EmbeddedNetworkRow,
  EmbeddedSendTable,
  EmbeddedTransferTable,
  EmbeddedWalletAddressTable,
  NewEmbeddedNetwork,
} from '../tables/chain.ts';
import { acknowledgeMined, readAcknowledged } from './recovery/treasuryCounts.ts';

/** Well below SQLite's limit of 32,766 parameters per statement. */
const ADDRESSES_PER_QUERY = 500;
const READS_PER_QUERY = 500;
const ROWS_PER_STATEMENT = 200;

type EmbeddedChainQueries = ReturnType<typeof queriesOf>;

/**
 * Returns the storage that `ports/chain/embedded/embeddedChainStore.ts` declares. Every network is asked for its state again and again,
 * all at the same moment: such reads share a query.
 */
export function createEmbeddedChainStore(database: Database) {
  return {
    ...queriesOf(database),
    findNetwork: createBatcher(READS_PER_QUERY, async (networks: readonly string[]) => {
      const rows = await readNetworks(database, networks);
      return networks.map((network) => ({ result: rows.get(network) }));
    }),
    countSent: createBatcher(READS_PER_QUERY, async (payers: readonly Payer[]) => {
      const counts = await countSent(database, payers);
      return payers.map((payer) => ({ result: counts.get(payerKey(payer)) ?? NOTHING_SENT }));
    }),
    within: (transaction: object) => queriesOf(executorOf(transaction)),
    lock: <Result>(
      name: string,
      work: (transaction: EmbeddedChainQueries & { transaction: Executor }) => Promise<Result>,
    ): Promise<Result> =>
      database.transaction().execute(async (transaction) => {
        await lockInTransaction(transaction, name);
        return await work({ ...queriesOf(transaction), transaction });
      }),
  };
}

/** State of the embedded networks (D12). SQL compares heights but never amounts (D2). */
function queriesOf(executor: Executor) {
  const transfers = executor.selectFrom('chain_transfers').selectAll();
  const updateNetwork = async (changes: Partial<EmbeddedNetworkRow>, network: string): Promise<void> => {
    await executor.updateTable('chain_networks').set(changes).where('network', '=', network).execute();
  };
  return {
    findNetwork: async (network: string) => (await readNetworks(executor, [network])).get(network),
    listNetworks: () => executor.selectFrom('chain_networks').selectAll().execute(),
    insertNetwork: async (row: NewEmbeddedNetwork) => {
      await executor.insertInto('chain_networks').values(row).execute();
    },
    setClock: async (network: string, clock: Pick<EmbeddedNetworkRow, 'base_height' | 'base_at' | 'block_ms'>) =>
      await updateNetwork(clock, network),
    advance: async (network: string, blocks: number) => {
      await executor
        .updateTable('chain_networks')
        .set((row) => ({ base_height: row('base_height', '+', blocks) }))
        .where('network', '=', network)
        .execute();
    },
    setMode: async (mode: string, network: string) => await updateNetwork({ mode }, network),
    setFeeFactor: async (factor: Decimal, network: string) => await updateNetwork({ fee_factor: factor }, network),

    insertWalletAddresses: async (rows: readonly EmbeddedWalletAddressTable[]) => {
      for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
        await executor
          .insertInto('chain_wallet_addresses')
          .values(rows.slice(start, start + ROWS_PER_STATEMENT))
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
    },
    countWalletAddresses: async (network: string) => {
      const addresses = executor.selectFrom('chain_wallet_addresses').where('network', '=', network);
      const { last } = await addresses.select(({ fn }) => fn.max('position').as('last')).executeTakeFirstOrThrow();
      return afterHighest(last);
    },
    findWallet: async (network: string, address: string) => {
      const row = executor.selectFrom('chain_wallet_addresses').select('wallet').where('network', '=', network);
      return (await row.where('address', '=', address).executeTakeFirst())?.wallet;
    },

    insertTransfer: async (row: EmbeddedTransferTable) => {
      await executor.insertInto('chain_transfers').values(row).execute();
    },
    findTransfer: (network: string, txHash: string) =>
      transfers.where('network', '=', network).where('tx_hash', '=', txHash).executeTakeFirst(),
    listTransfersOf: (network: string, txHash: string) =>
      transfers.where('network', '=', network).where('tx_hash', '=', txHash).execute(),
    findTransferByKey: (network: string, idempotencyKey: string) =>
      executor
        .selectFrom('embedded_sends as send')
        .innerJoin('chain_transfers as transfer', (join) =>
          join
            .onRef('transfer.network', '=', 'send.network')
            .onRef('transfer.from_address', '=', 'send.from_address')
            .onRef('transfer.nonce', '=', 'send.nonce')
            .onRef('transfer.output', '=', 'send.output'),
        )
        .selectAll('transfer')
        .where('send.network', '=', network)
        .where('send.idempotency_key', '=', idempotencyKey)
        .executeTakeFirst(),
    writeSend: async (send: EmbeddedSendTable) => {
      const { from_address, nonce, output } = send;
      await executor
        .insertInto('embedded_sends')
        .values(send)
        .onConflict((conflict) => conflict.columns(['network', 'idempotency_key']).doUpdateSet({ from_address, nonce, output }))
        .execute();
    },
    countSent: async (payer: Payer) => (await countSent(executor, [payer])).get(payerKey(payer)) ?? NOTHING_SENT,
    acknowledge: (treasury: { network: string; address: string; mined: number }) => acknowledgeMined(executor, treasury),
    acknowledged: (treasury: { network: string; address: string; mined: number }) => readAcknowledged(executor, treasury),
    listTransfersFrom: (network: string, address: string, nonce: number, limit: number) =>
      transfers
        .where('network', '=', network)
        .where('from_address', '=', address)
        .where('nonce', '>=', nonce)
        .orderBy('nonce')
        .orderBy('output')
        .limit(limit)
        .execute(),
    listTransfersTo: async (network: string, addresses: readonly string[], aboveHeight: number) => {
      const rows: EmbeddedTransferTable[] = [];
      for (let start = 0; start < addresses.length; start += ADDRESSES_PER_QUERY) {
        const some = addresses.slice(start, start + ADDRESSES_PER_QUERY);
        const found = transfers.where('network', '=', network).where('to_address', 'in', some);
        rows.push(...(await found.where('block_height', '>', aboveHeight).execute()));
      }
      return rows.toSorted((left, right) => left.block_height - right.block_height || left.created_at - right.created_at);
    },
    listTransfersAbove: (network: string, aboveHeight: number) =>
      transfers
        .where('network', '=', network)
        .where('block_height', '>', aboveHeight)
        .orderBy('created_at', 'desc')
        .orderBy('tx_hash')
        .orderBy('output')
        .execute(),
    listRecentTransfers: (limit: number) => transfers.orderBy('created_at', 'desc').limit(limit).execute(),
    countUnconfirmed: async (network: string, height: number) => {
      const { pending } = await executor
        .selectFrom('chain_transfers')
        .select(({ fn }) => fn.countAll<number | string>().as('pending'))
        .where('network', '=', network)
        .where('block_height', '>', height)
        .executeTakeFirstOrThrow();
      return Number(pending);
    },
    sumChangeOf: async (network: string, address: string, instrument: string, aboveHeight: number) => {
      const payments = transfers.where('network', '=', network).where('from_address', '=', address);
      const rows = await payments.where('block_height', '>', aboveHeight).where('instrument', '=', instrument).execute();
      return sum(rows.map(({ change }) => change));
    },
    moveTransfers: async (network: string, aboveHeight: number, toHeight: number) => {
      await executor
        .updateTable('chain_transfers')
        .set({ block_height: toHeight })
        .where('network', '=', network)
        .where('block_height', '>', aboveHeight)
        .execute();
    },
    replaceTransfer: async (
      { network, tx_hash }: TransferKey,
      changes: Partial<Pick<EmbeddedTransferTable, 'tx_hash' | 'to_address' | 'holder' | 'memo' | 'block_height'>>,
    ) => {
      const update = executor.updateTable('chain_transfers').set(changes).where('network', '=', network);
      return (await update.where('tx_hash', '=', tx_hash).executeTakeFirst()).numUpdatedRows > 0n;
    },
    deleteTransfer: async ({ network, tx_hash }: TransferKey) => {
      const deletion = executor.deleteFrom('chain_transfers').where('network', '=', network).where('tx_hash', '=', tx_hash);
      return (await deletion.executeTakeFirst()).numDeletedRows === 1n;
    },

    findBalance: async (network: string, address: string, instrument: string) => {
      const balance = executor.selectFrom('chain_balances').select('amount').where('network', '=', network);
      return (await balance.where('address', '=', address).where('instrument', '=', instrument).executeTakeFirst())?.amount;
    },
    isHolder: async (network: string, address: string) => {
      const held = executor.selectFrom('chain_balances').select('amount').where('network', '=', network);
      return (await held.where('address', '=', address).execute()).some(({ amount }) => isPositive(amount));
    },
    findConfirmedBalance: async ({ network, address, instrument }: Omit<EmbeddedBalanceTable, 'amount'>, height: number) => {
      const rows = await executor
        .selectFrom('chain_balances as balance')
        .leftJoin('chain_transfers as transfer', (join) =>
          join
            .onRef('transfer.network', '=', 'balance.network')
            .onRef('transfer.holder', '=', 'balance.address')
            .onRef('transfer.instrument', '=', 'balance.instrument')
            .on('transfer.block_height', '>', height),
        )
        .select(['balance.amount as held', 'transfer.amount as unconfirmed'])
        .where('balance.network', '=', network)
        .where('balance.address', '=', address)
        .where('balance.instrument', '=', instrument)
        .execute();
      return subtract(rows[0]?.held ?? '0', sum(rows.map(({ unconfirmed }) => unconfirmed ?? '0')));
    },
    openBalances: async (balances: readonly EmbeddedBalanceTable[]) => {
      for (let start = 0; start < balances.length; start += ROWS_PER_STATEMENT) {
        await executor
          .insertInto('chain_balances')
          .values(balances.slice(start, start + ROWS_PER_STATEMENT))
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
    },
    replaceBalance: async (key: Omit<EmbeddedBalanceTable, 'amount'>, before: Decimal | undefined, after: Decimal) => {
      if (before === undefined) {
        const balance = executor.insertInto('chain_balances').values({ ...key, amount: after });
        const inserted = await balance.onConflict((conflict) => conflict.doNothing()).executeTakeFirst();
        return inserted.numInsertedOrUpdatedRows === 1n;
      }
      const updated = await executor
        .updateTable('chain_balances')
        .set({ amount: after })
        .where('network', '=', key.network)
        .where('address', '=', key.address)
        .where('instrument', '=', key.instrument)
        .where('amount', '=', before)
        .executeTakeFirst();
      return updated.numUpdatedRows === 1n;
    },
  };
}

async function readNetworks(executor: Executor, networks: readonly string[]): Promise<Map<string, EmbeddedNetworkRow>> {
  const known = executor
    .selectFrom('chain_networks')
    .selectAll()
    .where('network', 'in', [...new Set(networks)]);
  return new Map((await known.execute()).map((row) => [row.network, row]));
}

interface Payer {
  network: string;
  address: string;
}

interface SentCount {
  /** The nonce after the highest one, as the network has it and as the books have it */
  network: number;
  books: number;
  /** How many transactions were acknowledged; null: never */
  acknowledged: number | null;
}

const NOTHING_SENT: SentCount = { network: 0, books: 0, acknowledged: null };
const payerKey = ({ network, address }: Payer): string => `${network} ${address}`;

/** One query, so that the books know every payment that the network has. */
async function countSent(executor: Executor, payers: readonly Payer[]): Promise<Map<string, SentCount>> {
  const values = sql.join(payers.map(({ network, address }) => sql`(${network}, ${address})`));
  // A subquery for each payer: it reads the last row of an index.
  const { rows } = await sql<Payer & { mined: number | null; known: number | null; acknowledged: number | null }>`
    select column1 as network, column2 as address,
      (select max(nonce) from chain_transfers where network = column1 and from_address = column2) as mined,
      (select max(nonce) from embedded_sends where network = column1 and from_address = column2) as known,
      (select acknowledged from treasury_counts where network = column1 and address = column2) as acknowledged
    from (values ${values}) as payers`.execute(executor);
  return new Map(
    rows.map(({ network, address, mined, known, acknowledged }) => [
      payerKey({ network, address }),
      { network: afterHighest(mined), books: afterHighest(known), acknowledged },
    ]),
  );
}

const afterHighest = (nonce: number | null): number => (nonce === null ? 0 : nonce + 1);

type TransferKey = Pick<EmbeddedTransferTable, 'network' | 'tx_hash'>;
