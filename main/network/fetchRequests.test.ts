import type { RequestListener } from 'node:http';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createFetchRequests } from './fetchRequests.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A host, and requests to it through a fetch that notes its options, as that of a session does. */
async function start(handle: RequestListener) {
  const server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const seen: Request[] = [];
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const send = createFetchRequests({
    apiUrl,
    fetch: async (request, options) => {
      seen.push(typeof request === 'string' ? new Request(request, options) : request.clone());
      return await fetch(request, options);
    },
    headers: () => ({ authorization: 'Bearer secret' }),
  });
  const call = (body: string | null = null, timeoutMs = 5_000) =>
    send({
      method: body === null ? 'GET' : 'POST',
      path: '/api/v1/health',
      query: { a: 'b c' },
      body,
      headers: { 'content-type': 'application/json' },
      timeoutMs,
      signal: null,
    });
  return { apiUrl, seen, call };
}

it('sends through the fetch of the session, without cookies and without keeping anything', async () => {
  const bodies: string[] = [];
  const { apiUrl, seen, call } = await start((request, response) => {
    request.setEncoding('utf8').on('data', (part: string) => bodies.push(part));
    request.on('end', () => response.writeHead(418).end(` {"authorization": "${request.headers.authorization}"}`));
  });
  expect(await call('{"a": 1.10} ')).toEqual({ status: 418, text: ' {"authorization": "Bearer secret"}' });
  expect(bodies.join('')).toBe('{"a": 1.10} ');
  expect(seen).toMatchObject([
    { url: `${apiUrl}/api/v1/health?a=b%20c`, method: 'POST', redirect: 'error', credentials: 'omit', cache: 'no-store' },
  ]);
});

it.each<[string, RequestListener]>([
  ['a redirect', (_request, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
  ['an answer of 6 MB', (_request, response) => void response.end('a'.repeat(6_000_000))],
  ['no answer in time', () => undefined],
])('rejects for %s, and its error has no token', async (_name, handle) => {
  const { call } = await start(handle);
  const failed: unknown = await call(null, 500).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(Error);
  expect(Object.keys(failed as object)).toEqual([]);
});

it('ends the connection of an answer without end', async () => {
  const ended = Promise.withResolvers<void>();
  const { call } = await start((_request, response) => {
    const write = () => {
      while (response.write('a'.repeat(100_000)));
    };
    response.on('drain', write).on('close', () => ended.resolve());
    write();
  });
  await expect(call()).rejects.toThrow('too large');
  await ended.promise;
});

it('sends no body of more than a megabyte', async () => {
  const { seen, call } = await start((_request, response) => void response.end());
  await expect(call('a'.repeat(1_000_001))).rejects.toThrow('maxBodyLength');
  expect(seen).toEqual([]);
});
