import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OrderHistory } from '../../contract/schemas/history.ts';
import type { Order } from '../../contract/schemas/orders.ts';
import { createTestAccounts, signUp, type TestCustomer } from '../accounts/testing/customers.ts';
import { buildApp } from '../app.ts';
import { createHistoryService } from '../history/orderHistory.ts';
import { createMetrics } from '../health/metrics.ts';
import { mineAndTick } from '../orders/testing/hostActions.ts';
import { CLIENT, inputFor, startOrderHost, type OrderHost } from '../orders/testing/orderHost.ts';
import { historyRoutes } from './history.ts';
import { orderRoutes } from './orders.ts';
import { userRoutes } from './users.ts';

const OTHER = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';

let host: OrderHost;
let app: FastifyInstance;
let anna: TestCustomer;
let boris: TestCustomer;
beforeEach(async () => {
  host = await startOrderHost();
  const accounts = createTestAccounts(host.database);
  const { authentication } = accounts;
  app = await buildApp({
    log: host.context.log,
    trustedProxies: [],
    requestsPerMinute: 10_000,
    routes: [
      orderRoutes(host.orders, authentication),
      historyRoutes(createHistoryService(host.context), authentication),
      userRoutes(accounts),
    ],
    metrics: createMetrics(),
  });
  anna = await signUp(app, 'anna@example.com');
  boris = await signUp(app, 'boris@example.com');
});
afterEach(async () => {
  await app.close();
  await host.close();
});

const post = async (path: string, payload: object, headers: Record<string, string> = {}) =>
  await app.inject({ method: 'POST', url: `/api/v1/orders/${path}`, payload, headers });
const history = async (query: Record<string, string> = {}, { headers }: Partial<TestCustomer> = anna) =>
  await app.inject({ url: `/api/v1/orders/history?${new URLSearchParams(query).toString()}`, ...(headers && { headers }) });
const table = async (query: Record<string, string> = {}, { headers }: Partial<TestCustomer> = anna) =>
  await app.inject({ url: `/api/v1/orders/history.csv?${new URLSearchParams(query).toString()}`, ...(headers && { headers }) });
const idsOf = (answer: { json(): unknown }) => (answer.json() as OrderHistory).entries.map(({ order }) => order.orderId);

test('lists the orders of the session’s customer, and of nobody else', async () => {
  const { orderId } = (await post('public/create', inputFor(host).input, anna.headers)).json<Order>();
  const mine = await history();
  expect([idsOf(mine), mine.headers['cache-control']]).toEqual([[orderId], 'private, no-store']);
  const queries = [{}, { search: orderId }, { orderIds: orderId }, { state: 'open' }, { cursor: `9999999999999.${orderId}` }];
  for (const query of queries) expect(idsOf(await history(query, boris))).toEqual([]);
  expect((await history({}, {})).json()).toMatchObject({ code: 'ERR_UNAUTHORIZED' });
});

test.each(['since', 'until'])('refuses a leap second as `%s`', async (field) => {
  const refused = await history({ [field]: '2016-12-31T23:59:60Z' });
  expect(refused.json()).toMatchObject({ code: 'ERR_VALIDATION', details: { field } });
});

test('adds an order with its token to the account of the session', async () => {
  const { input, token } = inputFor(host);
  const { orderId } = (await post('public/create', input)).json<Order>();
  const named = { orderId, destinationAddress: input.destinationAddress };
  expect((await post('claim', named, { 'x-order-token': token })).json()).toMatchObject({ code: 'ERR_UNAUTHORIZED' });
  expect((await post('claim', named, anna.headers)).json()).toMatchObject({ code: 'ERR_ORDER_TOKEN_REQUIRED' });
  const claimed = await post('claim', named, { ...anna.headers, 'x-order-token': token });
  expect(claimed.json()).toMatchObject({ source: 'CLAIMED', order: { orderId } });
  expect((await post('claim', named, { ...boris.headers, 'x-order-token': token })).json()).toMatchObject({
    code: 'ERR_NOT_ACCEPTABLE',
  });
});

test('sends a refund to another address only after a second factor of the session', async () => {
  const { input } = inputFor(host, { rateMode: 'FIXED' });
  const { orderId, depositAddress } = (await post('public/create', input, anna.headers)).json<Order>();
  host.advanceClock(21 * 60_000);
  host.chain('bitcoin').pay({ address: depositAddress }, 'btc', '0.1');
  await host.tick();
  const info = (await app.inject({ url: `/api/v1/orders/order-refund-info?orderId=${orderId}` })).json<{
    refundAmount: string;
    networkFee: string;
  }>();
  const refund = {
    orderId,
    destinationAddress: input.destinationAddress,
    refundAddress: OTHER,
    refundAmount: info.refundAmount,
    claimedNetworkFee: info.networkFee,
  };
  expect((await post('public/request-refund', refund, anna.headers)).json()).toMatchObject({
    code: 'ERR_SECOND_FACTOR_REQUIRED',
  });
  expect((await post('public/request-refund', refund, boris.headers)).json()).toMatchObject({ code: 'ERR_ORDER_TOKEN_REQUIRED' });
  const setFactorAt = async (secondFactorAt: number) => {
    await host.database.updateTable('sessions').set({ second_factor_at: secondFactorAt }).execute();
  };
  await setFactorAt(Date.now() - 6 * 60_000);
  expect((await post('public/request-refund', refund, anna.headers)).json()).toMatchObject({
    code: 'ERR_SECOND_FACTOR_REQUIRED',
  });
  await setFactorAt(Date.now());
  expect((await post('public/request-refund', refund, boris.headers)).json()).toMatchObject({ code: 'ERR_ORDER_TOKEN_REQUIRED' });
  expect((await post('public/request-refund', refund, anna.headers)).json()).toMatchObject({ status: 'REFUND_REQUESTED' });
});

test('answers with all orders as CSV, without a page, and escapes formulas', async () => {
  for (const [user_id, orders] of [
    [anna.userId, 52],
    [boris.userId, 1],
  ] as const) {
    const owner = { user_id, source: 'SESSION' as const, api_key_id: null };
    for (let count = 0; count < orders; count += 1) await host.orders.create(inputFor(host).input, { ...CLIENT, owner });
  }
  await host.database.updateTable('orders').set({ destination_address: '=HYPERLINK("https://evil.example")' }).execute();
  const file = await table({ limit: '5' });
  expect(file.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="orders.csv"',
    'cache-control': 'private, no-store',
  });
  const [header, ...lines] = file.body.trimEnd().split('\r\n');
  expect(header).toBe(
    '\u{FEFF}created,order,state,rate,amount_from,currency_from,network_from,amount_to,currency_to,network_to,amount_refunded,address',
  );
  expect(new Set(lines).size).toBe(52);
  expect(lines[0]).toMatch(
    /^[-\dT:.Z]+,[\w-]{22},open,FLOATING,,BTC,BTC,,USDT,TRC20,,"'=HYPERLINK\(""https:\/\/evil.example""\)"$/,
  );

  expect((await table({ since: '2016-12-31T23:59:60Z' })).json()).toMatchObject({ code: 'ERR_VALIDATION' });
  expect((await table({}, {})).json()).toMatchObject({ code: 'ERR_UNAUTHORIZED' });
});

test('limits how many files a customer requests per minute', async () => {
  const statuses = [];
  for (let files = 0; files < 11; files += 1) statuses.push((await table()).statusCode);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  expect((await history({})).statusCode).toBe(200);
});

test('writes the moved amounts of an order to the CSV', async () => {
  const { depositAddress: address } = (await post('public/create', inputFor(host).input, anna.headers)).json<Order>();
  host.chain('bitcoin').pay({ address }, 'btc', '0.1');
  await mineAndTick(host, ['bitcoin', 'tron'], 5);
  const { amount: arrived } = await host.database
    .selectFrom('outbox')
    .select('amount')
    .where('kind', '=', 'PAYOUT')
    .executeTakeFirstOrThrow();
  const [, line = ''] = (await table()).body.split('\r\n');
  expect(line.split(',').slice(2, 8)).toEqual(['completed', 'FLOATING', '0.1', 'BTC', 'BTC', arrived]);
});
