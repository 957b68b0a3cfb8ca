import { addressIndex } from '../../common/addressIndex.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DATABASES } from '../../../tests/support/databases.ts';
import { startOrderHostOn } from '../../../tests/support/orderHosts.ts';
import { listReservations } from '../../db/repositories/treasury.ts';
import { inputFor, makeOrder, type OrderHost, type OrderOptions } from '../testing/orderHost.ts';

describe.each(DATABASES)('concurrent creates on %s', (kind) => {
  let host: OrderHost;
  beforeEach(async () => {
    host = await startOrderHostOn(kind);
  });
  afterEach(async () => await host.close());

  /** Orders of different customers, each with its own idempotency key. */
  const create = async (
    count: number,
    keyOf: (place: number) => string | null = () => null,
    wanted: Pick<OrderOptions, 'rateMode'> = {},
  ) => {
    const { input } = inputFor(host, wanted);
    const outcomes = await Promise.allSettled(
      Array.from({ length: count }, (_, place) =>
        host.orders.create(input, { address: `203.0.${place}.1`, idempotencyKey: keyOf(place) }),
      ),
    );
    const made = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    const errors = outcomes.flatMap((outcome): unknown[] => (outcome.status === 'rejected' ? [outcome.reason] : []));
    return { made, errors };
  };
  const countOf = async (table: 'orders' | 'signed_documents' | 'idempotency_keys'): Promise<number> =>
    (await host.database.selectFrom(table).select('created_at').execute()).length;

  test('share the reserve, and store nothing for an order that gets none', async () => {
    // 500,000 USDT; each order reserves 5,970.
    const { made, errors } = await create(90, (place) => `key-of-customer-${place}`, { rateMode: 'FIXED' });
    expect(made).toHaveLength(83);
    expect(errors).toHaveLength(7);
    for (const error of errors) expect(error).toMatchObject({ code: 'ERR_NO_LIQUIDITY_AVAILABLE' });
    expect(new Set(made.map(({ depositAddress }) => depositAddress)).size).toBe(83);
    expect(await listReservations(host.database, 'usdttrc20')).toHaveLength(83);
    expect([await countOf('orders'), await countOf('signed_documents'), await countOf('idempotency_keys')]).toEqual([
      83,
      2 * 83,
      83,
    ]);
  });

  test('create one order per key and answer as a later read does', async () => {
    const { made } = await create(12, (place) => `shared-key-${place % 3}`);
    expect(made).toHaveLength(12);
    expect(new Set(made.map(({ orderId }) => orderId)).size).toBe(3);
    for (const order of made) expect(await host.orders.publicInfo(order.orderId, order.destinationAddress)).toEqual(order);
  });

  test("succeed although one order can't be stored", async () => {
    const { order } = await makeOrder(host);
    const row = await host.database.selectFrom('orders').selectAll().where('id', '=', order.orderId).executeTakeFirstOrThrow();
    // The deposit index that the second order will get.
    await host.database
      .insertInto('orders')
      .values({ ...row, id: 'in the way', deposit_index: addressIndex(row.deposit_index + 2) })
      .execute();
    const { made, errors } = await create(5);
    expect([made.length, errors.length]).toEqual([4, 1]);
    expect(await countOf('orders')).toBe(6);
    expect(await countOf('signed_documents')).toBe(2 * 5);
  });
});
