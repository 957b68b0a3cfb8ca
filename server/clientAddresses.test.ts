import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { buildApp } from './app.ts';
import { createMetrics } from './health/metrics.ts';

async function build(trustedProxies: string[]) {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, new Writable({ write: (line, _encoding, done) => (lines.push(String(line)), done()) }));
  const app = await buildApp({
    log,
    trustedProxies,
    requestsPerMinute: 5,
    routes: [
      async (routes) =>
        void routes.get('/client', ({ ip, headers, site }) => ({
          ip,
          origin: site.origin,
          isOwn: site.hasPage(headers.origin ?? ''),
        })),
    ],
    metrics: createMetrics(),
  });
  const ask = async (headers: Record<string, string>) =>
    await app.inject({ url: '/client', headers: { host: 'swap.example', ...headers } });
  return { lines, ask };
}

test.each([
  ['203.0.113.78:40001', '203.0.113.78'],
  ['10.0.0.1, 203.0.113.78:40001, 127.0.0.1:9', '203.0.113.78'],
  ['[2001:DB8::1]:40001', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::ffff:203.0.113.78', '203.0.113.78'],
  // The proxy itself counts, whatever stands before.
  ['203.0.113.78, unknown', '127.0.0.1'],
  ['_hidden:80', '127.0.0.1'],
])('of X-Forwarded-For %s, %s is the client', async (forwarded, ip) => {
  const { ask, lines } = await build(['127.0.0.1']);
  for (let repeat = 0; repeat < 2; repeat += 1)
    expect((await ask({ 'x-forwarded-for': forwarded })).json()).toMatchObject({ ip });
  expect(lines).toHaveLength(ip === '127.0.0.1' ? 1 : 0);
});

test('a client on many ports of one address is one client', async () => {
  const { ask } = await build(['127.0.0.1']);
  const statuses = [];
  for (let port = 40_000; port < 40_007; port += 1)
    statuses.push((await ask({ 'x-forwarded-for': `203.0.113.78:${port}` })).statusCode);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
});

test('a forwarded scheme other than http and https is ignored', async () => {
  const { ask } = await build(['127.0.0.1']);
  const origin = async (scheme: string) => (await ask({ 'x-forwarded-proto': scheme })).json<{ origin: string }>().origin;
  expect(await origin('https')).toBe('https://swap.example');
  expect(await origin('javascript')).toBe('http://swap.example');
});

test('without a configured origin, a page is ours only with host and scheme', async () => {
  const { ask } = await build(['127.0.0.1']);
  const isOwn = async (origin: string) => (await ask({ origin, 'x-forwarded-proto': 'https' })).json<{ isOwn: boolean }>().isOwn;
  expect(await isOwn('https://swap.example')).toBe(true);
  for (const origin of ['http://swap.example', 'https://other.example', 'null', '']) expect(await isOwn(origin)).toBe(false);
});
