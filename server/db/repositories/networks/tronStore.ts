import { executorOf, type Database, type Executor } from '../../database.ts';
import { lockInTransaction } from '../../lockInTransaction.ts';
import type { NewTronSend, TronReaderRow } from '../../tables/tron.ts';
import { acknowledgeMined, readAcknowledged } from '../recovery/treasuryCounts.ts';

const OUTGOING_PAGE = 5;

/** Returns the storage that `ports/chain/tron/tronStore.ts` declares, for one network. `treasury`: its address */
export function createTronStore(database: Database, network: string, treasury: string) {
  const sends = database.selectFrom('tron_sends').where('network', '=', network);
  const outgoing = database.selectFrom('tron_outgoing').where('network', '=', network);
  const readReader = (executor: Executor) =>
    executor
      .selectFrom('tron_readers')
      .select(['height', 'time', 'quiet_until'])
      .where('network', '=', network)
      .executeTakeFirst();
  const insertWithin = async (storage: object, send: NewTronSend): Promise<boolean> => {
    const inserted = await executorOf(storage)
      .insertInto('tron_sends')
      .values({ ...send, network })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return inserted.numInsertedOrUpdatedRows === 1n || (await revive(executorOf(storage), send));
  };
  /** Stores the payment of a transaction that was called dead. Returns false when it was not, or the key has another one. */
  const revive = async (executor: Executor, send: NewTronSend): Promise<boolean> => {
    const live = executor.selectFrom('tron_sends').where('network', '=', network).where('outcome', '!=', 'EXPIRED');
    if (await live.select('tx_hash').where('idempotency_key', '=', send.idempotency_key).executeTakeFirst()) return false;
    const updated = await executor
      .updateTable('tron_sends')
      .set({ ...send, outcome: send.outcome ?? 'PENDING' })
      .where('network', '=', network)
      .where('tx_hash', '=', send.tx_hash)
      .where('outcome', '=', 'EXPIRED')
      .executeTakeFirst();
    return updated.numUpdatedRows === 1n;
  };
  const countOutgoing = async (executor: Executor): Promise<number> => {
    const { count } = await executor
      .selectFrom('tron_outgoing')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('network', '=', network)
      .executeTakeFirstOrThrow();
    return Number(count);
  };

  return {
    find: (idempotencyKey: string) =>
      sends.selectAll().where('idempotency_key', '=', idempotencyKey).where('outcome', '!=', 'EXPIRED').executeTakeFirst(),
    listPending: (fromAddress?: string) =>
      sends
        .selectAll()
        .where('outcome', '=', 'PENDING')
        .$if(fromAddress !== undefined, (query) => query.where('from_address', '=', fromAddress ?? ''))
        .orderBy('created_at')
        .execute(),
    insert: (send: NewTronSend, fence?: (storage: Executor) => Promise<unknown>) =>
      database.transaction().execute(async (storage) => {
        await fence?.(storage);
        return await insertWithin(storage, send);
      }),
    insertWithin,
    settle: async (txHash: string, outcome: 'CONFIRMED' | 'FAILED' | 'EXPIRED') => {
      await database
        .updateTable('tron_sends')
        .set({ outcome })
        .where('network', '=', network)
        .where('tx_hash', '=', txHash)
        .where('outcome', '=', 'PENDING')
        .execute();
    },
    reader: () => readReader(database),
    advance: async (from: TronReaderRow | undefined, to: TronReaderRow, txHashes: readonly string[]) => {
      await database.transaction().execute(async (transaction) => {
        await lockInTransaction(transaction, `reader of ${network}`);
        if ((await readReader(transaction))?.height !== from?.height) return;
        const first = await countOutgoing(transaction);
        const rows = txHashes.map((tx_hash, place) => ({ network, position: first + place, tx_hash }));
        if (rows.length > 0) await transaction.insertInto('tron_outgoing').values(rows).execute();
        await transaction
          .insertInto('tron_readers')
          .values({ ...to, network })
          .onConflict((conflict) => conflict.column('network').doUpdateSet(to))
          .execute();
      });
    },
    countOutgoing: () => countOutgoing(database),
    firstUnknown: async (from: number) => {
      const found = await database
        .selectFrom('tron_outgoing as one')
        .leftJoin('tron_sends as ours', (join) =>
          join
            .onRef('ours.network', '=', 'one.network')
            .onRef('ours.tx_hash', '=', 'one.tx_hash')
            // A dead transaction that is in a block after all was paid twice: the books do not know it.
            .on('ours.outcome', '!=', 'EXPIRED'),
        )
        .select('one.position')
        .where('one.network', '=', network)
        .where('one.position', '>=', from)
        .where('ours.tx_hash', 'is', null)
        .orderBy('one.position')
        .limit(1)
        .executeTakeFirst();
      return found?.position;
    },
    findKnown: async (txHashes: readonly string[]): Promise<ReadonlySet<string>> => {
      if (txHashes.length === 0) return new Set();
      const found = await sends.select('tx_hash').where('tx_hash', 'in', txHashes).where('outcome', '!=', 'EXPIRED').execute();
      return new Set(found.map(({ tx_hash }) => tx_hash));
    },
    listOutgoing: (position: number) =>
      outgoing
        .select(['position', 'tx_hash'])
        .where('position', '>=', position)
        .orderBy('position')
        .limit(OUTGOING_PAGE)
        .execute(),
    acknowledged: (mined: number) => readAcknowledged(database, { network, address: treasury, mined }),
    acknowledge: (storage: object, mined: number) => acknowledgeMined(executorOf(storage), { network, address: treasury, mined }),
  };
}
