import type { Database, Executor } from '../../database.ts';
import { lockInTransaction } from '../../lockInTransaction.ts';
import type { BitcoinBlockRow, NewBitcoinCoin } from '../../tables/bitcoin.ts';

interface Coin {
  txHash: string;
  output: number;
}
interface ReadBlock extends BitcoinBlockRow {
  coins: readonly NewBitcoinCoin[];
  spends: readonly (Coin & { spentBy: string })[];
}

/** Blocks whose hashes are kept: a deeper reorg stops the network for an operator. */
const KEPT_BLOCKS = 2_000;
const SPENDS_PAGE = 5;
/** Values in one list of a statement, far below the limits of both databases */
const MAX_LISTED = 500;
const MAX_INSERTED = 100;

/** Returns the part of `ports/chain/bitcoin/bitcoinStore.ts` about addresses and blocks, for one network. */
export function createBitcoinBlockStore(database: Database, network: string) {
  const lock = `blocks of ${network}`;
  const coins = database.selectFrom('bitcoin_coins').where('network', '=', network);
  const scripts = database.selectFrom('bitcoin_scripts').where('network', '=', network);
  const readTip = (executor: Executor) =>
    executor
      .selectFrom('bitcoin_blocks')
      .select(['height', 'hash', 'time'])
      .where('network', '=', network)
      .orderBy('height', 'desc')
      .limit(1)
      .executeTakeFirst();
  const isSame = (left: BitcoinBlockRow | undefined, right: BitcoinBlockRow | undefined): boolean =>
    left?.height === right?.height && left?.hash === right?.hash;

  /** Runs work on the blocks alone, if `expected` is still the newest one. Returns whether it was. */
  const onTip = (expected: BitcoinBlockRow | undefined, work: (transaction: Executor) => Promise<void>): Promise<boolean> =>
    database.transaction().execute(async (transaction) => {
      await lockInTransaction(transaction, lock);
      if (!isSame(await readTip(transaction), expected)) return false;
      await work(transaction);
      return true;
    });

  /** What spent our coins, with our transaction of the same hash */
  const spends = () =>
    database
      .selectFrom('bitcoin_spends as spend')
      .leftJoin('bitcoin_transactions as ours', (join) =>
        join.onRef('ours.network', '=', 'spend.network').onRef('ours.tx_hash', '=', 'spend.tx_hash'),
      )
      .where('spend.network', '=', network);

  async function countSpends(executor: Executor): Promise<number> {
    const { count } = await executor
      .selectFrom('bitcoin_spends')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('network', '=', network)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  async function findCoins(executor: Executor, names: readonly Coin[]) {
    const found = await inParts([...new Set(names.map(({ txHash }) => txHash))], (some) =>
      executor.selectFrom('bitcoin_coins').selectAll().where('network', '=', network).where('tx_hash', 'in', some).execute(),
    );
    const wanted = new Set(names.map(({ txHash, output }) => `${txHash}:${output}`));
    return found.filter(({ tx_hash, output }) => wanted.has(`${tx_hash}:${output}`));
  }

  async function addSpends(transaction: Executor, { height, hash, spends }: ReadBlock): Promise<void> {
    const spenders = [...new Set(spends.map(({ spentBy }) => spentBy))];
    if (spenders.length === 0) return;
    const first = await countSpends(transaction);
    const rows = spenders.map((tx_hash, place) => ({
      network,
      position: first + place,
      tx_hash,
      block_height: height,
      block_hash: hash,
    }));
    await insertInParts(rows, (some) => transaction.insertInto('bitcoin_spends').values(some).execute());
    for (const { txHash, output, spentBy } of spends) {
      await transaction
        .updateTable('bitcoin_coins')
        .set({ spent_by: spentBy, spent_height: height })
        .where('network', '=', network)
        .where('tx_hash', '=', txHash)
        .where('output', '=', output)
        .execute();
    }
  }

  return {
    addScript: async (keyIndex: number, script: string) => {
      await database
        .insertInto('bitcoin_scripts')
        .values({ network, key_index: keyIndex, script })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    listScripts: (fromIndex: number) =>
      scripts.select(['key_index as keyIndex', 'script']).where('key_index', '>=', fromIndex).orderBy('key_index').execute(),
    tip: () => readTip(database),
    blockAt: (height: number) =>
      database
        .selectFrom('bitcoin_blocks')
        .select(['height', 'hash', 'time'])
        .where('network', '=', network)
        .where('height', '=', height)
        .executeTakeFirst(),
    addBlock: (block: ReadBlock, parent: BitcoinBlockRow | undefined) =>
      onTip(parent, async (transaction) => {
        const { height, hash, time } = block;
        await transaction.insertInto('bitcoin_blocks').values({ network, height, hash, time }).execute();
        await transaction
          .deleteFrom('bitcoin_blocks')
          .where('network', '=', network)
          .where('height', '<', height - KEPT_BLOCKS)
          .execute();
        const rows = block.coins.map((coin) => ({ ...coin, network }));
        await insertInParts(rows, (some) => transaction.insertInto('bitcoin_coins').values(some).execute());
        await addSpends(transaction, block);
      }),
    removeAbove: async (height: number, tip: BitcoinBlockRow) => {
      await onTip(tip, async (transaction) => {
        await transaction
          .updateTable('bitcoin_coins')
          .set({ spent_by: null, spent_height: null })
          .where('network', '=', network)
          .where('spent_height', '>', height)
          .execute();
        for (const table of ['bitcoin_coins', 'bitcoin_spends'] as const) {
          await transaction.deleteFrom(table).where('network', '=', network).where('block_height', '>', height).execute();
        }
        await transaction.deleteFrom('bitcoin_blocks').where('network', '=', network).where('height', '>', height).execute();
      });
    },
    listArrivals: async (keyIndexes: readonly number[], aboveHeight: number) => {
      const found = await inParts(keyIndexes, (some) =>
        coins.selectAll().where('key_index', 'in', some).where('block_height', '>', aboveHeight).execute(),
      );
      return found.toSorted((left, right) => left.block_height - right.block_height || left.output - right.output);
    },
    listUnspent: () => coins.selectAll().where('spent_by', 'is', null).execute(),
    heightOf: async (txHash: string) => {
      const paid = await coins.select('block_height').where('tx_hash', '=', txHash).executeTakeFirst();
      if (paid) return paid.block_height;
      return (await coins.select('spent_height').where('spent_by', '=', txHash).executeTakeFirst())?.spent_height ?? undefined;
    },
    findCoins: (names: readonly Coin[]) => findCoins(database, names),
    isAnySpent: async (transaction: Executor, names: readonly Coin[]) => {
      // No block is added meanwhile.
      await lockInTransaction(transaction, lock);
      return (await findCoins(transaction, names)).some(({ spent_by }) => spent_by !== null);
    },
    countSpends: () => countSpends(database),
    firstUnknownSpend: async (from: number) => {
      const found = await spends()
        .select('spend.position')
        .where('spend.position', '>=', from)
        .where('ours.tx_hash', 'is', null)
        .orderBy('spend.position')
        .limit(1)
        .executeTakeFirst();
      return found?.position;
    },
    listSpends: async (position: number) => {
      const found = await spends()
        .select([
          'spend.position',
          'spend.tx_hash as txHash',
          'spend.block_height as blockHeight',
          'spend.block_hash as blockHash',
          'ours.tx_hash as known',
        ])
        .where('spend.position', '>=', position)
        .orderBy('spend.position')
        .limit(SPENDS_PAGE)
        .execute();
      return found.map(({ known, ...spend }) => ({ ...spend, isKnown: known !== null }));
    },
  };
}

async function insertInParts<Row>(rows: readonly Row[], insert: (some: Row[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += MAX_INSERTED) await insert(rows.slice(start, start + MAX_INSERTED));
}

async function inParts<Value, Row>(values: readonly Value[], read: (some: readonly Value[]) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let start = 0; start < values.length; start += MAX_LISTED)
    rows.push(...(await read(values.slice(start, start + MAX_LISTED))));
  return rows;
}
