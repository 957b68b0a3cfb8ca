import { brotliDecompressSync } from 'node:zlib';
import type { IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LightMyRequestResponse } from 'fastify';
import type { CallName } from '../../contract/api/index.ts';
import type { AccountData } from '../../contract/api/users.ts';
import { ApiError, type ErrorCode } from '../../contract/errors.ts';
import { createRenderBundle } from '../../web/render.server.tsx';
import { callOf, serveLocally, type LocalServer } from '../support/serveLocally.ts';
import { startWebHost, type WebHostUnderTest } from '../support/browser/webHost.ts';
import { loadTestMessages } from '../support/samples/messages.ts';
import { sampleInstrument } from '../support/samples/sampleInstruments.ts';
import { samplePairData } from '../support/samples/samplePairData.ts';
import { sampleAccount } from '../support/samples/sampleAccount.ts';

const ROUNDS = 15;

const account = (userId: number, email: string): AccountData => ({ ...sampleAccount, userId, email });
const ACCOUNTS: Readonly<Record<string, AccountData>> = {
  'session=anna': account(7, 'anna@one.example'),
  'session=boris': account(8, 'boris@two.example'),
  '__Host-session=carla': account(9, 'carla@three.example'),
};
const EMAILS = Object.values(ACCOUNTS).map(({ email }) => email ?? '');

const received: { name: CallName; cookie: string | undefined; protocol: unknown }[] = [];
let api: LocalServer;
let site: WebHostUnderTest;

beforeAll(async () => {
  const answers: Partial<Record<CallName, (headers: IncomingHttpHeaders) => unknown>> = {
    'service.health': () => ({ status: 'OK', host: { features: ['accounts', 'fees'], sandbox: false, brand: 'Test' } }),
    'instruments.list': () => [sampleInstrument('btc'), sampleInstrument('usdttrc20')],
    'pairs.default': () => ({ from: 'btc', to: 'usdttrc20', amount: '0.05' }),
    'rates.one': () => samplePairData({}),
    'orders.latest': () => [],
    'users.accountData': ({ cookie = '' }) => ACCOUNTS[cookie] ?? refusal(cookie),
  };
  api = await serveLocally((request, response) => {
    const name = callOf(request) as CallName;
    received.push({ name, cookie: request.headers.cookie, protocol: request.headers['x-forwarded-proto'] });
    const answer = answers[name]?.(request.headers) ?? new ApiError('ERR_SERVICE_UNAVAILABLE', 'No');
    response.statusCode = answer instanceof ApiError ? answer.status : 200;
    response.setHeader('content-type', 'application/json');
    const body = answer instanceof ApiError ? { code: answer.code, message: answer.message, requestId: 'r' } : answer;
    // The renders of all requests overlap.
    setImmediate(() => response.end(JSON.stringify(body)));
  });
  const render = createRenderBundle({ en: await loadTestMessages('en'), ru: await loadTestMessages('ru') });
  site = await startWebHost({ apiUrl: api.url, render, pagesPerMinute: 100_000 });
});
beforeEach(() => void received.splice(0));
afterAll(async () => {
  await site.close();
  await api.close();
});

function refusal(cookie: string): ApiError {
  const codes: Readonly<Record<string, ErrorCode>> = {
    'session=expired': 'ERR_IM_A_TEAPOT',
    'session=away': 'ERR_SERVICE_UNAVAILABLE',
  };
  return new ApiError(codes[cookie] ?? 'ERR_UNAUTHORIZED', 'No');
}

const visit = async (path: string, cookie: string | null, headers: Record<string, string> = {}) =>
  await site.visit(path, { ...headers, ...(cookie !== null && { cookie: `${cookie}; i18n_redirected=en` }) });

function textOf({ headers, rawPayload }: LightMyRequestResponse): string {
  return (headers['content-encoding'] === 'br' ? brotliDecompressSync(rawPayload) : rawPayload).toString();
}

describe('pages of two customers and a guest at the same time', () => {
  it.each(['/', '/exchange-btc-usdttrc20', '/support', '/support/_payload.json?abc', '/ru/support'])(
    '%s contains the data of its own customer only',
    async (path) => {
      const visitors = ['session=anna', 'session=boris', null];
      for (let round = 0; round < ROUNDS; round += 1) {
        // The first visitor of a round is another one each time, because it may fill a cache.
        const order = [0, 1, 2].map((index) => visitors[(index + round) % 3] ?? null);
        const encoding = round % 2 === 0 ? 'br' : 'identity';
        const answers = await Promise.all(order.map((cookie) => visit(path, cookie, { 'accept-encoding': encoding })));
        for (const [index, answer] of answers.entries()) {
          const own = ACCOUNTS[order[index] ?? '']?.email ?? undefined;
          const found = EMAILS.filter((email) => textOf(answer).includes(email));
          expect([answer.statusCode, found]).toEqual([200, own === undefined ? [] : [own]]);
          if (own !== undefined) expect(answer.headers['cache-control']).toBe('private, no-store');
          expect(answer.headers['etag']).toBeUndefined();
        }
      }
      const withCookie = new Set(received.filter(({ cookie }) => cookie !== undefined).map(({ name }) => name));
      expect([...withCookie].filter((name) => SHARED.includes(name))).toEqual([]);
      expect(received.some(({ cookie }) => cookie?.includes('i18n_redirected'))).toBe(false);
    },
  );
});

/** Calls whose answers all customers share. */
const SHARED: readonly CallName[] = ['service.health', 'instruments.list', 'pairs.default', 'orders.latest'];

describe('the account area', () => {
  it.each(['/lk', '/ru/lk'])('%s leads a guest to the login dialog and remembers the path', async (path) => {
    const { statusCode, headers } = await visit(path, null);
    const home = path.startsWith('/ru') ? '/ru' : '/';
    expect([statusCode, headers['location'], headers['cache-control']]).toEqual([
      302,
      `${home}?signIn=%2Flk`,
      'private, no-store',
    ]);
  });

  it('leads a customer to the first page', async () => {
    const { statusCode, headers } = await visit('/lk', 'session=anna');
    expect([statusCode, headers['location']]).toEqual([302, '/profile/info']);
  });

  it('is a skeleton without a redirect while the access token has expired', async () => {
    const answer = await visit('/lk', 'session=expired');
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(textOf(answer)).toContain('"session":{"account":null,"isUnsettled":true}');
    expect(received.map(({ name }) => name)).not.toContain('users.refresh');
  });

  it('shows an error while the host does not answer, and keeps the session', async () => {
    const { statusCode, headers } = await visit('/lk', 'session=away');
    expect(statusCode).toBe(503);
    expect(String(headers['set-cookie'])).not.toContain('session=');
  });

  it('leads a customer whose session has ended to the login dialog, and removes the cookie', async () => {
    const { statusCode, headers } = await visit('/lk', 'session=ended');
    expect([statusCode, headers['location']]).toEqual([302, '/?signIn=%2Flk']);
    expect(String(headers['set-cookie'])).toMatch(/session=;.*Expires=Thu, 01 Jan 1970/);
  });
});

describe('the account area of a site on https', () => {
  let secure: WebHostUnderTest;
  beforeAll(async () => {
    const render = createRenderBundle({ en: await loadTestMessages('en'), ru: await loadTestMessages('ru') });
    secure = await startWebHost({ apiUrl: api.url, render, pagesPerMinute: 100_000, publicOrigin: 'https://causeway.example' });
  });
  afterAll(async () => await secure.close());

  it('uses the __Host- cookie, whatever another subdomain planted, and tells the API host the scheme', async () => {
    const answer = await secure.visit('/support', { cookie: 'session=boris; __Host-session=carla; session=anna' });
    expect(EMAILS.filter((email) => textOf(answer).includes(email))).toEqual(['carla@three.example']);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    expect(received.find(({ name }) => name === 'users.accountData')).toMatchObject({
      cookie: '__Host-session=carla',
      protocol: 'https',
    });
  });

  it('removes the cookie of a session that has ended', async () => {
    const { headers } = await secure.visit('/lk', { cookie: '__Host-session=ended' });
    expect(String(headers['set-cookie'])).toMatch(/__Host-session=; Max-Age=0; Path=\/; .*Secure/);
  });
});
