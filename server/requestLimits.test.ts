import { readFileSync } from 'node:fs';
import Fastify, { type FastifyInstance } from 'fastify';
import { describe, expect, test } from 'vitest';
import { apiRoutes } from '../contract/api/index.ts';
import type { ApiCaller } from './accounts/apiKeys/apiCaller.ts';
import { answerError, answerNotFound } from './common/errors.ts';
import { CALLS_PER_MINUTE, createRequestLimits, limitRequests } from './requestLimits.ts';

function build(perMinute = 4, partnersTotal = 0) {
  const app = Fastify({ trustProxy: true });
  app.decorateRequest('apiCaller', null);
  // The header stands for a verified signature.
  app.addHook('preValidation', (request, _reply, done) => {
    const caller = request.headers['x-api-key'];
    const partner = { api_key_id: '', requests_per_minute: partnersTotal, unpaid_orders: 0, reserve_percent: '0' };
    if (typeof caller === 'string') request.apiCaller = { ...(JSON.parse(caller) as ApiCaller), partner };
    done();
  });
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(answerNotFound);
  limitRequests(app, perMinute, createRequestLimits(perMinute, new Map([['GET /own', 2]])));
  for (const path of ['/own', '/one', '/other']) app.get(path, () => path);
  app.post('/own', () => 'created');
  const call = async (url: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') => await app.inject({ method, url });
  return {
    app,
    call,
    statuses: async (...urls: string[]) => (await Promise.all(urls.map((url) => call(url)))).map(({ statusCode }) => statusCode),
  };
}

test('all requests of a client count together, those to an unknown path too', async () => {
  expect(await build().statuses('/one', '/own', '/nowhere', '/other', '/one', '/own', '/nowhere')).toEqual([
    200, 200, 404, 200, 429, 429, 429,
  ]);
});

test('a route with its own limit never exceeds it or the common one', async () => {
  expect(await build(9).statuses('/own', '/own', '/own', '/one')).toEqual([200, 200, 429, 200]);
  expect(await build(1).statuses('/own', '/own')).toEqual([200, 429]);
});

test('a refused request has an error of the catalogue and the seconds to wait', async () => {
  const { statuses, call } = build();
  await statuses('/own', '/own');
  const refused = await call('/own');
  const seconds = Number(refused.headers['retry-after']);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(refused.json()).toMatchObject({ code: 'ERR_TOO_MANY_REQUESTS', details: { retryAfterSeconds: seconds } });
});

test('a HEAD request counts once', async () => {
  const { call } = build();
  const answers = await Promise.all([1, 2, 3].map(() => call('/own', 'HEAD')));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429]);
});

test('two calls with the same path don’t share a limit', async () => {
  const { call, statuses } = build(9);
  expect(await statuses('/own', '/own', '/own')).toEqual([200, 200, 429]);
  expect((await call('/own', 'POST')).statusCode).toBe(200);
});

test('tells the client about the limit of which it has the fewest requests left', async () => {
  const { call } = build(4);
  const limitOf = async (url: string) => {
    const { headers } = await call(url);
    return [headers['ratelimit-limit'], headers['ratelimit-remaining']];
  };
  expect([await limitOf('/own'), await limitOf('/one'), await limitOf('/own'), await limitOf('/own')]).toEqual([
    ['2', '1'],
    ['4', '2'],
    ['2', '0'],
    ['2', '0'],
  ]);
  const { headers, statusCode } = await call('/one');
  expect([statusCode, headers['ratelimit-remaining'], headers['ratelimit-reset']]).toEqual([429, '0', headers['retry-after']]);
});

describe('the calls of a partner’s key', () => {
  const TOTAL = 5;
  /** Calls `url` with the key of a partner, which names a customer or none. */
  function partnersOf(app: FastifyInstance) {
    return async (url: string, userAddress: string | null, apiKeyId = 'cw_partner') => {
      const headers = { 'x-api-key': JSON.stringify({ userId: 1, apiKeyId, userAddress }) };
      return (await app.inject({ url, headers })).statusCode;
    };
  }

  test('count toward the key, and those of a named customer toward the customer too', async () => {
    const { app } = build(3, TOTAL);
    const call = partnersOf(app);
    const statuses = async (...addresses: (string | null)[]) => {
      const answers: number[] = [];
      for (const address of addresses) answers.push(await call('/one', address));
      return answers;
    };
    // A customer's refused call is none of the key's, so one customer can't use up those of others.
    expect(await statuses('a', 'a', 'a', 'a', 'a', 'b', null)).toEqual([200, 200, 200, 429, 429, 200, 200]);
    expect(await statuses('b', 'c', null)).toEqual([429, 429, 429]);
    expect(await call('/one', 'a', 'cw_other')).toBe(200);
  });

  test('have no limit of a single call, except for a named customer', async () => {
    const { app } = build(9, TOTAL);
    const call = partnersOf(app);
    const own = [await call('/own', 'a'), await call('/own', 'a'), await call('/own', 'a'), await call('/own', null)];
    expect(own).toEqual([200, 200, 429, 200]);
  });

  test('leave the limits of the same address of the site as they are', async () => {
    const { app, statuses } = build(3, TOTAL);
    const call = partnersOf(app);
    for (let count = 0; count < 4; count += 1) await call('/one', '127.0.0.1');
    expect(await statuses('/one', '/one', '/one', '/one')).toEqual([200, 200, 200, 429]);
  });
});

test('docs/deployment.md lists the limit of each call', () => {
  const document = readFileSync('docs/deployment.md', 'utf8');
  const rows = [...document.matchAll(/^\| `((?:GET|POST) \/\S+)` +\| (\d+) +\|$/gm)].map(([, call, most]) => `${call} ${most}`);
  const limits = Object.entries(apiRoutes).flatMap(([name, { method, path }]) =>
    Object.entries(CALLS_PER_MINUTE).flatMap(([limited, most]) => (limited === name ? [`${method} ${path} ${most}`] : [])),
  );
  expect(rows.toSorted()).toEqual(limits.toSorted());
});
