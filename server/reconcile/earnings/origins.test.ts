import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { oneDatabase } from '../../../tests/support/databases.ts';
import { startOrderHostOn } from '../../../tests/support/orderHosts.ts';
import { addCustomer, balanceOf, startSwap, swap, type TestCustomer } from '../../affiliates/testing/customers.ts';
import { eraseAccount } from '../../db/repositories/accounts/accountData.ts';
import { createHistoryService } from '../../history/orderHistory.ts';
import { checkBooks, mineAndTick } from '../../orders/testing/hostActions.ts';
import { makeOrder, type OrderHost } from '../../orders/testing/orderHost.ts';

describe.each(oneDatabase(import.meta.filename))('the origin of an order on %s', (kind) => {
  let host: OrderHost;
  let anna: TestCustomer;
  let ben: TestCustomer;
  let thief: TestCustomer;
  beforeEach(async () => {
    host = await startOrderHostOn(kind);
    await checkBooks(host);
    anna = await addCustomer(host);
    ben = await addCustomer(host, anna);
    thief = await addCustomer(host);
  });
  afterEach(async () => {
    await host.close();
  });

  const change = (statement: string) => sql.raw(statement).execute(host.database);
  const keys = async () =>
    (await checkBooks(host)).differences.map(({ key }) => key).filter((key) => /^(?:order|earning):/.test(key));
  const complete = () => mineAndTick(host, ['bitcoin', 'ethereum', 'tron'], 5);
  const close = async ({ userId }: TestCustomer) => {
    await eraseAccount(host.database, userId, host.context.now());
    await change(`update users set closed_at = 1, referrer_user_id = null, referrer_code = null where id = ${userId}`);
  };
  const give = (orderId: string) => [
    `insert into order_owners (order_id, user_id, source, created_at) values ('${orderId}', ${thief.userId}, 'SESSION', 1)`,
    `update orders set customer_id = ${thief.userId} where id = '${orderId}'`,
  ];

  test.each<[string, 'guest' | 'customer', (orderId: string) => string[], string]>([
    ['a guest’s order given to an account', 'guest', give, 'order:ID:owner'],
    [
      'an order given to another customer',
      'customer',
      () => [`update order_owners set user_id = ${thief.userId}`],
      'order:ID:owner',
    ],
    ['an order that only its page gives to another customer', 'guest', (id) => give(id).slice(1), 'order:ID:owner'],
    ['an order taken from its customer', 'customer', () => ['delete from order_owners'], 'order:ID:owner'],
    [
      'another way how it came to its customer',
      'customer',
      () => [`update order_owners set source = 'CLAIMED'`],
      'order:ID:owner',
    ],
    [
      'another referrer of its customer',
      'customer',
      () => [`update users set referrer_user_id = ${thief.userId} where id = ${ben.userId}`],
      'earning:origin:ID',
    ],
    [
      'a code given to another customer',
      'guest',
      () => [`update affiliate_codes set user_id = ${thief.userId}, is_main = 0`],
      'earning:origin:ID',
    ],
    ['another code', 'guest', () => [`update order_origins set referrer_id = '${thief.code}'`], 'earning:origin:ID'],
    ['no signature', 'guest', () => [`delete from signed_documents where kind = 'ORIGIN'`], 'order:ID:origin'],
  ])('that shows %s is named, and pays nobody', async (_what, who, statements, key) => {
    const orderId = await startSwap(host, who === 'guest' ? { code: anna.code } : { owner: ben });
    expect(await keys()).toEqual([]);
    for (const statement of statements(orderId)) await change(statement);
    expect(await keys()).toEqual([key.replace('ID', orderId)]);
    await complete();
    expect(await balanceOf(host, thief)).toBe('0');
    expect(await keys()).toEqual([key.replace('ID', orderId)]);
  });

  test('agrees while customers add orders to their accounts and close accounts', async () => {
    const { order, token } = await makeOrder(host);
    await swap(host, { code: anna.code });
    await swap(host, { owner: ben });
    const history = createHistoryService(host.context);
    const { orderId, destinationAddress } = order;
    await history.claim(ben.userId, { orderId, destinationAddress }, token);
    expect(await keys()).toEqual([]);
    await change('delete from customer_balances');
    await close(ben);
    await history.claim(thief.userId, { orderId, destinationAddress }, token);
    await close(anna);
    expect(await keys()).toEqual([]);
  });
});
