import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, it, vi } from 'vitest';
import { callService } from './callService.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  vi.unstubAllEnvs();
  for (const close of closers.splice(0)) close();
});

async function start(handle: RequestListener): Promise<{ url: string; seen: IncomingMessage[] }> {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    handle(request, response);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, seen };
}

it('sends a body as it is, and returns an answer of any status with its time', async () => {
  const bodies: string[] = [];
  const { url, seen } = await start((request, response) => {
    request.setEncoding('utf8').on('data', (part: string) => bodies.push(part));
    request.on('end', () => response.writeHead(503, { date: 'Fri, 20 Nov 2026 00:00:00 GMT' }).end(' {"a": 1.10} '));
  });
  const body = ' {"b": 2.50}\n';
  const answer = await callService({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', 'x-signature': 's' },
    body,
    timeoutMs: 5_000,
  });
  expect(answer).toEqual({ status: 503, date: 'Fri, 20 Nov 2026 00:00:00 GMT', text: ' {"a": 1.10} ' });
  expect(bodies.join('')).toBe(body);
  expect(seen[0]?.headers).toMatchObject({ 'content-type': 'application/json', 'x-signature': 's' });
});

it('follows no redirect, and no proxy of the environment', async () => {
  const proxy = await start((_request, response) => void response.end('proxy'));
  const { url, seen } = await start((_request, response) => void response.writeHead(302, { location: proxy.url }).end());
  for (const name of ['http_proxy', 'HTTP_PROXY', 'all_proxy']) vi.stubEnv(name, proxy.url);
  expect((await callService({ url, timeoutMs: 5_000 })).status).toBe(302);
  expect([seen.length, proxy.seen.length]).toEqual([1, 0]);
});

it.each<[string, RequestListener, string]>([
  ['is too long', (_request, response) => void response.end('a'.repeat(2_000)), 'maxContentLength size of 1000 exceeded'],
  [
    'is too long once it is unpacked',
    (_request, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('a'.repeat(100_000))),
    'maxContentLength size of 1000 exceeded',
  ],
  ['never ends', (_request, response) => void response.write('a'), 'No answer within 200 ms'],
  ['never begins', () => undefined, 'No answer within 200 ms'],
])('rejects for an answer that %s, without a secret of the call', async (_name, handle, message) => {
  const { url } = await start(handle);
  const failed: unknown = await callService({
    url: `${url}?secret=1`,
    headers: { authorization: 'secret' },
    timeoutMs: 200,
    mostBytes: 1_000,
  }).catch((error: unknown) => error);
  expect(failed).toMatchObject({ message });
  expect(JSON.stringify(Object.getOwnPropertyNames(failed).map((name) => Reflect.get(failed as object, name)))).not.toContain(
    'secret',
  );
});
