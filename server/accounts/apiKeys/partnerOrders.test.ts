import { afterEach, beforeEach, expect, test } from 'vitest';
import type { GenerateApiKeyOutput } from '../../../contract/schemas/apiKeys.ts';
import type { OrderHistory } from '../../../contract/schemas/history.ts';
import type { Order, OrderRefundInfo } from '../../../contract/schemas/orders.ts';
import { findOrderOrigin } from '../../db/repositories/orders.ts';
import { findOrderOwner } from '../../db/repositories/accounts/orderOwners.ts';
import { ADDRESSES, inputFor, type OrderOptions } from '../../orders/testing/orderHost.ts';
import { sign, SITE, startApiKeyHost, type ApiKeyHost } from './testing.ts';

const OTHER = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';

let keys: ApiKeyHost;
let key: GenerateApiKeyOutput;
let stranger: GenerateApiKeyOutput;
beforeEach(async () => {
  keys = await startApiKeyHost();
  key = await keys.apiKeys.generate(1, { name: 'Shop' }, SITE);
  stranger = await keys.apiKeys.generate(2, { name: 'Other' }, SITE);
});
afterEach(() => keys.close());

async function post(by: GenerateApiKeyOutput, name: string, input: object, headers: Record<string, string> = {}) {
  const call = { url: `/api/v1/orders/public/${name}`, payload: JSON.stringify(input) };
  return await keys.call({ ...call, headers: { ...sign(by, call, { at: keys.host.context.now() }), ...headers } });
}

async function create(wanted: OrderOptions = {}) {
  const { orderTokenHash: _none, ...input } = inputFor(keys.host, wanted).input;
  const { statusCode, body } = await post(key, 'create', { ...input, referrerId: 'friend' });
  expect(statusCode, JSON.stringify(body)).toBe(200);
  return body as Order;
}

/** A fixed-rate order whose deposit came too late, and what its refund requires. */
async function undecided() {
  const order = await create({ rateMode: 'FIXED' });
  keys.host.advanceClock(21 * 60_000);
  keys.host.chain('bitcoin').pay({ address: order.depositAddress }, 'btc', '0.1');
  await keys.host.tick();
  const { body } = await keys.call({ url: `/api/v1/orders/order-refund-info?orderId=${order.orderId}` });
  const { refundAmount, networkFee } = body as OrderRefundInfo;
  const { orderId, destinationAddress } = order;
  return { orderId, destinationAddress, refundAmount, claimedNetworkFee: networkFee };
}

test('an order that a key creates belongs to its customer and counts toward the customer', async () => {
  const { orderId } = await create();
  const { database } = keys.host.context;
  expect(await findOrderOwner(database, orderId)).toMatchObject({ user_id: 1, source: 'API_KEY', api_key_id: key.apiKey.apiId });
  expect(await findOrderOrigin(database, orderId)).toMatchObject({
    client_address: '203.0.113.7',
    client_group: 'customer 1',
    referrer_id: null,
  });
  expect((await keys.apiKeys.list(1)).apiKeys).toMatchObject([{ ordersCount: 1 }]);
  expect((await keys.apiKeys.list(2)).apiKeys).toMatchObject([{ ordersCount: 0 }]);
});

test('a key lists the orders that keys of its customer created, and no others', async () => {
  const { orderId } = await create();
  const { input } = inputFor(keys.host);
  const signedIn = { url: '/api/v1/orders/public/create', payload: JSON.stringify(input), headers: { 'x-test-customer': '1' } };
  expect((await keys.call(signedIn)).statusCode).toBe(200);
  const list = async (by: GenerateApiKeyOutput, path = 'history') => {
    const call = { url: `/api/v1/orders/${path}` };
    return await keys.call({ ...call, headers: sign(by, call, { at: keys.host.context.now() }) });
  };
  const second = await keys.apiKeys.generate(1, { name: 'Second' }, SITE);
  for (const by of [key, second]) {
    const { entries } = (await list(by)).body as OrderHistory;
    expect(entries.map(({ order, source }) => [order.orderId, source])).toEqual([[orderId, 'API_KEY']]);
  }
  expect((await list(stranger)).body).toMatchObject({ entries: [], nextCursor: null });
  expect((await list(key, 'history.csv')).body).toMatchObject({ code: 'ERR_FORBIDDEN', details: { reason: 'CALL' } });
});

test('an idempotency key belongs to its customer, so that nobody else can use it up', async () => {
  const { input } = inputFor(keys.host);
  const headers = { 'idempotency-key': 'order-1001' };
  const payload = JSON.stringify(input);
  const guest = await keys.call({ url: '/api/v1/orders/public/create', payload, headers });
  const orders = [guest];
  for (const by of [stranger, key, key]) orders.push(await post(by, 'create', input, headers));
  const [ofGuest, ofStranger, own, repeated] = orders.map(({ body }) => body['orderId']);
  expect(new Set([ofGuest, ofStranger, own]).size).toBe(3);
  expect(repeated).toBe(own);
});

test('a key decides about the orders of its customer, and about no others', async () => {
  const refund = await undecided();
  expect((await post(stranger, 'request-refund', refund)).body).toMatchObject({ code: 'ERR_ORDER_TOKEN_REQUIRED' });
  expect((await post(key, 'request-refund', refund)).body).toMatchObject({ status: 'REFUND_REQUESTED' });
});

test('a key never replaces a refund address', async () => {
  const refund = await undecided();
  const replaced = await post(key, 'request-refund', { ...refund, refundAddress: OTHER });
  expect(replaced.body).toMatchObject({ code: 'ERR_ORDER_TOKEN_REQUIRED' });
  const same = await post(key, 'request-refund', { ...refund, refundAddress: ADDRESSES.bitcoin });
  expect(same.body).toMatchObject({ status: 'REFUND_REQUESTED' });
});
