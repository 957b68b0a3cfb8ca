import { sql } from 'kysely';
import { normaliseAddress } from '../../../server/instruments/addresses/index.ts';
import { findOrder } from '../../../server/db/repositories/orders.ts';
import { networkOf } from '../support/customer.ts';
import { execute, listCorruptions, type Books } from './corruption.ts';

/** Lets the customer of the unpaid order pay without anybody seeing it. */
async function payUnseen({ database, orders }: Books): Promise<void> {
  const order = await findOrder(database, orders.unpaid);
  const address = normaliseAddress(networkOf('eth'), order?.deposit_address ?? '');
  await execute(
    { database },
    sql`insert into chain_balances (network, address, instrument, amount) values ('ethereum', ${address}, 'eth', '0.15')`,
  );
}

const setOrder = (orderId: string, column: string, value: string | number) =>
  sql`update orders set ${sql.ref(column)} = ${value} where id = ${orderId}`;

/** Changes that let a customer's payment go unseen. */
export const watchingCorruptions = listCorruptions('watching', [
  [
    'an unpaid order is not watched any more',
    ({ unpaid }) => `order:${unpaid}:watch_until`,
    ({ orders, ...books }) => execute(books, setOrder(orders.unpaid, 'watch_until', 0)),
  ],
  [
    'an unpaid order is marked as ended long ago',
    ({ unpaid }) => `order:${unpaid}:watch_until`,
    ({ orders, ...books }) => execute(books, setOrder(orders.unpaid, 'ended_at', 1)),
  ],
  [
    'an order gets the index of another address',
    () => 'address:ethereum:',
    ({ orders, ...books }) => execute(books, setOrder(orders.unpaid, 'deposit_index', 1_000)),
  ],
  [
    'the cursor of a network moved ahead, and a customer paid',
    () => 'address:ethereum:',
    async (books) => {
      const later = Date.now() + 3_600_000;
      await execute(
        books,
        sql`update network_cursors set cursor = '900000000', read_until = ${later} where network = 'ethereum'`,
      );
      await payUnseen(books);
    },
  ],
  [
    'an unpaid order is deleted with all its rows, and its customer paid',
    () => 'unused:eth:',
    async (books) => {
      await payUnseen(books);
      const { unpaid } = books.orders;
      for (const table of ['signed_documents', 'order_events', 'order_origins', 'reservations']) {
        await execute(books, sql`delete from ${sql.ref(table)} where order_id = ${unpaid}`);
      }
      await execute(books, sql`delete from orders where id = ${unpaid}`);
    },
  ],
  [
    'the counter of deposit addresses is moved back',
    () => 'indexes',
    (books) => execute(books, sql`update counters set value = 1 where name = 'deposit_index'`),
  ],
]);
