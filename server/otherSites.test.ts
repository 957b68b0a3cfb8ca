import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiRoutes, type CallName } from '../contract/api/index.ts';
import { OPEN_CALLS } from '../contract/api/signedCalls.ts';
import { startApiKeyHost, type ApiKeyHost } from './accounts/apiKeys/testing.ts';

const ALLOW = 'access-control-allow-origin';
const FOREIGN = { origin: 'https://wallet.example' };

let host: ApiKeyHost;
beforeAll(async () => {
  host = await startApiKeyHost(2);
});
afterAll(() => host.close());

let addresses = 0;
const ask = async (method: 'GET' | 'POST' | 'OPTIONS', url: string, headers: Record<string, string> = FOREIGN) =>
  await host.app.inject({ method, url, headers, remoteAddress: `192.0.2.${(addresses += 1)}` });
const preflight = async (url: string) => await ask('OPTIONS', url, { ...FOREIGN, 'access-control-request-method': 'POST' });

test('answers the preflight of every call of a guest, and allows neither credentials nor their headers', async () => {
  for (const name of OPEN_CALLS) {
    const { statusCode, headers } = await preflight(apiRoutes[name].path);
    expect([name, statusCode, headers[ALLOW]]).toEqual([name, 204, '*']);
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
    expect(headers['access-control-allow-headers']).toBe('content-type, idempotency-key, x-order-token');
  }
});

test('allows a page of another site no call of an account', async () => {
  const closed: CallName[] = ['orders.history', 'orders.claim', 'users.accountData', 'users.authenticate', 'apiKeys.list'];
  for (const path of [...closed.map((name) => apiRoutes[name].path), '/api/sandbox/send', '/api/v1/orders/public/create/']) {
    const { statusCode, headers } = await preflight(path);
    expect([path, statusCode, headers[ALLOW]]).toEqual([path, 404, undefined]);
  }
  expect((await ask('GET', apiRoutes['apiKeys.list'].path)).headers).not.toHaveProperty(ALLOW);
});

test('lets a page of another site read an error and a refusal, with the seconds to wait', async () => {
  const create = apiRoutes['orders.create'].path;
  const wrong = await ask('POST', create, { ...FOREIGN, 'content-type': 'text/plain' });
  expect([wrong.statusCode, wrong.headers[ALLOW]]).toEqual([400, '*']);
  const remoteAddress = '198.51.100.1';
  const take = async () => await host.app.inject({ url: apiRoutes['service.keys'].path, headers: FOREIGN, remoteAddress });
  expect([await take(), await take()].map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const refused = await take();
  expect([refused.statusCode, refused.headers[ALLOW]]).toEqual([429, '*']);
  expect(String(refused.headers['access-control-expose-headers'])).toContain('retry-after');
});

test('refuses an order that a page of another site makes with the cookies of a session', async () => {
  const headers = { ...FOREIGN, 'content-type': 'application/json', cookie: `__Host-session=${'a'.repeat(43)}` };
  const answer = await host.app.inject({ method: 'POST', url: apiRoutes['orders.create'].path, headers, payload: {} });
  expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
    403,
    'A call with a session cookie must come from our own site.',
  ]);
});
