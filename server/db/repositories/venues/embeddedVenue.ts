import type { Decimal } from '../../../../contract/money.ts';
import type { Database, Executor } from '../../database.ts';
import { lockInTransaction } from '../../lockInTransaction.ts';
import type { EmbeddedVenueFillTable, EmbeddedVenueOrder, EmbeddedVenueTransferTable } from '../../tables/venues.ts';
import { findHostSetting, writeHostSetting } from '../hostSettings.ts';

const MODE = 'venue mode';

/** Returns the storage that `ports/venue/embedded/embeddedVenueStore.ts` declares. */
export function createEmbeddedVenueStore(database: Database) {
  return {
    findMode: () => findHostSetting(database, MODE),
    writeMode: (mode: string) => writeHostSetting(database, MODE, mode),
    lock: <Result>(work: (books: ReturnType<typeof booksOf>) => Promise<Result>): Promise<Result> =>
      database.transaction().execute(async (transaction) => {
        await lockInTransaction(transaction, 'embedded venue');
        return await work(booksOf(transaction));
      }),
  };
}

function booksOf(executor: Executor) {
  return {
    balances: async () => {
      const rows = await executor.selectFrom('embedded_venue_balances').selectAll().execute();
      return new Map(rows.map(({ coin, amount }) => [coin, amount]));
    },
    writeBalance: async (coin: string, amount: Decimal) => {
      await executor
        .insertInto('embedded_venue_balances')
        .values({ coin, amount })
        .onConflict((conflict) => conflict.column('coin').doUpdateSet({ amount }))
        .execute();
    },
    addOrder: async (order: EmbeddedVenueOrder) => {
      await executor.insertInto('embedded_venue_orders').values(order).execute();
    },
    updateOrder: async (id: string, changes: Pick<EmbeddedVenueOrder, 'filled' | 'is_ended'>) => {
      await executor.updateTable('embedded_venue_orders').set(changes).where('id', '=', id).execute();
    },
    listByClientId: async (clientId: string) =>
      await executor
        .selectFrom('embedded_venue_orders')
        .selectAll()
        .where('client_id', '=', clientId)
        .orderBy('due_at')
        .orderBy('id')
        .execute(),
    listDue: async (now: number) =>
      await executor
        .selectFrom('embedded_venue_orders')
        .selectAll()
        .where('is_ended', '=', 0)
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .orderBy('id')
        .execute(),
    addFill: async (fill: EmbeddedVenueFillTable) => {
      await executor.insertInto('embedded_venue_fills').values(fill).execute();
    },
    listFills: async (coin: string, since: number) =>
      await executor
        .selectFrom('embedded_venue_fills')
        .selectAll()
        .where('coin', '=', coin)
        .where('at', '>=', since)
        .orderBy('at')
        .orderBy('id')
        .execute(),
    addTransfer: async (transfer: EmbeddedVenueTransferTable) => {
      await executor.insertInto('embedded_venue_transfers').values(transfer).execute();
    },
    listTransfers: async (since: number) =>
      await executor
        .selectFrom('embedded_venue_transfers')
        .selectAll()
        .where('at', '>=', since)
        .orderBy('at')
        .orderBy('id')
        .execute(),
  };
}
