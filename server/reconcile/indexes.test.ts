import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { oneDatabase } from '../../tests/support/databases.ts';
import { startOrderHostOn } from '../../tests/support/orderHosts.ts';
import { withoutConstraints } from '../../tests/support/withoutConstraints.ts';
import { findOrder } from '../db/repositories/orders.ts';
import type { OrderRow } from '../db/tables/orders.ts';
import { checkBooks, completeOrder } from '../orders/testing/hostActions.ts';
import { makeOrder, type OrderHost } from '../orders/testing/orderHost.ts';
import { listUnusedIndexes } from './indexes.ts';

const DAY_MS = 24 * 3_600_000;

describe.each(oneDatabase(import.meta.filename))('deposit addresses on %s', (kind) => {
  let host: OrderHost;
  beforeEach(async () => {
    host = await startOrderHostOn(kind);
    await checkBooks(host);
  });
  afterEach(async () => {
    await host.close();
  });

  const change = (statement: string) => sql.raw(statement).execute(host.database);
  const check = async (isFull = true) => {
    const { differences, unread } = await checkBooks(host, isFull);
    return [differences.map(({ key, severity }) => `${severity} ${key}`), unread.map(({ object }) => object)];
  };
  const unpaid = async (): Promise<OrderRow> => {
    const { order } = await makeOrder(host, { rateMode: 'FIXED' });
    return (await findOrder(host.database, order.orderId)) ?? expect.fail('no order');
  };

  test('raise an alarm for coins of an open order that the host did not see although it has read its network', async () => {
    const { id, deposit_index, deposit_address } = await unpaid();
    expect(await check()).toEqual([[], []]);
    host.chain('bitcoin').credit(deposit_index, 'btc', '0.1');
    expect(await check()).toEqual([[], [`address:${id}:btc`]]);
    await host.tick();
    const alarmed = [[`ALARM address:bitcoin:${deposit_address}:btc`], []];
    expect(await check(false)).toEqual(alarmed);
    expect(await check(false)).toEqual(alarmed);
    host.chain('bitcoin').credit(deposit_index, 'btc', '-0.1');
    expect(await check(false)).toEqual([[], []]);
  });

  test('raise an alarm for coins at the address of an order that was deleted with all its rows', async () => {
    const { id, deposit_index } = await unpaid();
    await withoutConstraints(host.database, async (transaction) => {
      const tables = ['signed_documents', 'order_events', 'order_origins', 'reservations'];
      for (const table of tables) await sql.raw(`delete from ${table} where order_id = '${id}'`).execute(transaction);
      await sql.raw(`delete from orders where id = '${id}'`).execute(transaction);
    });
    expect(await check()).toEqual([[], []]);
    host.chain('bitcoin').credit(deposit_index, 'btc', '0.1');
    expect(await check()).toEqual([[`ALARM unused:btc:${deposit_index}`], []]);
    expect(await check(false)).toEqual([[`ALARM unused:btc:${deposit_index}`], []]);
  });

  test.each([
    ['is not watched', 'update orders set watch_until = 0', 'watch_until'],
    ['seems to have ended', 'update orders set ended_at = 1', 'watch_until'],
  ])('raise an alarm when an open order %s', async (_what, statement, field) => {
    const { id } = await unpaid();
    await change(statement);
    expect((await check())[0]).toContain(`ALARM order:${id}:${field}`);
  });

  test('raise an alarm when an order has the index of another address, or ended at another time', async () => {
    const { deposit_address } = await unpaid();
    await change('update counters set value = 7');
    await change('update orders set deposit_index = 7');
    expect(await check()).toEqual([[`ALARM address:bitcoin:${deposit_address}:btc`], []]);
    const { order } = await completeOrder(host);
    await change(
      `update orders set ended_at = ended_at + 60000, watch_until = watch_until + 60000 where id = '${order.orderId}'`,
    );
    expect((await check())[0]).toContain(`ALARM document:${order.orderId}:RECEIPT:1:0`);
  });

  test('raise an alarm when their counter went back', async () => {
    await unpaid();
    await change('update counters set value = 0');
    expect(await check()).toEqual([['ALARM indexes'], []]);
  });

  test('are checked some each day when very many have no order', async () => {
    const { deposit_index } = await unpaid();
    await unpaid();
    expect(await listUnusedIndexes(host.context)).toHaveLength(1);
    await change('update counters set value = 1000000000');
    const first = await listUnusedIndexes(host.context);
    expect([first.length, new Set(first).size, first.includes(deposit_index)]).toEqual([200, 200, false]);
    host.advanceClock(DAY_MS);
    expect(new Set([...first, ...(await listUnusedIndexes(host.context))]).size).toBe(400);
    expect((await check())[0]).toEqual(['NOTICE indexes:unused']);
  });
});
