import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import type { HttpRequest } from '../../contract/client/httpTransport.ts';
import { serveLocally } from '../../tests/support/serveLocally.ts';
import { createHostRequests } from './hostRequests.server.ts';

const REQUEST: HttpRequest = {
  method: 'GET',
  path: '/api/v1/health',
  query: null,
  body: null,
  headers: {},
  timeoutMs: 5_000,
  signal: null,
};

let stop: () => Promise<void> = () => Promise.resolve();
afterEach(() => stop());

/** Starts an API host that answers with `handle`. */
async function listen(handle: RequestListener): Promise<string> {
  const { url, close } = await serveLocally(handle);
  stop = close;
  return url;
}

test('sends the query without undefined values', async () => {
  const url = await listen(({ url: path, headers }, reply) =>
    reply.writeHead(418).end(`${path} for ${String(headers['x-forwarded-for'])}`),
  );
  const answer = await createHostRequests(url)({
    ...REQUEST,
    query: { coin: 'a b&c=ü', none: undefined, all: true },
    headers: { 'x-forwarded-for': '192.0.2.1' },
  });
  expect(answer).toEqual({ status: 418, text: '/api/v1/health?coin=a%20b%26c%3D%C3%BC&all=true for 192.0.2.1' });
});

test('sends a body with its length', async () => {
  const url = await listen((request, reply) => {
    void text(request).then((body) => reply.end(`${request.method} ${request.headers['content-length']} ${body}`));
  });
  const answer = await createHostRequests(`${url}/`)({ ...REQUEST, method: 'POST', body: '{"a":"ü"}' });
  expect(answer.text).toBe('POST 10 {"a":"ü"}');
});

test('decodes a character that is split across two chunks', async () => {
  const [first, second] = [Buffer.from('ü').subarray(0, 1), Buffer.from('ü').subarray(1)];
  const url = await listen((_request, reply) => {
    reply.write(first);
    setTimeout(() => reply.end(second), 20);
  });
  expect((await createHostRequests(url)(REQUEST)).text).toBe('ü');
});

test('fails when the host times out or closes the connection early', async () => {
  const silent = await listen(() => undefined);
  await expect(createHostRequests(silent)({ ...REQUEST, timeoutMs: 50 })).rejects.toThrow('timeout of 50 ms');
  await stop();
  const broken = await listen((_request, reply) => {
    reply.writeHead(200, { 'content-length': '100' });
    reply.write('half');
    setTimeout(() => reply.destroy(), 20);
  });
  await expect(createHostRequests(broken)(REQUEST)).rejects.toThrow('aborted');
});

test('ends an aborted call at once', async () => {
  const url = await listen(() => undefined);
  const controller = new AbortController();
  const answer = createHostRequests(url)({ ...REQUEST, signal: controller.signal });
  controller.abort();
  await expect(answer).rejects.toThrow('aborted');
});
