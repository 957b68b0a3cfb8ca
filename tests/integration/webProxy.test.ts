import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { get } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';
import { WebSocket } from 'ws';
import { LIVE_PATH } from '../../contract/live.ts';
import { startWebHost, type WebHostUnderTest } from '../support/browser/webHost.ts';

let site: WebHostUnderTest;
beforeAll(async () => {
  site = await startWebHost();
});
afterAll(() => site.close());

const FORGED = {
  'x-forwarded-for': '203.0.113.9',
  'x-real-ip': '203.0.113.9',
  forwarded: 'for=203.0.113.9',
  'cf-connecting-ip': '203.0.113.9',
};

const JSON_TYPE = { 'content-type': 'application/json' };
const MEGABYTE = 1_024 * 1_024;

const next = (messages: string[], count: number) => expect.poll(() => messages.length).toBeGreaterThanOrEqual(count);

/** A GET whose path stays as it is written: `inject` and `fetch` would tidy it up. The body of the answer. */
const askAsSpelt = (origin: string, path: string) =>
  new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    get({ hostname, port, path }, (answer) => void text(answer).then(resolve, reject)).on('error', reject);
  });

describe('calls through the web host', () => {
  it('pass path, query and body bytes unchanged', async () => {
    const payload = '{"a": 1.10,  "a":2}';
    const answer = await site.host.inject({
      method: 'POST',
      url: '/api/v1/orders/public/create?x=%2F%20a+b',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'k' },
      payload,
    });
    expect(answer.json()).toEqual({ echo: payload });
    expect(site.api.received.at(-1)).toMatchObject({
      url: '/api/v1/orders/public/create?x=%2F%20a+b',
      headers: { 'idempotency-key': 'k', 'content-type': 'application/json' },
    });
  });

  it('pass the parameters of dict/seo, which have no body', async () => {
    const answer = await site.host.inject({ method: 'POST', url: '/dict/seo?page=%2Fsupport' });
    expect(answer.json()).toHaveProperty('en');
  });

  it('send the API host the address of the connection, whatever headers claim', async () => {
    await site.host.inject({ method: 'GET', url: '/api/v2/pairs/public', remoteAddress: '198.51.100.7', headers: FORGED });
    const { headers } = site.api.received.at(-1) ?? {};
    expect(headers?.['x-forwarded-for']).toBe('198.51.100.7');
    expect(JSON.stringify(headers)).not.toContain('203.0.113.9');
  });

  it('accept only the last address that a trusted proxy adds', async () => {
    const behind = await startWebHost({ trustedProxies: ['198.51.100.7'] });
    onTestFinished(() => behind.close());
    const ask = (remoteAddress: string) =>
      behind.host.inject({
        method: 'GET',
        url: '/api/v2/pairs/public',
        remoteAddress,
        headers: { 'x-forwarded-for': '10.0.0.1, 203.0.113.9' },
      });
    await ask('198.51.100.7');
    expect(behind.api.received.at(-1)?.headers['x-forwarded-for']).toBe('203.0.113.9');
    await ask('198.51.100.8');
    expect(behind.api.received.at(-1)?.headers['x-forwarded-for']).toBe('198.51.100.8');
  });

  it('send the address of a client without its port, and that of the proxy for what is no address', async () => {
    const behind = await startWebHost({ trustedProxies: ['198.51.100.7'] });
    onTestFinished(() => behind.close());
    for (const [forwarded, sent] of [
      ['203.0.113.9:40001', '203.0.113.9'],
      ['[2001:db8::1]:40001', '2001:db8::1'],
      ['unknown', '198.51.100.7'],
    ] as const) {
      const headers = { 'x-forwarded-for': forwarded };
      await behind.host.inject({ url: '/api/v2/pairs/public', remoteAddress: '198.51.100.7', headers });
      expect(behind.api.received.at(-1)?.headers['x-forwarded-for']).toBe(sent);
    }
  });

  it('send the API host the requested host name for its Origin check', async () => {
    await site.host.inject({
      method: 'GET',
      url: '/api/v2/pairs/public',
      headers: { host: 'causeway.example', 'x-forwarded-host': 'evil.example' },
    });
    expect(site.api.received.at(-1)?.headers['x-forwarded-host']).toBe('causeway.example');
  });

  it('refuse a body that is too large', async () => {
    const answer = await site.host.inject({
      method: 'POST',
      url: '/api/v1/orders/public/create',
      headers: JSON_TYPE,
      payload: 'x'.repeat(70_000),
    });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([413, 'ERR_PAYLOAD_TOO_LARGE']);
  });

  it.each([
    ['submit', 24 * MEGABYTE],
    ['uploads/part', MEGABYTE],
  ])('refuse photos for kyc/%s by their length, before they are read', async (call, most) => {
    const send = async (payload: string | Readable) =>
      await site.host.inject({ method: 'POST', url: `/api/v1/users/kyc/${call}`, headers: JSON_TYPE, payload });
    const before = site.api.received.length;
    const answer = await send(' '.repeat(25 * MEGABYTE));
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toMatchObject({ code: 'ERR_PAYLOAD_TOO_LARGE', message: `At most ${most} bytes are accepted.` });
    expect((await send(Readable.from([' ']))).json()).toMatchObject({ code: 'ERR_BAD_REQUEST' });
    expect(site.api.received).toHaveLength(before);
    await send('x'.repeat(900_000));
    expect(site.api.received.at(-1)?.body).toHaveLength(900_000);
  });

  it('are sent once even if the API host is busy', async () => {
    const before = site.api.received.length;
    expect((await site.visit('/api/v1/away')).statusCode).toBe(503);
    expect(site.api.received.length - before).toBe(1);
  });

  it('are compressed only if they are public', async () => {
    const big = await site.visit('/api/v1/big', { 'accept-encoding': 'br' });
    expect(big.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(big.rawPayload).length).toBeGreaterThan(5_000);
    const own = await site.visit('/api/v1/private', { 'accept-encoding': 'br' });
    expect(own.headers['content-encoding']).toBeUndefined();
    expect(own.json()).toHaveProperty('text');
  });

  it('answer an error of the catalogue while the API host is unreachable', async () => {
    const alone = await startWebHost({ apiUrl: 'http://127.0.0.1:9' });
    onTestFinished(() => alone.close());
    const answer = await alone.visit('/api/v2/pairs/public');
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toEqual({
      code: 'ERR_SERVICE_UNAVAILABLE',
      message: expect.stringContaining('does not answer'),
      requestId: answer.headers['x-request-id'],
    });
  });

  it('stay below their prefix', async () => {
    for (const url of ['/api/../healthz', '/api/%2e%2e/healthz', '/api/..%2fhealthz']) {
      expect((await site.visit(url)).body).not.toContain('networks');
      expect(site.api.received.at(-1)?.url).not.toBe('/healthz');
    }
  });

  it('reach the sandbox only if it is enabled, however the path is spelt', async () => {
    expect((await site.visit('/api/sandbox/state')).statusCode).toBe(200);
    const real = await startWebHost({ sandbox: false });
    onTestFinished(() => real.close());
    const origin = await real.host.listen({ host: '127.0.0.1', port: 0 });
    const spellings = ['sandbox', './sandbox', '%2e/sandbox', 'x/../sandbox', 'x/.%2E/sandbox', '.\\sandbox', '%73andbox'];
    for (const spelling of spellings) {
      expect(await askAsSpelt(origin, `/api/${spelling}/state`)).toContain('ERR_NOT_FOUND');
    }
    expect(real.api.received).toEqual([]);
  });
});

describe('the live connection through the web host', () => {
  let sockets: WebSocket[] = [];
  afterEach(() => {
    for (const socket of sockets) socket.terminate();
    sockets = [];
  });

  async function connect(target: WebHostUnderTest, path: string, headers: Record<string, string> = {}) {
    const base = target.host.server.listening
      ? target.host.listeningOrigin
      : await target.host.listen({ host: '127.0.0.1', port: 0 });
    const socket = new WebSocket(`${base.replace('http', 'ws')}${path}`, { headers });
    sockets.push(socket);
    const messages: string[] = [];
    socket.on('message', (data: Buffer) => messages.push(data.toString()));
    return { socket, messages };
  }

  it('carries messages both ways', async () => {
    const { socket, messages } = await connect(site, LIVE_PATH);
    await next(messages, 1);
    socket.send('{"event":"pairs.rates"}');
    await next(messages, 2);
    expect(messages[1]).toBe('{"event":"pairs.rates"}');
  });

  it('sends the API host the address of the connection, and no cookie', async () => {
    const { messages } = await connect(site, LIVE_PATH, { ...FORGED, cookie: 'session=1' });
    await next(messages, 1);
    expect(JSON.parse(messages[0] ?? '')).toEqual({ forwardedFor: '127.0.0.1', cookie: null });
  });

  it('exists at one path only', async () => {
    const { socket } = await connect(site, '/elsewhere');
    const error = await new Promise<Error>((resolve) => socket.once('error', resolve));
    expect(error.message).toContain('404');
  });

  it('is refused while the API host is unreachable', async () => {
    const alone = await startWebHost({ apiUrl: 'http://127.0.0.1:9' });
    onTestFinished(() => alone.close());
    const { socket } = await connect(alone, LIVE_PATH);
    const error = await new Promise<Error>((resolve) => socket.once('error', resolve));
    expect(error.message).toContain('503');
  });

  it('passes the back pressure of a slow client on to the API host', async () => {
    const { socket, messages } = await connect(site, LIVE_PATH);
    await next(messages, 1);
    const upstream = [...site.api.live].at(-1);
    socket.pause();
    const megabyte = Buffer.alloc(1_000_000);
    for (let count = 0; count < 40; count += 1) upstream?.send(megabyte);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(upstream?.bufferedAmount).toBeGreaterThan(25_000_000);
    socket.resume();
    await expect.poll(() => upstream?.bufferedAmount).toBe(0);
  });

  it('answers a plain request with 426 Upgrade Required', async () => {
    expect((await site.visit(LIVE_PATH)).statusCode).toBe(426);
  });

  it('closes at once when the host stops', async () => {
    const ending = await startWebHost();
    const { socket, messages } = await connect(ending, LIVE_PATH);
    await next(messages, 1);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await ending.close();
    await closed;
    expect(socket.readyState).toBe(WebSocket.CLOSED);
  });
});
