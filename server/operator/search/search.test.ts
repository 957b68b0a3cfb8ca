import { CompiledQuery, sql, type Compilable } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { OrdersInput } from '../../../contract/console/search.ts';
import { DATABASES } from '../../../tests/support/databases.ts';
import { startOrderHostOn } from '../../../tests/support/orderHosts.ts';
import { startSwap, addCustomer as addAffiliate } from '../../affiliates/testing/customers.ts';
import type { Executor } from '../../db/database.ts';
import * as found from '../../db/repositories/operator/search.ts';
import { mineAndTick } from '../../orders/testing/hostActions.ts';
import { ADDRESSES, makeOrder, type OrderHost } from '../../orders/testing/orderHost.ts';
import { listOrders } from './listOrders.ts';
import { search } from './search.ts';

describe.each(DATABASES)('search on %s', (kind) => {
  let host: OrderHost;
  beforeEach(async () => {
    host = await startOrderHostOn(kind);
  });
  afterEach(async () => {
    await host.close();
  });

  const find = async (text: string) => await search(host.context, ['orders.read'], text);
  const idsAndMatches = async (text: string) =>
    (await find(text)).orders.map(({ order, matches }) => ({ orderId: order.orderId, matches }));

  test('finds an order by each text that a customer may quote', async () => {
    const { order } = await makeOrder(host);
    const { orderId } = order;
    host.chain('bitcoin').pay({ address: order.depositAddress }, 'btc', '0.1');
    await mineAndTick(host, ['bitcoin', 'tron'], 5);
    await host.database.updateTable('orders').set({ user_email: 'Ann@Example.org', refund_address: 'bc1refund' }).execute();
    const [deposit] = await host.database.selectFrom('deposits').select('tx_hash').execute();
    const payments = host.database.selectFrom('outbox').select(['id', 'tx_hash']);
    const payout = await payments.where('kind', '=', 'PAYOUT').executeTakeFirstOrThrow();
    const cases: [text: string, match: string][] = [
      [orderId, 'ID'],
      [` PAYOUT:${orderId} `, 'ID'],
      [ADDRESSES.tron.toUpperCase(), 'DESTINATION'],
      ['BC1REFUND', 'REFUND_ADDRESS'],
      [order.depositAddress, 'DEPOSIT_ADDRESS'],
      ['ann@example.org', 'EMAIL'],
      [deposit?.tx_hash ?? '', 'DEPOSIT'],
      [payout.tx_hash ?? '', 'PAYMENT'],
    ];
    for (const [text, match] of cases) expect([text, await idsAndMatches(text)]).toEqual([text, [{ orderId, matches: [match] }]]);
    for (const nothing of ['nothing', "'; drop table orders", '%', '99999999999', orderId.slice(1)])
      expect([nothing, await find(nothing)]).toEqual([
        nothing,
        { orders: [], withdrawals: [], customers: [], purchases: [], deposits: [] },
      ]);
    expect((await find(orderId)).orders[0]?.order).toMatchObject({
      status: 'COMPLETED',
      claimedAmount: '0.1',
      usdValue: '6000',
      instrumentFrom: 'btc',
      customerId: null,
    });
  });

  test('finds a customer with the newest orders, for operators with the scope only', async () => {
    const ben = await addAffiliate(host);
    await host.database.updateTable('users').set({ email: 'Ben@example.org', email_key: 'ben@example.org' }).execute();
    const orderId = await startSwap(host, { owner: ben });
    for (const text of [String(ben.userId), 'ben@EXAMPLE.org']) {
      expect(await search(host.context, ['orders.read', 'customers'], text)).toMatchObject({
        orders: [{ order: { orderId }, matches: ['CUSTOMER'] }],
        customers: [{ customerId: ben.userId, email: 'Ben@example.org' }],
      });
      expect(await find(text)).toMatchObject({ orders: [], customers: [] });
    }
  });

  test('filters orders, by page', async () => {
    const made: string[] = [];
    for (let number = 0; number < 53; number += 1) made.unshift((await makeOrder(host)).order.orderId);
    await host.database
      .updateTable('orders')
      .set({ usd_cents: 1_234 })
      .where('id', '=', made[7] ?? '')
      .execute();
    const list = async (input: OrdersInput) => await listOrders(host.context, input);
    const first = await list({});
    const second = await list({ cursor: first.nextCursor ?? '' });
    expect([...first.orders, ...second.orders].map(({ orderId }) => orderId).toSorted()).toEqual(made.toSorted());
    expect([first.orders.length, second.nextCursor]).toEqual([50, null]);
    const only = async (input: OrdersInput) => (await list(input)).orders.map(({ orderId }) => orderId);
    expect(await only({ leastUsd: '12', mostUsd: '13' })).toEqual([made[7]]);
    expect(await only({ status: 'COMPLETED' })).toEqual([]);
    expect(await only({ instrument: 'xrp' })).toEqual([]);
    expect(await only({ instrument: 'btc', network: 'tron', status: 'AWAITING_DEPOSIT' })).toHaveLength(50);
    expect(await only({ to: '2026-01-01T00:00:00.000Z' })).toEqual([]);
    // A search that ends before it has found a page says where to go on.
    const part = async (cursor?: string) =>
      await listOrders(host.context, { leastUsd: '12', mostUsd: '13', ...(cursor !== undefined && { cursor }) }, 20);
    const pages = [await part()];
    for (let next = pages[0]?.nextCursor ?? null; next !== null; next = pages.at(-1)?.nextCursor ?? null)
      pages.push(await part(next));
    expect(pages).toHaveLength(3);
    expect(pages.flatMap(({ orders }) => orders.map(({ orderId }) => orderId))).toEqual([made[7]]);
    const oldest = await listOrders(host.context, { to: '2026-01-01T00:00:00.000Z' }, 20);
    expect(oldest).toEqual({ orders: [], nextCursor: null });
    await expect(only({ status: 'ODD' })).rejects.toMatchObject({ code: 'ERR_VALIDATION' });
  });

  test('reads every kind through an index', async () => {
    const queriesOf = (executor: Executor): Compilable[] => [
      found.ordersById(executor, ['one', 'two']),
      ...(['destination_address', 'refund_address', 'deposit_address', 'user_email'] as const).map((column) =>
        found.ordersByText(executor, column, 'text'),
      ),
      found.ordersOfCustomer(executor, 7),
      found.depositsByHash(executor, 'hash'),
      found.paymentsByHash(executor, 'hash'),
      found.withdrawalsById(executor, ['one']),
      found.withdrawalsByAddress(executor, 'address'),
      found.filteredOrders(executor, {}, 51),
      found.filteredOrders(
        executor,
        { status: 'COMPLETED', instrument: 'btc', network: 'tron', leastCents: 1, mostCents: 2 },
        51,
      ),
      found.filteredOrders(executor, { from: 1, to: 2, before: { created_at: 2, id: 'id' } }, 51),
    ];
    await host.database.transaction().execute(async (transaction) => {
      // PostgreSQL reads small tables without indexes.
      if (kind === 'PostgreSQL') await sql`set local enable_seqscan = off`.execute(transaction);
      for (const query of queriesOf(transaction)) {
        const { sql: text, parameters } = query.compile();
        const explain = kind === 'PostgreSQL' ? 'explain' : 'explain query plan';
        const { rows } = await transaction.executeQuery(CompiledQuery.raw(`${explain} ${text}`, [...parameters]));
        const plan = JSON.stringify(rows);
        // The list of orders may read the whole of its index, which holds all that it compares.
        expect(plan).not.toMatch(/Seq Scan|SCAN (?!orders USING COVERING INDEX orders_by_created_at_id)/);
      }
    });
  });
});
