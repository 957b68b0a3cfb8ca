import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DATABASES } from '../../../tests/support/databases.ts';
import { startOrderHostOn } from '../../../tests/support/orderHosts.ts';
import { claimOrder } from '../../db/repositories/accounts/orderOwners.ts';
import { addCustomer, makeOrderOf } from '../../orders/testing/customer.ts';
import { makeOrder, type OrderHost } from '../../orders/testing/orderHost.ts';
import { closeUnusedAccount } from './closeAccount.ts';

describe.each(DATABASES)('closing an account that nobody used on %s', (kind) => {
  let host: OrderHost;
  let userId: number;
  beforeEach(async () => {
    host = await startOrderHostOn(kind);
    userId = await addCustomer(host.database, 'anna@example.com');
    await host.database.updateTable('users').set({ email: null, email_key: null, password_hash: null }).execute();
  });
  afterEach(async () => await host.close());

  const close = async (beforeCommit?: () => void) =>
    await host.database.transaction().execute(async (transaction) => {
      const isClosed = await closeUnusedAccount(transaction, userId, host.context.now());
      beforeCommit?.();
      return isClosed;
    });
  const storedOrders = async () => await host.database.selectFrom('orders').select('customer_id').execute();

  it('is refused once it has an order', async () => {
    await makeOrderOf(host, userId);
    expect([await close(), await storedOrders()]).toEqual([false, [{ customer_id: userId }]]);
  });

  it('lets no order in that is created meanwhile', async () => {
    const started: Promise<unknown>[] = [];
    expect(await close(() => started.push(makeOrderOf(host, userId).catch((error: unknown) => error)))).toBe(true);
    expect(await Promise.all(started)).toMatchObject([{ code: 'ERR_UNAUTHORIZED' }]);
    expect(await storedOrders()).toEqual([]);
  });

  it.runIf(kind === 'PostgreSQL')('waits for an order that is being added, and is then refused', async () => {
    const { order } = await makeOrder(host);
    let isOver = false;
    const closing = await host.database.transaction().execute(async (transaction) => {
      await claimOrder(transaction, order.orderId, userId);
      const started = close().finally(() => (isOver = true));
      const waiting = sql`select 1 from pg_locks where not granted`;
      while (!isOver && (await waiting.execute(transaction)).rows.length === 0);
      return { started };
    });
    expect([await closing.started, await storedOrders()]).toEqual([false, [{ customer_id: userId }]]);
  });

  it('and an order at the same time: one of the two happens', async () => {
    const [isClosed, order] = await Promise.all([close(), makeOrderOf(host, userId).catch((error: unknown) => error)]);
    expect(await storedOrders()).toEqual(isClosed ? [] : [{ customer_id: userId }]);
    expect(order).toMatchObject(isClosed ? { code: 'ERR_UNAUTHORIZED' } : { order: { status: expect.any(String) } });
  });
});
