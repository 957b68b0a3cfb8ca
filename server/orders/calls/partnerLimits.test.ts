import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CreateOrderInput } from '../../../contract/schemas/orders.ts';
import { findOrderOrigin } from '../../db/repositories/orders.ts';
import type { PartnerKeyRow } from '../../db/tables/apiKeys.ts';
import { addCustomer } from '../testing/customer.ts';
import { CLIENT, inputFor, startOrderHost, type OrderHost } from '../testing/orderHost.ts';
import type { Client } from './createOrder.ts';

const KEY: PartnerKeyRow = { api_key_id: 'cw_partner', requests_per_minute: 600, unpaid_orders: 70, reserve_percent: '5' };
const ANNA = '198.51.100.1';
const BORIS = '198.51.100.2';
const ADDRESS_OF_SITE = { ...CLIENT, address: ANNA };

let host: OrderHost;
let userId: number;
beforeEach(async () => {
  host = await startOrderHost();
  userId = await addCustomer(host.database, 'partner@example.com');
});
afterEach(async () => await host.close());

/** A call of a partner that names a customer, or none. */
const of = (address: string | null, key = KEY): Client => ({
  ...CLIENT,
  address: address ?? '203.0.113.9',
  owner: { user_id: userId, source: 'API_KEY', api_key_id: null },
  partner: { key, namesCustomer: address !== null },
});
const TOO_MANY = { code: 'ERR_TOO_MANY_REQUESTS' };
const create = async (client: Client, wanted: Partial<CreateOrderInput> = {}) =>
  await host.orders.create({ ...inputFor(host).input, ...wanted }, client);
const createMany = async (client: Client, count: number) => {
  for (let made = 0; made < count; made += 1) await create(client);
};

test('counts unpaid orders of each customer that a partner names, apart from the clients of the site', async () => {
  await createMany(of(ANNA), 60);
  await expect(create(of(ANNA))).rejects.toMatchObject(TOO_MANY);
  await create(of(BORIS));
  await create(ADDRESS_OF_SITE);
  await create(of(ANNA, { ...KEY, api_key_id: 'cw_other' }));
  // The same key after an operator has made it an ordinary one.
  await create({ ...of(null), partner: null });
  const { orderId } = await create(of(null));
  expect(await findOrderOrigin(host.database, orderId)).toMatchObject({ client_group: null, partner_key: 'cw_partner' });
});

test('counts all unpaid orders of a partner’s key, whomever it names, until an hour has passed', async () => {
  const key = { ...KEY, unpaid_orders: 3 };
  await createMany(of(null, key), 1);
  await createMany(of(ANNA, key), 1);
  await createMany(of('2001:db8::1', key), 1);
  for (const address of [ANNA, BORIS, '2001:db8:1::1', null]) {
    await expect(create(of(address, key))).rejects.toMatchObject(TOO_MANY);
  }
  await create(of(BORIS, { ...KEY, api_key_id: 'cw_other' }));
  await create({ ...CLIENT, address: BORIS });
  host.advanceClock(3_600_001);
  await create(of(BORIS, key));
});

test('lets a partner’s key reserve its own share of a coin, and each named customer that of a client', async () => {
  Object.assign(host.context.reservationLimits, { perClientPercent: '2', totalPercent: '20' });
  const reserve = async (client: Client, amount: string) =>
    await host.orders.create(inputFor(host, { amount, rateMode: 'FIXED' }).input, client);
  const most = (expected: string) => ({ code: 'ERR_UNPROCESSABLE_ENTITY', details: { expected } });
  // 2 % of 500,000 at 59,700 per BTC.
  await expect(reserve(of(ANNA), '0.2')).rejects.toMatchObject(most('0.16750418'));
  await reserve(of(ANNA), '0.16');
  await reserve(of(BORIS), '0.16');
  // 5 % of 500,000 less 19,104.
  await expect(reserve(of('198.51.100.3'), '0.16')).rejects.toMatchObject(most('0.09876046'));
  await expect(reserve(of(null), '0.16')).rejects.toMatchObject(most('0.09876046'));
  await reserve(of(null), '0.09');
  await reserve(ADDRESS_OF_SITE, '0.16');
});
