import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIVE_PATH } from '../../contract/live.ts';
import { startHttpHosts, type HttpHosts } from './httpHosts.ts';
import { open, readAnswers, say, type RawAnswer } from './rawSocket.ts';

const HEALTH = 'GET /api/v1/health HTTP/1.1\r\nhost: localhost\r\n';
const CHECK =
  'POST /api/v1/instruments/public/validate-address HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';
const BODY = JSON.stringify({ currencyTitle: 'BTC', networkTitle: 'BTC', address: 'x' });
const LAST = 'connection: close\r\n';
const MEGABYTE = 1_048_576;

let hosts: HttpHosts;
beforeAll(async () => {
  hosts = await startHttpHosts({ closingMs: 100 });
});
afterAll(() => hosts.stop());

const codes = (answers: readonly RawAnswer[]) =>
  answers.map(({ status, body }) => [status, (JSON.parse(body) as { code?: string }).code]);
const alive = async (origin: string) => expect((await fetch(`${origin}/api/v1/health`)).status).toBe(200);

describe.each(['api', 'web'] as const)('the %s host', (name) => {
  const origin = () => hosts[name];

  it.each([
    ['one large header', `${HEALTH}x-large: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['a long address', `GET /api/v1/health?${'x'.repeat(20_000)} HTTP/1.1\r\nhost: localhost\r\n\r\n`],
    ['many small headers', `${HEALTH}${LAST}${'a: b\r\n'.repeat(150)}\r\n`],
    ['a flood of headers', `${HEALTH}${'a:b\r\n'.repeat(100_000)}\r\n`],
  ])('refuses %s', async (_what, bytes) => {
    expect(codes(await say(origin(), bytes))).toEqual([[431, 'ERR_PAYLOAD_TOO_LARGE']]);
  });

  it.each([
    ['both lengths', `${CHECK}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\n\r\n`],
    ['two different lengths', `${CHECK}content-length: 5\r\ncontent-length: 6\r\n\r\nabcdef`],
    ['a negative length', `${CHECK}content-length: -1\r\n\r\n`],
    ['a length in words', `${CHECK}content-length: 5x\r\n\r\nabcde`],
    ['an encoding nobody knows', `${CHECK}transfer-encoding: xchunked\r\n\r\n0\r\n\r\n`],
    ['chunked that is not last', `${CHECK}transfer-encoding: chunked, gzip\r\n\r\n0\r\n\r\n`],
    ['a broken chunk', `${CHECK}transfer-encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n`],
    ['a space before the colon', `${CHECK}content-length : 5\r\n\r\nabcde`],
    ['a folded header', `${HEALTH}x-a: 1\r\n 2\r\n\r\n`],
    ['a header without a colon', `${HEALTH}nothing\r\n\r\n`],
    ['a null byte in a header', `${HEALTH}x-a: \u0000\r\n\r\n`],
    ['two hosts', `${HEALTH}Host: evil.example\r\n\r\n`],
    ['two hosts on an unknown path', 'GET /nowhere HTTP/1.1\r\nHost: localhost\r\nhost: localhost\r\n\r\n'],
    ['no host', 'GET /api/v1/health HTTP/1.1\r\n\r\n'],
    ['another protocol', 'SSH-2.0-OpenSSH_9.9\r\n\r\n'],
    ['a TLS greeting', Buffer.from('16030100a5010000a10303', 'hex')],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a method nobody knows', 'BREW /api/v1/health HTTP/1.1\r\nhost: localhost\r\n\r\n'],
  ])('refuses %s, once, and ends the connection', async (_what, bytes) => {
    const answers = await say(origin(), bytes);
    expect(answers).toHaveLength(1);
    expect(answers[0]?.status).toBe(400);
    if (answers[0]?.body) expect(codes(answers)).toEqual([[400, 'ERR_BAD_REQUEST']]);
  });

  it('answers 413 to a body of 10 GB before it arrives, and to one without a length at the limit', async () => {
    const declared = open(origin());
    declared.socket.write(`${CHECK}content-length: 10737418240\r\n\r\n{`);
    await expect.poll(() => codes(readAnswers(declared.received()))).toEqual([[413, 'ERR_PAYLOAD_TOO_LARGE']]);
    declared.close();

    const endless = open(origin());
    endless.socket.write(`${CHECK}transfer-encoding: chunked\r\n\r\n`);
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    let sent = 0;
    const pour = () => {
      while (!endless.socket.destroyed && sent < 64 * MEGABYTE) {
        sent += chunk.length;
        if (!endless.socket.write(chunk)) return;
      }
    };
    endless.socket.on('drain', pour);
    pour();
    await expect.poll(() => codes(readAnswers(endless.received()))).toEqual([[413, 'ERR_PAYLOAD_TOO_LARGE']]);
    await endless.ended;
    expect(sent).toBeLessThan(64 * MEGABYTE);
    await alive(origin());
  });

  it('answers pipelined requests in order', async () => {
    const paths = Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? '/api/v1/health' : '/api/v1/none'));
    const text = paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n`).join('\r\n');
    const answers = await say(origin(), `${text}${LAST}\r\n`);
    expect(answers.map(({ status }) => status)).toEqual(paths.map((path) => (path.endsWith('health') ? 200 : 404)));
  });

  it('keeps the answer before a broken request intact', async () => {
    const answers = await say(origin(), `${HEALTH}\r\nBREW / HTTP/1.1\r\n\r\n`);
    expect(answers.length).toBeLessThanOrEqual(2);
    for (const { body } of answers) expect(() => JSON.parse(body) as unknown).not.toThrow();
  });

  it('closes the connection of a client that half-closed it', async () => {
    const half = open(origin(), { allowHalfOpen: true });
    half.socket.end(`${HEALTH}\r\n`);
    expect(await half.ended).not.toBeNull();
    half.close();
    await alive(origin());
  });

  it('survives a connection that is cut within a request', async () => {
    for (const bytes of [
      'GE',
      HEALTH,
      `${CHECK}content-length: 100\r\n\r\n{"a`,
      `GET ${LIVE_PATH} HTTP/1.1\r\nupgrade: websocket\r\n`,
    ]) {
      const cut = open(origin());
      await new Promise<void>((resolve) => cut.socket.write(bytes, () => resolve()));
      cut.socket.resetAndDestroy();
      await cut.ended;
    }
    await alive(origin());
  });

  it('answers a request for an unsupported upgrade as a plain request', async () => {
    const upgrade = 'connection: upgrade, close\r\nupgrade: websocket\r\n';
    const posted = await say(origin(), `${CHECK}${upgrade}content-length: ${BODY.length}\r\n\r\n${BODY}`);
    expect(posted.map(({ status }) => status)).toEqual([200]);
    const h2c = await say(origin(), `${HEALTH}connection: upgrade, close\r\nupgrade: h2c\r\n\r\n`);
    expect(h2c.map(({ status }) => status)).toEqual([200]);
  });

  it('answers an expectation that it does not know', async () => {
    const answers = await say(origin(), `${HEALTH}${LAST}expect: a miracle\r\n\r\n`);
    expect(answers.map(({ status }) => status)).toEqual([200]);
  });

  it.each(['evil.example', 'a b', '', '[::1', 'x'.repeat(5_000), 'localhost:99999', '"><script>', '\u00ff'])(
    'answers whatever host it is asked for: %j',
    async (host) => {
      const [answer] = await say(origin(), `GET /api/v1/health HTTP/1.1\r\nhost: ${host}\r\n${LAST}\r\n`);
      expect(answer?.status).toBeLessThan(500);
    },
  );

  it.each([
    '/api/%',
    '/api/%zz',
    '/api/%c0%ae%c0%ae/',
    '/api/v1/%00',
    '/api/v1/../../etc/passwd',
    '/api/%2e%2e/%2e%2e/etc/passwd',
    '/api/..%2f..%2fetc%2fpasswd',
    '/api/v1//health',
    '//api/v1/health',
    '/api\\v1\\health',
    '/api/v1/health;x=1',
    '/api/v1/health/',
    '/API/V1/HEALTH',
    '/api/docs/../openapi.json',
    '/api/docs/static/%2e%2e/%2e%2e/package.json',
    '/api/docs/static/..%5c..%5cpackage.json',
    `/api/${'a/'.repeat(3_000)}`,
    `/api/${'%2e%2e%2f'.repeat(1_000)}`,
    'http://evil.example/api/v1/health',
    'http://evil.example',
    '*',
    '/api/__proto__/constructor',
    '/dict/seo/__proto__',
  ])('is led nowhere by the path %s', async (path) => {
    const [answer] = await say(origin(), `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${LAST}\r\n`);
    expect(answer?.status).toBeLessThan(500);
    expect(answer?.body).not.toMatch(/root:|"dependencies"|node_modules/);
    if (name === 'web' || !answer || answer.status < 400) return;
    expect(JSON.parse(answer.body)).toMatchObject({
      code: expect.stringMatching(/^ERR_/),
      requestId: answer.headers['x-request-id'],
    });
  });
});
