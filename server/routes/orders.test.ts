import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Order } from '../../contract/schemas/orders.ts';
import { createTestAccounts } from '../accounts/testing/customers.ts';
import { buildApp } from '../app.ts';
import { createMetrics } from '../health/metrics.ts';
import { inputFor, startOrderHost, type OrderHost } from '../orders/testing/orderHost.ts';
import { orderRoutes } from './orders.ts';

let host: OrderHost;
let app: FastifyInstance;
beforeEach(async () => {
  host = await startOrderHost();
  app = await buildApp({
    log: host.context.log,
    trustedProxies: [],
    requestsPerMinute: 10_000,
    routes: [orderRoutes(host.orders, createTestAccounts(host.database).authentication)],
    metrics: createMetrics(),
  });
});
afterEach(async () => {
  await app.close();
  await host.close();
});

const post = async (call: string, payload: object, headers: Record<string, string> = {}) =>
  await app.inject({ method: 'POST', url: `/api/v1/orders/public/${call}`, payload, headers });

const read = async (orderId: string, destinationAddress: string) =>
  await app.inject({ url: `/api/v1/orders/public-info?${new URLSearchParams({ orderId, destinationAddress }).toString()}` });

test('refuses an order whose e-mail no mail can be sent to', async () => {
  const { input } = inputFor(host);
  const made = await post('create', { ...input, userEmail: 'a,b@example.com' });
  expect(made.json()).toMatchObject({ code: 'ERR_VALIDATION', details: { field: 'userEmail' } });
});

test('creates an order and returns it by its address, uncached', async () => {
  const { input } = inputFor(host);
  const made = await post('create', input, { 'idempotency-key': 'a-key-of-mine' });
  expect(made.statusCode).toBe(200);
  const order = made.json<Order>();
  const again = await post('create', input, { 'idempotency-key': 'a-key-of-mine' });
  expect(again.json()).toMatchObject({ orderId: order.orderId });

  const info = await read(order.orderId, input.destinationAddress);
  expect(info.statusCode).toBe(200);
  expect(info.headers['cache-control']).toBe('private, no-store');
  expect(info.json<Order>()).toMatchObject({ orderId: order.orderId, depositAddress: order.depositAddress });
  expect((await read(order.orderId, 'somewhere else')).json()).toMatchObject({ code: 'ERR_NOT_FOUND_E' });
});

test.each([{ 'sec-gpc': '1' }, { dnt: '1' }])(
  'stores neither visit record nor fingerprint if a client sends %o',
  async (headers) => {
    const { input } = inputFor(host);
    const body = { ...input, utmData: { utm_source: 'news' }, browserFingerprint: 'f1' };
    for (const sent of [headers, {}]) expect((await post('create', body, sent)).statusCode).toBe(200);
    const rows = await host.database.selectFrom('order_origins').select(['utm_data', 'browser_fingerprint']).execute();
    expect(rows).toHaveLength(2);
    expect(rows).toContainEqual({ utm_data: null, browser_fingerprint: null });
    expect(rows).toContainEqual({ utm_data: '{"utm_source":"news"}', browser_fingerprint: 'f1' });
  },
);

test('rejects unknown fields and query parameters, and names missing fields', async () => {
  const { input } = inputFor(host);
  const more = await post('create', { ...input, claimedPrice: '1' });
  expect([more.statusCode, more.json<{ code: string }>().code]).toEqual([400, 'ERR_VALIDATION']);
  const withQuery = await post('create?referrerId=abc', input);
  expect(withQuery.json()).toMatchObject({ code: 'ERR_VALIDATION', details: { where: 'querystring' } });
  const { destinationAddress: _left, ...less } = input;
  expect((await post('create', less)).json<{ message: string }>().message).toContain('destinationAddress');
});

test('returns 409 with the new pair data for a changed rate', async () => {
  const { input } = inputFor(host);
  host.desk.prices.set('btc', '50000');
  const answer = await post('create', input);
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({ code: 'ERR_RATE_CHANGED', details: { pairData: { amountToGet: '4973.5' } } });
});

test('requires the token header for decisions', async () => {
  const { input, token } = inputFor(host, { rateMode: 'FIXED' });
  const { orderId, depositAddress } = (await post('create', input)).json<Order>();
  host.advanceClock(21 * 60_000);
  host.chain('bitcoin').pay({ address: depositAddress }, 'btc', '0.1');
  await host.tick();
  const info = (await app.inject({ url: `/api/v1/orders/order-refund-info?orderId=${orderId}` })).json<{
    offer: { quoteId: string };
  }>();
  const body = { orderId, destinationAddress: input.destinationAddress, quoteId: info.offer.quoteId };
  const refused = await post('accept-rate-mode-change', body);
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([403, 'ERR_ORDER_TOKEN_REQUIRED']);
  const accepted = await post('accept-rate-mode-change', body, { 'x-order-token': token });
  expect(accepted.json()).toMatchObject({ rateMode: 'FLOATING' });
  const refund = { orderId, destinationAddress: input.destinationAddress, refundAmount: '0.09997', claimedNetworkFee: '0.00003' };
  const late = await post('request-refund', refund, { 'x-order-token': token });
  expect(late.statusCode).toBe(406);
  expect(late.json()).toMatchObject({ code: 'ERR_NOT_ACCEPTABLE', details: { order: { orderId, rateMode: 'FLOATING' } } });
});

test('sets the e-mail and lists the latest orders', async () => {
  const { orderTokenHash: _none, ...input } = inputFor(host).input;
  const { orderId } = (await post('create', input)).json<Order>();
  for (const userEmail of ['no-mail', 'a;b@example.com']) {
    expect((await post('set-email', { orderId, userEmail })).json()).toMatchObject({ code: 'ERR_VALIDATION' });
  }
  // The call of the specification without a token is accepted. Its response contains no access to the order (D3).
  const answer = await post('set-email', { orderId, userEmail: 'anna@example.com' });
  expect(answer.json()).toEqual({ orderId, userEmail: 'a•••@example.com' });
  const latest = await app.inject({ url: '/api/v1/orders/public/latest' });
  expect([latest.json(), latest.headers['cache-control']]).toEqual([[], 'public, max-age=5']);
});
