import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startAccountHost, type AccountHost } from '../../tests/support/accountHost.ts';
import type { RefreshOutput } from '../../contract/schemas/users.ts';
import { cookieHeader, proveCustomer, signInWithCookies, signUp, TEST_PASSWORD } from '../accounts/testing/customers.ts';

const MINUTE_MS = 60_000;
const OWN = { host: 'localhost', origin: 'http://localhost' };
let host: AccountHost;
let app: FastifyInstance;
beforeEach(async () => {
  host = await startAccountHost();
  app = host.app;
});
afterEach(async () => await host.close());

const post = async (call: string, payload: object, headers: Record<string, string> = {}) =>
  await app.inject({ method: 'POST', url: `/api/v1/users/${call}`, payload, headers });
const accountData = async (headers: Record<string, string>) => await app.inject({ url: '/api/v1/users/account-data', headers });
const refresh = async (refreshToken: string) => await post('authentication/refresh', { refreshToken });

test('registers a customer, signs it in with cookies and returns its account data, uncached', async () => {
  const created = await post('local/create', { email: 'Anna@example.com', password: TEST_PASSWORD });
  expect(created.json()).toEqual({ userId: 1 });
  const signedIn = await post('local/authenticate', { email: 'anna@example.com', password: TEST_PASSWORD }, OWN);
  expect(signedIn.json()).toEqual({ userId: 1 });
  expect(signedIn.headers['set-cookie']).toEqual([
    expect.stringMatching(/^session=\S+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/),
    expect.stringMatching(
      /^session_refresh=\S+; Path=\/api\/v1\/users\/authentication; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
    ),
  ]);
  const read = await accountData({ cookie: cookieHeader(signedIn.headers['set-cookie']) });
  expect(read.headers['cache-control']).toBe('private, no-store');
  expect(read.json()).toEqual({
    userId: 1,
    email: 'Anna@example.com',
    permissions: 'CUSTOMER',
    adminPermissionsScope: { scopes: [] },
    isEmailConfirmed: false,
    hasSecondFactor: false,
    createdAt: '2026-11-20T12:00:00.000Z',
    cashbackLevel: 'BRONZE',
    openOrders: 0,
  });
  await host.database.insertInto('cashback_levels').values({ user_id: 1, level: 'GOLD', reached_at: 0 }).execute();
  await proveCustomer(host.database, 1, Date.parse('2026-11-20T12:00:00.000Z'));
  const later = await accountData({ cookie: cookieHeader(signedIn.headers['set-cookie']) });
  expect(later.json()).toMatchObject({ cashbackLevel: 'GOLD', provenUntil: '2026-11-20T12:05:00.000Z' });
});

test('refuses a new e-mail that no mail can be sent to, and lets an older account with one sign in', async () => {
  const refused = { code: 'ERR_VALIDATION', details: { field: 'email' } };
  const email = 'a,b@example.com';
  expect((await post('local/create', { email, password: TEST_PASSWORD })).json()).toMatchObject(refused);
  const { headers } = await signUp(app);
  expect((await post('change-email', { email, password: TEST_PASSWORD }, headers)).json()).toMatchObject(refused);
  await host.database.updateTable('users').set({ email, email_key: email }).execute();
  expect((await post('local/authenticate', { email, password: TEST_PASSWORD }, OWN)).statusCode).toBe(200);
});

test.each(['\u0000', '\n', '\u007F', '\u0085'])('refuses the control character %j in a text', async (character) => {
  const answer = await post('local/authenticate', { email: 'anna@example.com', password: `long enough${character}` });
  expect(answer.json()).toMatchObject({
    code: 'ERR_VALIDATION',
    details: { field: 'password', fields: [{ field: 'password' }] },
  });
});

test('answers 418 once the access token has expired, and refreshes the session', async () => {
  const { headers, refreshToken } = await signUp(app);
  host.advanceClock(15 * MINUTE_MS);
  expect((await accountData(headers)).statusCode).toBe(418);
  const { tokens } = (await refresh(refreshToken)).json<{ tokens: { accessToken: string } }>();
  expect((await accountData({ authorization: `Bearer ${tokens.accessToken}` })).statusCode).toBe(200);
});

test('stores the fingerprint of a refresh, except that of a browser that refuses tracking', async () => {
  const { refreshToken } = await signUp(app);
  const stored = async () => (await host.database.selectFrom('sessions').select('browser_fingerprint').execute())[0];
  const { tokens } = (await post('authentication/refresh', { refreshToken, browserFingerprint: 'f1' })).json<RefreshOutput>();
  expect(await stored()).toEqual({ browser_fingerprint: 'f1' });
  host.advanceClock(MINUTE_MS);
  const next = { refreshToken: tokens?.refreshToken, browserFingerprint: 'f2' };
  expect((await post('authentication/refresh', next, { dnt: '1' })).statusCode).toBe(200);
  expect(await stored()).toEqual({ browser_fingerprint: 'f1' });
});

test('returns the same new tokens for requests at the same time, and no token in the body of a cookie session', async () => {
  const { refreshToken } = await signUp(app);
  const [one, other] = await Promise.all([refresh(refreshToken), refresh(refreshToken)]);
  expect(other.json()).toEqual(one.json());
  const cookie = await signInWithCookies(app, 'anna@example.com');
  const answer = await post('authentication/refresh', {}, { ...OWN, cookie });
  expect([answer.json(), cookieHeader(answer.headers['set-cookie'])]).toEqual([
    { userId: 1 },
    expect.not.stringContaining(cookie),
  ]);
});

test('keeps a customer signed in whose tabs refresh one after the other, in any order', async () => {
  const { refreshToken: first } = await signUp(app);
  const renew = async (token: string) => {
    const answer = await refresh(token);
    expect(answer.statusCode).toBe(200);
    return answer.json<{ tokens: { accessToken: string; refreshToken: string } }>().tokens;
  };
  const second = await renew(first);
  await accountData({ authorization: `Bearer ${second.accessToken}` });
  host.advanceClock(10_000);
  const third = await renew(second.refreshToken);
  expect([await renew(first), await renew(second.refreshToken)]).toMatchObject([third, third]);
  const authorization = `Bearer ${third.accessToken}`;
  expect((await accountData({ authorization })).statusCode).toBe(200);
  // 30 seconds after the first rotation, the first token can only be stolen.
  host.advanceClock(20_001);
  expect((await refresh(first)).statusCode).toBe(401);
  expect((await accountData({ authorization })).statusCode).toBe(401);
});

test('refuses a token that was replaced before the grace period', async () => {
  const { refreshToken: first } = await signUp(app);
  const renew = async (token: string) => (await refresh(token)).json<{ tokens: { refreshToken: string } }>().tokens.refreshToken;
  const second = await renew(first);
  host.advanceClock(31_000);
  await renew(await renew(second));
  expect((await refresh(first)).statusCode).toBe(401);
});

test('keeps a customer signed in whose new tokens got lost because the host stopped', async () => {
  const { refreshToken } = await signUp(app);
  await refresh(refreshToken);
  host.advanceClock(60 * MINUTE_MS);
  const { tokens } = (await refresh(refreshToken)).json<{ tokens: { refreshToken: string } }>();
  const renewed = (await refresh(tokens.refreshToken)).json<{ tokens: { accessToken: string } }>();
  expect((await accountData({ authorization: `Bearer ${renewed.tokens.accessToken}` })).statusCode).toBe(200);
});

test('ends the session when a refresh token is used again after the grace period and its successor', async () => {
  const { refreshToken } = await signUp(app);
  const { tokens } = (await refresh(refreshToken)).json<{ tokens: { accessToken: string; refreshToken: string } }>();
  await accountData({ authorization: `Bearer ${tokens.accessToken}` });
  host.advanceClock(31_000);
  expect((await refresh(refreshToken)).statusCode).toBe(401);
  expect((await refresh(tokens.refreshToken)).statusCode).toBe(401);
  expect((await accountData({ authorization: `Bearer ${tokens.accessToken}` })).statusCode).toBe(401);
});

test('signs out, and removes the cookies', async () => {
  await signUp(app);
  const cookie = await signInWithCookies(app, 'anna@example.com');
  const answer = await post('authentication/logout', {}, { ...OWN, cookie });
  expect(cookieHeader(answer.headers['set-cookie'])).toBe('session=; session_refresh=');
  expect((await accountData({ cookie })).statusCode).toBe(401);
});

test('refuses a call with a session cookie from another origin', async () => {
  await signUp(app);
  const cookie = await signInWithCookies(app, 'anna@example.com');
  for (const headers of [
    { host: 'localhost', cookie },
    { ...OWN, cookie, origin: 'https://evil.example' },
  ]) {
    expect((await post('authentication/logout', {}, headers)).statusCode).toBe(403);
  }
  expect((await accountData({ cookie })).statusCode).toBe(200);
});
