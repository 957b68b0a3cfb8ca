import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startAccountHost, type AccountHost } from '../../tests/support/accountHost.ts';
import { cookieHeader, signUp, TEST_PASSWORD } from './testing/customers.ts';

const ORIGIN = 'https://swap.example';
const EMAIL = 'anna@example.com';
const OTHER_EMAIL = 'mallory@example.com';
const OWN = { host: 'swap.example', origin: ORIGIN };

let host: AccountHost;
beforeEach(async () => {
  host = await startAccountHost({ publicOrigin: ORIGIN });
  await signUp(host.app, EMAIL);
  await signUp(host.app, OTHER_EMAIL);
});
afterEach(async () => await host.close());

const signIn = async (email: string, cookie?: string) =>
  await host.post('local/authenticate', { email, password: TEST_PASSWORD }, { ...OWN, ...(cookie !== undefined && { cookie }) });
const cookiesOf = async (email = EMAIL) => cookieHeader((await signIn(email)).headers['set-cookie']);
const account = async (cookie: string) =>
  await host.app.inject({ url: '/api/v1/users/account-data', headers: { host: 'swap.example', cookie } });
const refresh = async (cookie: string, headers: Record<string, string> = OWN) =>
  await host.post('authentication/refresh', {}, { ...headers, cookie });

describe('session cookies of a site on https', () => {
  it('can be set by the site alone: their names begin with __Host-', async () => {
    const attributes = String.raw`Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure`;
    expect((await signIn(EMAIL)).headers['set-cookie']).toEqual([
      expect.stringMatching(new RegExp(`^__Host-session=\\S+; ${attributes}$`)),
      expect.stringMatching(new RegExp(`^__Host-refresh=\\S+; ${attributes}$`)),
    ]);
  });

  it('identify, refresh and end their session', async () => {
    const cookie = await cookiesOf();
    expect((await account(cookie)).json()).toMatchObject({ email: EMAIL });
    const renewed = cookieHeader((await refresh(cookie)).headers['set-cookie']);
    expect((await account(renewed)).json()).toMatchObject({ email: EMAIL });
    const left = await host.post('authentication/logout', {}, { ...OWN, cookie: renewed });
    expect(cookieHeader(left.headers['set-cookie'])).toBe('__Host-session=; __Host-refresh=');
    expect((await account(renewed)).statusCode).toBe(401);
  });

  it.each(['before', 'after'])(
    'count even if another subdomain planted a cookie of its own customer, sent %s them',
    async (place) => {
      const [own, attackers] = [await cookiesOf(), await cookiesOf(OTHER_EMAIL)];
      const planted = attackers.replace('__Host-session', 'session').replace('__Host-refresh', 'session_refresh');
      const cookie = place === 'before' ? `${planted}; ${own}` : `${own}; ${planted}`;
      expect((await account(cookie)).json()).toMatchObject({ email: EMAIL });
      const renewed = await refresh(cookie);
      expect((await account(cookieHeader(renewed.headers['set-cookie']))).json()).toMatchObject({ email: EMAIL });
    },
  );

  it.each(['a session of now', 'no session'])('are the only ones: planted cookies of %s leave a guest a guest', async (what) => {
    const session = (await cookiesOf(OTHER_EMAIL)).replaceAll('__Host-', '').replace('refresh=', 'session_refresh=');
    const planted = what === 'no session' ? 'session=AAAA.BBBB; session_refresh=AAAA.CCCC' : session;
    expect((await account(planted)).statusCode).toBe(401);
    expect((await refresh(planted)).statusCode).toBe(401);
    const foreign = await host.post('local/create', { email: 'new@example.com', password: TEST_PASSWORD }, { cookie: planted });
    expect(foreign.statusCode).toBe(200);
    expect((await signIn(EMAIL, planted)).statusCode).toBe(200);
  });
});

it('keeps the cookies of a session while the host can’t refresh it', async () => {
  const cookie = await cookiesOf();
  await host.database.schema.alterTable('sessions').renameTo('away').execute();
  const answer = await refresh(cookie);
  expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([500, undefined]);
  await host.database.schema.alterTable('away').renameTo('sessions').execute();
});
