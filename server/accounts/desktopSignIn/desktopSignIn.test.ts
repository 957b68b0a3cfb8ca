import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SignInOutput } from '../../../contract/schemas/users.ts';
import { startAccountHost, type AccountHost } from '../../../tests/support/accountHost.ts';
import { createStore, DATABASES, type TestStore, rulesOn } from '../../../tests/support/databases.ts';
import { signInWithCookies, signUp, TEST_PASSWORD } from '../testing/customers.ts';

const EMAIL = 'anna@example.com';
const OWN = { host: 'localhost', origin: 'http://localhost' };
const APP = { 'user-agent': 'Causeway/1.0 (Windows NT 10.0) Electron/45.0.0' };
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
/** Of the same example in RFC 7636, appendix B */
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

describe.each(DATABASES)('sign-in of the desktop app, on %s', (kind) => {
  const rule = rulesOn(kind, import.meta.filename);
  let store: TestStore;
  let host: AccountHost;
  let cookie: string;
  beforeEach(async () => {
    store = await createStore(kind);
    host = await startAccountHost({ database: store.open(), hasSecondFactor: true });
    await signUp(host.app, EMAIL);
    cookie = await signInWithCookies(host.app, EMAIL);
  });
  afterEach(async () => {
    await host.close();
    store.remove();
  });

  const authorize = async (headers: Record<string, string> = { ...OWN, cookie }, input: object = {}) =>
    await host.post('authentication/authorize', { codeChallenge: CHALLENGE, ...input }, headers);
  const newCode = async (input?: object) => (await authorize(undefined, input)).json<{ code: string; expiresAt: string }>();
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

  rule('starts a session of the app with tokens in the body, next to the browser’s, and notifies the customer', async () => {
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

  rule('keeps the browser signed in when the app sends its cookies by mistake', async () => {
    await exchange((await newCode()).code, VERIFIER, { ...OWN, cookie });
    expect(await statusWith({ cookie })).toBe(200);
  });

  rule('stores neither the code nor the verifier', async () => {
    const { code } = await newCode();
    await exchange(code);
    const rows = await host.database.selectFrom('account_codes').selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${code}|${VERIFIER}`));
  });

  rule('refuses a stolen code without its verifier, and lets nobody try again', async () => {
    const { code } = await newCode();
    expect(outcome(await exchange(code, 'a'.repeat(43)))).toEqual(refused);
    expect(outcome(await exchange(code))).toEqual(refused);
  });

  rule('refuses a verifier of the method “plain”', async () => {
    expect(outcome(await exchange((await newCode({ codeChallenge: VERIFIER })).code, VERIFIER))).toEqual(refused);
  });

  rule('ends the session that a code started when the code is used again', async () => {
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

  rule('refuses a code after 60 seconds, and one that it never issued', async () => {
    const { code } = await newCode();
    host.advanceClock(60_000);
    expect(outcome(await exchange(code))).toEqual(refused);
    expect(outcome(await exchange('x'.repeat(43)))).toEqual(refused);
  });

  rule('refuses a code whose browser has signed out or whose customer has set a new password', async () => {
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

  rule('gives a code neither to another site, to a guest, nor to a session without cookies', async () => {
    const header = tokenOf(await exchange((await newCode()).code));
    const foreign = await authorize({ host: 'localhost', origin: 'https://evil.example', cookie });
    const program = await authorize({ host: 'localhost', cookie });
    const guest = await authorize(OWN);
    const otherApp = await authorize({ ...OWN, ...header });
    expect([foreign, program, guest, otherApp].map(({ statusCode }) => statusCode)).toEqual([403, 403, 401, 403]);
  });

  rule('does not carry a fresh second factor of the browser over to the app', async () => {
    await host.database.updateTable('sessions').set({ second_factor_at: host.now() }).execute();
    await exchange((await newCode()).code);
    const sessions = await host.database.selectFrom('sessions').select(['browser', 'second_factor_at']).execute();
    expect(sessions.find(({ browser }) => browser === 'Desktop app')?.second_factor_at).toBeNull();
  });

  rule('accepts any verifier that RFC 7636 allows', async () => {
    const verifier = 'A-._~9'.padEnd(128, 'z');
    const { code } = await newCode({ codeChallenge: createHash('sha256').update(verifier).digest('base64url') });
    expect((await exchange(code, verifier)).statusCode).toBe(200);
  });

  /** Stores how many ms ago the browser's session proved a second factor. */
  const proveInBrowser = async (msAgo = 0) =>
    await host.database
      .updateTable('sessions')
      .set({ second_factor_at: host.now() - msAgo })
      .where('kind', '=', 'COOKIE')
      .execute();
  const turnSecondFactorOn = async () => await host.database.updateTable('users').set({ has_second_factor: 1 }).execute();
  const stepUpRequired = { statusCode: 403, code: 'ERR_SECOND_FACTOR_REQUIRED' };

  rule('gives a code only after a fresh second factor, if the customer has one', async () => {
    expect((await authorize()).statusCode).toBe(200);
    await turnSecondFactorOn();
    expect(outcome(await authorize())).toEqual(stepUpRequired);
    await proveInBrowser(5 * 60_000 + 1);
    expect(outcome(await authorize())).toEqual(stepUpRequired);
    await proveInBrowser();
    expect((await authorize()).statusCode).toBe(200);
  });

  describe('confirmation of a call in the browser', () => {
    let app: { authorization: string };
    beforeEach(async () => {
      app = tokenOf(await exchange((await newCode()).code));
      await turnSecondFactorOn();
      await proveInBrowser(60_000);
    });

    const CONFIRM = { purpose: 'confirm' };
    const confirm = async (code: string, codeVerifier = VERIFIER, headers: Record<string, string> = app) =>
      await host.post('authentication/confirm-by-code', { code, codeVerifier }, headers);
    /** Returns whether the app may change credentials now. */
    const isConfirmed = async () => (await host.post('totp/start', {}, app)).statusCode === 200;

    it('transfers the second factor until five minutes after it was proved', async () => {
      expect(await isConfirmed()).toBe(false);
      expect((await confirm((await newCode(CONFIRM)).code)).statusCode).toBe(200);
      expect(await isConfirmed()).toBe(true);
      host.advanceClock(4 * 60_000 + 1);
      expect(await isConfirmed()).toBe(false);
    });

    it('needs a fresh second factor in the browser, or a code sent by e-mail if the customer has none', async () => {
      await proveInBrowser(5 * 60_000 + 1);
      expect(outcome(await authorize(undefined, CONFIRM))).toEqual(stepUpRequired);
      await host.database.updateTable('users').set({ has_second_factor: 0 }).execute();
      expect(outcome(await authorize(undefined, CONFIRM))).toEqual(stepUpRequired);
    });

    it('refuses the code of another account and invalidates it', async () => {
      await signUp(host.app, 'berta@example.com');
      cookie = await signInWithCookies(host.app, 'berta@example.com');
      await proveInBrowser();
      const { code } = await newCode(CONFIRM);
      expect(outcome(await confirm(code))).toEqual({ statusCode: 403, code: 'ERR_FORBIDDEN' });
      expect(outcome(await confirm(code))).toEqual(refused);
      expect(await isConfirmed()).toBe(false);
    });

    it('refuses a code that is used, expired, without its verifier, or whose browser has signed out', async () => {
      const { code } = await newCode(CONFIRM);
      expect(outcome(await confirm(code, 'a'.repeat(43)))).toEqual(refused);
      expect(outcome(await confirm(code))).toEqual(refused);
      const late = await newCode(CONFIRM);
      host.advanceClock(60_000);
      expect(outcome(await confirm(late.code))).toEqual(refused);
      const orphaned = await newCode(CONFIRM);
      await host.post('authentication/logout', {}, { ...OWN, cookie });
      expect(outcome(await confirm(orphaned.code))).toEqual(refused);
      expect(await isConfirmed()).toBe(false);
    });

    it('neither signs in with a code that confirms, nor confirms with a code that signs in', async () => {
      expect(outcome(await exchange((await newCode(CONFIRM)).code))).toEqual(refused);
      expect(outcome(await confirm((await newCode()).code))).toEqual(refused);
    });

    it('refuses a guest without invalidating the code', async () => {
      const { code } = await newCode(CONFIRM);
      expect((await confirm(code, VERIFIER, {})).statusCode).toBe(401);
      expect((await confirm(code)).statusCode).toBe(200);
    });
  });
});
