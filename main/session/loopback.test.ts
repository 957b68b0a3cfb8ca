import { request } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readDesktopSignIn, signedInLink, type DesktopSignInAnswer } from '../../contract/desktop/signIn.ts';
import { createBrowserSignIn } from './browserSignIn.ts';
import { openLoopback, type Loopback } from './loopback.ts';

const ANSWER = { code: 'k'.repeat(43), state: 's'.repeat(22) };

let loopback: Loopback;
let taken: DesktopSignInAnswer[];
beforeEach(async () => {
  taken = [];
  const opened = await openLoopback({
    locale: 'ru',
    take: (answer) => {
      taken.push(answer);
      return answer.state === ANSWER.state;
    },
  });
  if (!opened) throw new Error('no port');
  loopback = opened;
});
afterEach(() => loopback.close());

it('takes the answer, and says in the language of the app that the page can be closed', async () => {
  const response = await fetch(signedInLink(ANSWER, loopback.port, 'causeway'));
  expect([response.status, taken]).toEqual([200, [ANSWER]]);
  expect(await response.text()).toContain('Вернитесь в приложение');
  expect([response.headers.get('cache-control'), response.headers.get('content-security-policy')]).toEqual([
    'no-store',
    "default-src 'none'",
  ]);
});

it('says so if the app did not ask for the answer', async () => {
  const response = await fetch(signedInLink({ ...ANSWER, state: 'x'.repeat(22) }, loopback.port, 'causeway'));
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('не запрашивало')]);
});

it.each([
  ['a malformed answer', 400, '/signed-in?code=1', {}],
  ['another path', 404, `/?code=${ANSWER.code}&state=${ANSWER.state}`, {}],
  ['another name of this computer', 404, `/signed-in?code=${ANSWER.code}&state=${ANSWER.state}`, { host: 'evil.example' }],
  ['another method', 404, `/signed-in?code=${ANSWER.code}&state=${ANSWER.state}`, { method: 'POST' }],
])('refuses %s', async (_what, status, path, { host, method = 'GET' }: { host?: string; method?: string }) => {
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  const headers = host === undefined ? {} : { host };
  request({ port: loopback.port, host: '127.0.0.1', path, method, headers }, (response) => {
    response.resume();
    resolve(response.statusCode);
  }).end();
  expect([await promise, taken]).toEqual([status, []]);
});

it('signs in through the port, shows the app, and closes the port afterwards', async () => {
  const opened: URL[] = [];
  const onAnswer = vi.fn();
  const redeem = vi.fn(() => Promise.resolve());
  const signIn = createBrowserSignIn({
    listen: openLoopback,
    onAnswer,
    siteUrl: 'https://exchange.example.org',
    locale: () => 'en',
    openExternal: (url) => Promise.resolve(opened.push(new URL(url)) > 0),
    redeem: { signIn: redeem, confirm: redeem },
  });
  const outcome = signIn.start({ purpose: 'signIn' });
  await vi.waitUntil(() => opened.length === 1);
  const asked = readDesktopSignIn(opened[0]?.search ?? '');
  const link = signedInLink({ code: ANSWER.code, state: asked?.state ?? '' }, asked?.port ?? null, 'causeway');
  expect((await fetch(link)).status).toBe(200);
  expect([await outcome, redeem.mock.calls.length, onAnswer.mock.calls.length]).toEqual(['done', 1, 1]);
  await expect(fetch(link)).rejects.toThrow('fetch failed');
});

it('opens no page after “Cancel” while the port opens', async () => {
  const openExternal = vi.fn(() => Promise.resolve(true));
  const redeem = () => Promise.resolve();
  const signIn = createBrowserSignIn({
    listen: openLoopback,
    siteUrl: 'https://exchange.example.org',
    locale: () => 'en',
    openExternal,
    redeem: { signIn: redeem, confirm: redeem },
  });
  const outcome = signIn.start({ purpose: 'signIn' });
  signIn.cancel();
  expect([await outcome, openExternal.mock.calls.length]).toEqual(['cancelled', 0]);
});
