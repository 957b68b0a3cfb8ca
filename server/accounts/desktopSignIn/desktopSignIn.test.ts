import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SignInOutput } from '../../../contract/schemas/users.ts';
import { startAccountHost, type AccountHost } from '../../../tests/support/accountHost.ts';
import { createStore, DATABASES, type TestStore } from '../../../tests/support/databases.ts';
import { signInWithCookies, signUp, TEST_PASSWORD } from '../testing/customers.ts';

const EMAIL = 'anna@example.com';
const OWN = { host: 'localhost', origin: 'http://localhost' };
const APP = { 'user-agent': 'Causeway/1.0 (Windows NT 10.0) Electron/45.0.0' };
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
/** Of the same example in RFC 7636, appendix B */
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

describe.each(DATABASES)('sign-in of the desktop app, on %s', (kind) => {
  let store: TestStore;
  let host: AccountHost;
  let cookie: string;
  beforeEach(async () => {
    store = await createStore(kind);
    host = await startAccountHost({ database: store.open() });
    await signUp(host.app, EMAIL);
    cookie = await signInWithCookies(host.app, EMAIL);
  });
  afterEach(async () => {
    await host.close();
    store.remove();
  });

  const authorize = async (headers: Record<string, string> = { ...OWN, cookie }, codeChallenge = CHALLENGE) =>
    await host.post('authentication/authorize', { codeChallenge }, headers);
  const newCode = async (codeChallenge?: string) =>
    (await authorize(undefined, codeChallenge)).json<{ code: string; expiresAt: string }>();
  const exchange = async (code: string, codeVerifier = VERIFIER, headers: Record<string, string> = APP) =>
    await host.post('authentication/exchange-code', { code, codeVerifier }, headers);
  const statusWith = async (headers: Record<string, string>) =>
    (await host.app.inject({ url: '/api/v1/users/account-data', headers })).statusCode;
  const tokenOf = (answer: Awaited<ReturnType<typeof exchange>>) => {
    const { tokens } = answer.json<SignInOutput>();
    return { authorization: `Bearer ${tokens?.accessToken ?? ''}` };
  };
  const refused = { statusCode: 401, code: 'ERR_INVALID_CREDENTIALS' };
  const outcome = (answer: Awaited<ReturnType<typeof exchange>>) => ({
    statusCode: answer.statusCode,
    code: answer.json<{ code: string }>().code,
  });

  it('starts a session of the app with tokens in the body, next to the browser’s, and notifies the customer', async () => {
    const { code, expiresAt } = await newCode();
    expect(Date.parse(expiresAt) - host.now()).toBe(60_000);
    const answer = await exchange(code);
    expect([answer.statusCode, answer.headers['set-cookie'], answer.headers['cache-control']]).toEqual([
      200,
      undefined,
      'private, no-store',
    ]);
    const header = tokenOf(answer);
    expect([await statusWith(header), await statusWith({ cookie })]).toEqual([200, 200]);
    const listed = await host.app.inject({ url: '/api/v1/users/sessions', headers: header });
    expect(listed.json<{ sessions: object[] }>().sessions).toContainEqual(
      expect.objectContaining({ browser: 'Desktop app', system: 'Windows', isCurrent: true }),
    );
    expect((await host.mails()).at(-1)).toMatchObject({ kind: 'NEW_SIGN_IN', data: { browser: 'Desktop app' } });
  });

  it('keeps the browser signed in when the app sends its cookies by mistake', async () => {
    await exchange((await newCode()).code, VERIFIER, { ...OWN, cookie });
    expect(await statusWith({ cookie })).toBe(200);
  });

  it('stores neither the code nor the verifier', async () => {
    const { code } = await newCode();
    await exchange(code);
    const rows = await host.database.selectFrom('account_codes').selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${code}|${VERIFIER}`));
  });

  it('refuses a stolen code without its verifier, and lets nobody try again', async () => {
    const { code } = await newCode();
    expect(outcome(await exchange(code, 'a'.repeat(43)))).toEqual(refused);
    expect(outcome(await exchange(code))).toEqual(refused);
  });

  it('refuses a verifier of the method “plain”', async () => {
    expect(outcome(await exchange((await newCode(VERIFIER)).code, VERIFIER))).toEqual(refused);
  });

  it('ends the session that a code started when the code is used again', async () => {
    const { code } = await newCode();
    const header = tokenOf(await exchange(code));
    expect(outcome(await exchange(code))).toEqual(refused);
    expect([await statusWith(header), await statusWith({ cookie })]).toEqual([401, 200]);
  });

  it('leaves no session of a code that is used twice at the same time', async () => {
    const { code } = await newCode();
    const answers = await Promise.all([exchange(code), exchange(code)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 401]);
    const first = answers.find(({ statusCode }) => statusCode === 200);
    expect(first && (await statusWith(tokenOf(first)))).toBe(401);
  });

  it('refuses a code after 60 seconds, and one that it never issued', async () => {
    const { code } = await newCode();
    host.advanceClock(60_000);
    expect(outcome(await exchange(code))).toEqual(refused);
    expect(outcome(await exchange('x'.repeat(43)))).toEqual(refused);
  });

  it('refuses a code whose browser has signed out or whose customer has set a new password', async () => {
    const { code } = await newCode();
    await host.post('authentication/logout', {}, { ...OWN, cookie });
    expect(outcome(await exchange(code))).toEqual(refused);
    cookie = await signInWithCookies(host.app, EMAIL);
    const other = await newCode();
    const body = { currentPassword: TEST_PASSWORD, password: 'eight loud rivers' };
    const changer = await signInWithCookies(host.app, EMAIL);
    expect((await host.post('change-password', body, { ...OWN, cookie: changer })).statusCode).toBe(200);
    expect(outcome(await exchange(other.code))).toEqual(refused);
  });

  it('gives a code neither to another site, to a guest, nor to a session without cookies', async () => {
    const header = tokenOf(await exchange((await newCode()).code));
    const foreign = await authorize({ host: 'localhost', origin: 'https://evil.example', cookie });
    const program = await authorize({ host: 'localhost', cookie });
    const guest = await authorize(OWN);
    const otherApp = await authorize({ ...OWN, ...header });
    expect([foreign, program, guest, otherApp].map(({ statusCode }) => statusCode)).toEqual([403, 403, 401, 403]);
  });

  it('does not carry a fresh second factor of the browser over to the app', async () => {
    await host.database.updateTable('sessions').set({ second_factor_at: host.now() }).execute();
    await exchange((await newCode()).code);
    const sessions = await host.database.selectFrom('sessions').select(['browser', 'second_factor_at']).execute();
    expect(sessions.find(({ browser }) => browser === 'Desktop app')?.second_factor_at).toBeNull();
  });

  it('accepts any verifier that RFC 7636 allows', async () => {
    const verifier = 'A-._~9'.padEnd(128, 'z');
    const { code } = await newCode(createHash('sha256').update(verifier).digest('base64url'));
    expect((await exchange(code, verifier)).statusCode).toBe(200);
  });
});
