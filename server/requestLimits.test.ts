import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { apiRoutes } from '../contract/api/index.ts';
import { answerError, answerNotFound } from './common/errors.ts';
import { CALLS_PER_MINUTE, limitRequests } from './requestLimits.ts';

function build(perMinute = 4) {
  const app = Fastify({ trustProxy: true });
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(answerNotFound);
  limitRequests(app, perMinute, new Map([['GET /own', 2]]));
  for (const path of ['/own', '/one', '/other']) app.get(path, () => path);
  app.post('/own', () => 'created');
  const call = async (url: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') => await app.inject({ method, url });
  return {
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

test('docs/deployment.md lists the limit of each call', () => {
  const document = readFileSync('docs/deployment.md', 'utf8');
  const rows = [...document.matchAll(/^\| `((?:GET|POST) \/\S+)` +\| (\d+) +\|$/gm)].map(([, call, most]) => `${call} ${most}`);
  const limits = Object.entries(apiRoutes).flatMap(([name, { method, path }]) =>
    Object.entries(CALLS_PER_MINUTE).flatMap(([limited, most]) => (limited === name ? [`${method} ${path} ${most}`] : [])),
  );
  expect(rows.toSorted()).toEqual(limits.toSorted());
});
