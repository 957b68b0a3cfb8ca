import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RefreshOutput, Security, Sessions, SignInOutput } from '../../contract/schemas/users.ts';
import { insertOrder } from '../../tests/support/insertOrder.ts';
import { startAccountHost, type AccountHost } from '../../tests/support/accountHost.ts';
import { deleteOldAccess } from '../accounts/deleteOldAccess.ts';
import { createApiKeyService } from '../accounts/apiKeys/apiKeyService.ts';
import { createSealing } from '../accounts/sealing.ts';
import { countCodeTry } from '../accounts/secondFactor/codeTries.ts';
import { normaliseCode } from '../accounts/secondFactor/recoveryCodes.ts';
import { recoveryOwner } from '../accounts/secondFactor/verifyProof.ts';
import { proveCustomer, signIn, signUp, TEST_PASSWORD } from '../accounts/testing/customers.ts';
import { insertOrderOwners } from '../db/repositories/accounts/orderOwners.ts';
import { replaceRecoveryCodes } from '../db/repositories/accounts/secondFactors.ts';
import { findReferral, insertReferral } from '../db/repositories/earnings/referrals.ts';
import type { AccountMailKind } from '../db/tables/accounts.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const EMAIL = 'anna@example.com';
const NEW_PASSWORD = 'granite orchard 84';
let host: AccountHost;
beforeEach(async () => {
  host = await startAccountHost();
});
afterEach(async () => await host.close());

const get = async (call: string, headers: Record<string, string>) =>
  await host.app.inject({ url: `/api/v1/users/${call}`, headers });
const codeOf = (answer: { json: () => unknown }) => (answer.json() as { code?: string }).code;
const lastMail = async (kind: AccountMailKind) => (await host.mails()).findLast((mail) => mail.kind === kind);
const reset = async (resetCode: string, password = NEW_PASSWORD) =>
  await host.post('local/reset-password', { email: EMAIL, password, resetCode });
const requestReset = async (email = EMAIL) => {
  await host.post('local/request-password-reset', { email });
  return (await lastMail('RESET_CODE'))?.data['code'] ?? '';
};

test('restores a password with the code of the e-mail, which ends all sessions and confirms the address', async () => {
  const { headers } = await signUp(host.app);
  const code = await requestReset('ANNA@example.com');
  expect(code).toMatch(/^[A-Z2-9]{10}$/);
  expect((await reset(`${code.slice(0, 5).toLowerCase()}-${code.slice(5)}`)).statusCode).toBe(200);
  expect((await get('account-data', headers)).statusCode).toBe(401);
  const signedIn = await host.post(
    'local/authenticate',
    { email: EMAIL, password: NEW_PASSWORD },
    { 'x-session-kind': 'header' },
  );
  const { tokens } = signedIn.json<{ tokens: { accessToken: string } }>();
  const data = await get('account-data', { authorization: `Bearer ${tokens.accessToken}` });
  expect(data.json()).toMatchObject({ isEmailConfirmed: true });
  expect(await lastMail('PASSWORD_CHANGED')).toMatchObject({ to: EMAIL });
});

test('refuses a reset code that is used, expired, or was guessed five times', async () => {
  await signUp(host.app);
  const earlier = await requestReset();
  host.advanceClock(1);
  const used = await requestReset();
  await reset(used);
  for (const code of [used, earlier]) expect(codeOf(await reset(code))).toBe('ERR_INVALID_PASSWORD_RESET_CODE');

  host.advanceClock(60 * MINUTE_MS);
  const expired = await requestReset();
  host.advanceClock(15 * MINUTE_MS);
  expect(codeOf(await reset(expired))).toBe('ERR_INVALID_PASSWORD_RESET_CODE');

  host.advanceClock(60 * MINUTE_MS);
  const guessed = await requestReset();
  for (let guess = 0; guess < 5; guess += 1) expect(codeOf(await reset('AAAAAAAAAA'))).toBe('ERR_INVALID_PASSWORD_RESET_CODE');
  expect(codeOf(await reset(guessed))).toBe('ERR_TOO_MANY_REQUESTS');
});

test('a request for a reset code allows five tries, and so does the next one', async () => {
  await signUp(host.app);
  const request = async () => {
    const answer = await host.post('local/request-password-reset', { email: EMAIL });
    const { resetRequestId } = answer.json<{ resetRequestId: string }>();
    return async (resetCode: string) =>
      await host.post('local/reset-password', { email: EMAIL, password: NEW_PASSWORD, resetCode, resetRequestId });
  };
  const first = await request();
  const code = (await lastMail('RESET_CODE'))?.data['code'] ?? '';
  for (let guess = 0; guess < 5; guess += 1) await first('AAAAAAAAAA');
  expect(codeOf(await first(code))).toBe('ERR_INVALID_PASSWORD_RESET_CODE');
  expect((await (await request())(code)).statusCode).toBe(200);
});

test('a code stays valid while strangers ask for more codes than are sent', async () => {
  await signUp(host.app);
  for (let sent = 0; sent < 4; sent += 1) {
    host.advanceClock(1);
    await requestReset();
  }
  const latest = (await lastMail('RESET_CODE'))?.data['code'] ?? '';
  host.advanceClock(1);
  expect(await requestReset()).toBe(latest);
  expect((await reset(latest)).statusCode).toBe(200);
});

test('changes the password, keeps this session and ends the others', async () => {
  const { headers } = await signUp(host.app);
  const other = await signIn(host.app, EMAIL);
  const change = async (currentPassword: string, password: string) =>
    await host.post('change-password', { currentPassword, password }, headers);
  expect((await change('wrong password', NEW_PASSWORD)).json()).toMatchObject({
    code: 'ERR_INVALID_CREDENTIALS',
    details: { field: 'currentPassword' },
  });
  expect((await change(TEST_PASSWORD, 'iloveyou1')).json()).toMatchObject({
    code: 'ERR_VALIDATION',
    details: { field: 'password', code: 'TOO_COMMON' },
  });
  expect((await change(TEST_PASSWORD, NEW_PASSWORD)).statusCode).toBe(200);
  expect([(await get('account-data', headers)).statusCode, (await get('account-data', other.headers)).statusCode]).toEqual([
    200, 401,
  ]);
});

test('changes the e-mail once the new one is confirmed, and notifies the old one both times and the new one', async () => {
  const { headers, userId } = await signUp(host.app);
  const welcome = await lastMail('WELCOME');
  expect((await host.post('confirm-email', { token: welcome?.data['token'] })).json()).toEqual({ email: EMAIL });
  expect(codeOf(await host.post('change-email', { email: 'anna@example.net', password: TEST_PASSWORD }, headers))).toBe(
    'ERR_SECOND_FACTOR_REQUIRED',
  );
  await proveCustomer(host.database, userId, host.now());
  await host.post('change-email', { email: 'anna@example.net', password: TEST_PASSWORD }, headers);
  expect((await get('security', headers)).json<Security>()).toMatchObject({
    email: EMAIL,
    isEmailConfirmed: true,
    pendingEmail: 'anna@example.net',
  });
  const link = await lastMail('CONFIRM_NEW_EMAIL');
  expect(link?.to).toBe('anna@example.net');
  expect((await host.post('confirm-email', { token: link?.data['token'] })).json()).toEqual({ email: 'anna@example.net' });
  expect((await get('account-data', headers)).json()).toMatchObject({ email: 'anna@example.net', isEmailConfirmed: true });
  expect(codeOf(await host.post('confirm-email', { token: link?.data['token'] }))).toBe('ERR_NOT_FOUND');
  const notices = (await host.mails()).filter(({ kind }) => kind === 'EMAIL_CHANGED');
  expect(notices.map(({ to, data }) => [to, data['isConfirmed']])).toEqual([
    [EMAIL, false],
    [EMAIL, true],
    ['anna@example.net', true],
  ]);
});

test.each(['changed', 'restored'])('a %s password ends a change of the e-mail that is not confirmed yet', async (how) => {
  const { headers } = await signUp(host.app);
  await host.post('change-email', { email: 'thief@example.net', password: TEST_PASSWORD }, headers);
  const link = await lastMail('CONFIRM_NEW_EMAIL');
  const passwords = { currentPassword: TEST_PASSWORD, password: NEW_PASSWORD };
  const set = how === 'changed' ? await host.post('change-password', passwords, headers) : await reset(await requestReset());
  expect(set.statusCode).toBe(200);
  expect(codeOf(await host.post('confirm-email', { token: link?.data['token'] }))).toBe('ERR_NOT_FOUND');
});

test('restoring a password switches the API keys off, which the mail says, and forgets who may have brought the customer', async () => {
  const { userId } = await signUp(host.app);
  const referrer = await signUp(host.app, 'mallory@example.com');
  const refer = { referrer_user_id: referrer.userId, referrer_code: 'mallory' };
  await host.database.updateTable('users').set(refer).where('id', '=', userId).execute();
  await insertReferral(host.database, { user_id: userId, document: '{}', signature: '00', key_id: 'key' });
  const referrerOf = async () =>
    await host.database
      .selectFrom('users')
      .select(['referrer_user_id', 'referrer_code'])
      .where('id', '=', userId)
      .executeTakeFirst();
  const apiKeys = createApiKeyService({ database: host.database, sealing: createSealing(Buffer.alloc(32, 7)), now: host.now });
  const isActive = async () => (await apiKeys.list(userId)).apiKeys.map((key) => key.isActive);
  await apiKeys.generate(userId, { name: 'Shop' }, 'https://swap.example');
  await reset(await requestReset());
  expect([await isActive(), await referrerOf()]).toEqual([[false], { referrer_user_id: null, referrer_code: null }]);
  expect(await findReferral(host.database, userId)).toBeUndefined();
  expect((await lastMail('PASSWORD_CHANGED'))?.data).toEqual({ areKeysOff: true });

  // The e-mail is confirmed now. A customer with an order keeps the referrer.
  const { apiId } = (await apiKeys.list(userId)).apiKeys[0] ?? { apiId: '' };
  await apiKeys.update(userId, { apiId, isActive: true });
  await host.database.updateTable('users').set(refer).where('id', '=', userId).execute();
  await insertOrder(host.database, 'order-1');
  const owner = { order_id: 'order-1', user_id: userId, source: 'SESSION', api_key_id: null, created_at: host.now() } as const;
  await insertOrderOwners(host.database, [owner]);
  host.advanceClock(60 * MINUTE_MS);
  await reset(await requestReset());
  expect([await isActive(), await referrerOf()]).toEqual([[false], refer]);
  host.advanceClock(60 * MINUTE_MS);
  await reset(await requestReset());
  expect(Object.keys((await lastMail('PASSWORD_CHANGED'))?.data ?? {})).toEqual(['token', 'validMs']);
});

test('customers of restored books sign in only after a code from the mailbox, which the mail explains', async () => {
  const { userId } = await signUp(host.app);
  await host.database.updateTable('users').set({ restored_at: host.now() }).where('id', '=', userId).execute();
  const authenticate = async (password: string) => await host.post('local/authenticate', { email: EMAIL, password });
  const refused = await authenticate(TEST_PASSWORD);
  expect([refused.statusCode, refused.json()]).toMatchObject([406, { details: { reason: 'BOOKS_RESTORED' } }]);
  expect(codeOf(await authenticate('a wrong password'))).toBe('ERR_INVALID_CREDENTIALS');
  await reset(await requestReset());
  expect((await authenticate(NEW_PASSWORD)).statusCode).toBe(200);
  expect((await lastMail('PASSWORD_CHANGED'))?.data).toEqual({ isRestored: true });
  host.advanceClock(60 * MINUTE_MS);
  await reset(await requestReset());
  expect((await lastMail('PASSWORD_CHANGED'))?.data).not.toHaveProperty('isRestored');
});

test('a new password ends sign-ins that still lack the second factor, and forgets wrong codes', async () => {
  await host.close();
  host = await startAccountHost({ hasSecondFactor: true });
  const { userId } = await signUp(host.app);
  const recoveryCode = 'AAAAA-BBBBB';
  const hash = createSealing(Buffer.alloc(32, 7)).digest(normaliseCode(recoveryCode), recoveryOwner(userId));
  await replaceRecoveryCodes(host.database, userId, [hash]);
  await host.database.updateTable('users').set({ has_second_factor: 1 }).execute();
  const answer = await host.post('local/authenticate', { email: EMAIL, password: TEST_PASSWORD });
  const { secondFactor } = answer.json<SignInOutput>();
  const tried = { userId, sessionId: null, address: '203.0.113.7' };
  for (let tries = 0; tries < 10; tries += 1) await countCodeTry(host, tried);
  await expect(countCodeTry(host, tried)).rejects.toMatchObject({ code: 'ERR_TOO_MANY_REQUESTS' });
  expect((await reset(await requestReset())).statusCode).toBe(200);
  expect(await countCodeTry(host, tried)).toHaveLength(3);
  const proof = { challengeId: secondFactor?.challengeId, recoveryCode };
  expect(codeOf(await host.post('second-factor/verify', proof))).toBe('ERR_NOT_FOUND');
});

test('a code in the mailbox of the old e-mail restores no password after the change', async () => {
  const { headers } = await signUp(host.app);
  await host.post('change-email', { email: 'anna@example.net', password: TEST_PASSWORD }, headers);
  const resetCode = await requestReset();
  await host.post('confirm-email', { token: (await lastMail('CONFIRM_NEW_EMAIL'))?.data['token'] });
  const restored = await host.post('local/reset-password', { email: 'anna@example.net', password: NEW_PASSWORD, resetCode });
  expect(codeOf(restored)).toBe('ERR_INVALID_PASSWORD_RESET_CODE');
});

test('keeps a change to the e-mail of another customer open, and answers as for a free one', async () => {
  const { headers } = await signUp(host.app);
  await signUp(host.app, 'boris@example.com');
  const change = async (email: string) => await host.post('change-email', { email, password: TEST_PASSWORD }, headers);
  expect((await change('boris@example.com')).body).toBe((await change('free@example.com')).body);
  await change('boris@example.com');
  expect((await get('security', headers)).json<Security>().pendingEmail).toBe('boris@example.com');
});

test('lists the sessions of a customer and ends one or all others', async () => {
  const { headers } = await signUp(host.app);
  for (let count = 0; count < 3; count += 1) await signIn(host.app, EMAIL);
  const list = async () => (await get('sessions', headers)).json<Sessions>().sessions;
  const sessions = await list();
  expect(sessions.map(({ networkAddress }) => networkAddress)).toEqual(sessions.map(() => '127.0.0.x'));
  expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
  const other = sessions.find(({ isCurrent }) => !isCurrent)?.sessionId;
  await host.post('sessions/revoke', { sessionId: other }, headers);
  expect((await list()).length).toBe(3);
  await host.post('sessions/revoke-others', {}, headers);
  expect((await list()).map(({ isCurrent }) => isCurrent)).toEqual([true]);
});

test('notifies the customer of a sign-in from an unknown device, and of a stolen refresh token', async () => {
  const { refreshToken } = await signUp(host.app);
  const browserFingerprint = 'f'.repeat(32);
  await host.post('local/authenticate', { email: EMAIL, password: TEST_PASSWORD, browserFingerprint });
  expect(await lastMail('NEW_SIGN_IN')).toBeUndefined();
  const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
  // A site that steals passwords also knows the fingerprint.
  const stolen = { email: EMAIL, password: TEST_PASSWORD, browserFingerprint };
  await host.post('local/authenticate', stolen, { 'user-agent': userAgent }, '203.0.113.9');
  expect((await lastMail('NEW_SIGN_IN'))?.data).toEqual({ browser: 'Chrome', system: 'Windows', networkAddress: '203.0.113.x' });
  const { tokens } = (await host.post('authentication/refresh', { refreshToken })).json<Required<RefreshOutput>>();
  await host.app.inject({ url: '/api/v1/users/account-data', headers: { authorization: `Bearer ${tokens.accessToken}` } });
  host.advanceClock(31_000);
  await host.post('authentication/refresh', { refreshToken });
  expect(await lastMail('TOKEN_REUSED')).toMatchObject({ to: EMAIL });
});

test('notifies a customer whose earlier sessions are deleted of a sign-in', async () => {
  await signUp(host.app);
  host.advanceClock(200 * DAY_MS);
  await deleteOldAccess(host.database, host.now());
  await signIn(host.app, EMAIL);
  expect(await lastMail('NEW_SIGN_IN')).toMatchObject({ to: EMAIL });
});

test('deletes expired codes after a day and unused sessions after 90 days, but no session in use', async () => {
  const { headers } = await signUp(host.app);
  await requestReset();
  await signIn(host.app, EMAIL);
  await host.post('sessions/revoke-others', {}, headers);
  const counts = async () => {
    await deleteOldAccess(host.database, host.now());
    const rows = await Promise.all(
      (['account_codes', 'sessions'] as const).map((table) => host.database.selectFrom(table).select('id').execute()),
    );
    return rows.map((found) => found.length);
  };
  expect(await counts()).toEqual([2, 2]);
  host.advanceClock(2 * DAY_MS + 1);
  expect(await counts()).toEqual([0, 2]);
  host.advanceClock(89 * DAY_MS);
  await host.database
    .updateTable('sessions')
    .set({ last_used_at: host.now(), expires_at: host.now() + DAY_MS })
    .where('ended_at', 'is', null)
    .execute();
  expect(await counts()).toEqual([0, 1]);
});
