import type { FastifyRequest } from 'fastify';
import { pino } from 'pino';
import Type from 'typebox';
import { afterEach, expect, it, vi } from 'vitest';
import { apiRoutes } from '../contract/api/index.ts';
import { ApiError } from '../contract/errors.ts';
import { SIGNED_CALL_HEADERS } from '../contract/signedCall.ts';
import { buildApp } from './app.ts';
import { createMetrics } from './health/metrics.ts';
import { CALLS_PER_MINUTE } from './requestLimits.ts';
import { serveHot } from './routes/route.ts';

const URL = apiRoutes['rates.one'].path;
const Input = Type.Object({ amount: Type.Optional(Type.String({ pattern: '^[0-9]+$' })) });
const Output = Type.Object({ given: Type.String() });
/** Makes a request unusual: its answer comes from the route. */
const BODY = { payload: '{}' };

let close: () => Promise<unknown>;
afterEach(() => close());

async function build({ requestsPerMinute = 1_000, cacheControl = 'no-store' } = {}) {
  const lines: Record<string, unknown>[] = [];
  const metrics = createMetrics();
  const observed = vi.spyOn(metrics, 'observeRequest');
  const inRoute = vi.fn<(request: FastifyRequest) => void>();
  const answer = vi.fn((input: { amount?: string | undefined }): { given: string } | Promise<{ given: string }> => {
    if (input.amount === '0') throw new ApiError('ERR_NOT_ACCEPTABLE', 'Not this amount.');
    if (input.amount === '7') return Promise.resolve({ given: 'семь' });
    if (input.amount === '8') return Promise.reject(new ApiError('ERR_NOT_FOUND', 'No such amount.'));
    return { given: input.amount ?? 'nothing' };
  });
  const app = await buildApp({
    log: pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) }),
    trustedProxies: [],
    requestsPerMinute,
    metrics,
    routes: [
      async (api) => {
        api.addHook('preHandler', async (request) => inRoute(request));
        serveHot(api, 'rates.one', { input: Input, output: Output, cacheControl }, answer);
      },
    ],
  });
  close = async () => await app.close();
  const get = async (query = '', more: object = {}) => await app.inject({ method: 'GET', url: `${URL}${query}`, ...more });
  return { get, answer, inRoute, lines, observed };
}

/** Returns the headers of an answer without those that differ from answer to answer. */
function headersOf({ headers }: { headers: Record<string, unknown> }): Record<string, unknown> {
  const { date: _date, 'x-request-id': id, 'ratelimit-remaining': _left, 'ratelimit-reset': seconds, ...others } = headers;
  expect([id, seconds]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), expect.stringMatching(/^\d+$/)]);
  return others;
}

it.each(['', '?amount=5', '?amount=7', '?amount=5&utm_source=x'])('answers %j as the route does, without it', async (query) => {
  const { get, inRoute } = await build();
  const hot = await get(query);
  expect(inRoute).not.toHaveBeenCalled();
  const ordinary = await get(query, BODY);
  expect(inRoute).toHaveBeenCalledOnce();
  expect([hot.statusCode, hot.body, headersOf(hot)]).toEqual([200, ordinary.body, headersOf(ordinary)]);
  expect(hot.headers['content-security-policy']).toContain("default-src 'none'");
  expect(Number(ordinary.headers['ratelimit-remaining'])).toBe(Number(hot.headers['ratelimit-remaining']) - 1);
});

it.each([
  ['?amount=x', 400, 'ERR_VALIDATION'],
  ['?amount=%00', 400, 'ERR_VALIDATION'],
  ['?amount=0', 406, 'ERR_NOT_ACCEPTABLE'],
  ['?amount=8', 404, 'ERR_NOT_FOUND'],
])('leaves a refusal of %j to the route, and counts it once', async (query, status, code) => {
  const { get, answer } = await build({ cacheControl: 'public, max-age=300' });
  const first = await get(query);
  expect([first.statusCode, first.json<{ code: string }>().code]).toEqual([status, code]);
  if (status !== 400) expect([first.headers['cache-control'], answer.mock.calls.length]).toEqual(['no-store', 1]);
  const next = await get();
  expect(Number(next.headers['ratelimit-remaining'])).toBe(CALLS_PER_MINUTE['rates.one'] - 2);
});

it('counts its requests toward the same limits as all others', async () => {
  const { get, inRoute } = await build({ requestsPerMinute: 3 });
  expect([(await get()).statusCode, (await get('', BODY)).statusCode, (await get()).statusCode]).toEqual([200, 200, 200]);
  const refused = await get();
  expect([refused.statusCode, refused.headers['ratelimit-remaining']]).toEqual([429, '0']);
  expect(refused.headers['retry-after']).toBeDefined();
  expect(inRoute).toHaveBeenCalledOnce();
  expect((await get('', { remoteAddress: '192.0.2.1' })).statusCode).toBe(200);
});

it('logs and measures each request by its route', async () => {
  const { get, lines, observed } = await build();
  const { headers } = await get('?amount=5');
  await get('?amount=x');
  expect(lines).toMatchObject([
    { msg: 'request', reqId: headers['x-request-id'], method: 'GET', route: URL, status: 200 },
    { msg: 'request', method: 'GET', route: URL, status: 400 },
  ]);
  expect(observed.mock.calls.map(([method, route, status]) => [method, route, status])).toEqual([
    ['GET', URL, 200],
    ['GET', URL, 400],
  ]);
});

it('leaves signed calls, other methods and requests with a body to the route', async () => {
  const { get, answer, inRoute } = await build();
  const [signature = ''] = Object.values(SIGNED_CALL_HEADERS);
  expect((await get('', { headers: { [signature]: 'x' } })).statusCode).toBe(403);
  expect(answer).not.toHaveBeenCalled();
  const head = await get('', { method: 'HEAD' });
  expect([head.statusCode, head.body]).toEqual([200, '']);
  await get('', BODY);
  expect(inRoute).toHaveBeenCalledTimes(2);
});
