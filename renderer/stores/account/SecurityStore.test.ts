import { expect, test, vi } from 'vitest';
import type { Passkeys, PasskeyResult } from '../../../contract/platform.ts';
import { createFakePlatform, refuse, type Answers } from '../../../tests/support/browser/fakePlatform.ts';
import { HealthStore } from '../HealthStore.ts';
import { SecurityStore } from './SecurityStore.ts';

const AT = '2026-11-20T12:00:00.000Z';
const SECURITY = {
  email: 'anna@example.org',
  isEmailConfirmed: true,
  pendingEmail: 'new@example.org',
  passwordChangedAt: AT,
  totpSince: null,
  recoveryCodesLeft: 0,
  passkeys: [],
};

async function create(changes: Answers = {}, passkey?: PasskeyResult) {
  const fake = createFakePlatform({
    'users.security': () => SECURITY,
    'users.sessions': () => ({ sessions: [] }),
    'users.startPasskey': () => ({ challengeId: 'c', options: {} }),
    ...changes,
  });
  const passkeys = { create: () => Promise.resolve(passkey) } as unknown as Passkeys;
  const platform = { ...fake.platform, ...(passkey && { passkeys }) };
  const show = vi.fn();
  const store = new SecurityStore({
    platform,
    health: new HealthStore({ platform, snapshot: null }),
    notifications: { show },
    snapshot: null,
  });
  await store.load();
  return { ...fake, platform, store, show };
}

test('fails only while there is nothing to show', async () => {
  const { store, answers } = await create({ 'users.sessions': refuse('ERR_SERVICE_UNAVAILABLE') });
  expect([store.hasFailed, store.snapshot()]).toEqual([true, null]);
  answers['users.sessions'] = () => ({ sessions: [] });
  await store.load();
  expect([store.hasFailed, store.snapshot()]).toEqual([false, { security: SECURITY, sessions: [] }]);
  answers['users.security'] = refuse('ERR_SERVICE_UNAVAILABLE');
  await store.load();
  expect([store.hasFailed, store.security]).toEqual([false, SECURITY]);
});

test.each([
  ['ERR_INVALID_CREDENTIALS', {}, { message: 'security.passwordWrong', fields: ['currentPassword'] }],
  ['ERR_VALIDATION', { field: 'email' }, { message: 'EMAIL_VALIDATION_ERROR', fields: ['email'] }],
  ['ERR_SECOND_FACTOR_REQUIRED', {}, 'cancelled'],
] as const)('answers a dialog after %s %j', async (code, details, expected) => {
  const { store, callsOf } = await create({ 'users.changeEmail': refuse(code, details) });
  expect(await store.changeEmail('new@example.org', 'wrong')).toEqual(expected);
  expect(callsOf('users.security')).toHaveLength(1);
});

test('shows the change of a dialog on the page', async () => {
  const { store, callsOf } = await create({
    'users.changePassword': () => ({}),
    'users.enableTotp': () => ({ recoveryCodes: ['a', 'b'] }),
  });
  expect(await store.changePassword('old', 'new')).toBeNull();
  expect(await store.enableTotp('123456')).toEqual(['a', 'b']);
  expect(callsOf('users.security')).toHaveLength(3);
});

test.each([
  [undefined, { message: 'security.passkeysUnsupported', fields: [] }],
  [{ kind: 'cancelled' }, 'cancelled'],
  [{ kind: 'exists' }, { message: 'security.passkeyExists', fields: [] }],
  [{ kind: 'failed' }, { message: 'security.passkeyFailed', fields: [] }],
] as const)('stores no passkey after %j', async (result, expected) => {
  const { store, callsOf } = await create({}, result);
  expect(await store.addPasskey('Laptop')).toEqual(expected);
  expect(callsOf('users.addPasskey')).toEqual([]);
});

test.each([
  [{ reason: 'INIT_DATA_STALE' }, { message: 'security.messengerOld', fields: [] }],
  [{ reason: 'INIT_DATA_USED' }, { message: 'security.messengerOld', fields: [] }],
  [{ field: 'password' }, { message: 'security.passwordWrong', fields: ['currentPassword'] }],
] as const)('says why linking the messenger failed: %o', async (details, problem) => {
  const { store, platform } = await create({ 'messenger.link': refuse('ERR_INVALID_CREDENTIALS', details) });
  expect(store.isInMessenger).toBe(false);
  expect(await store.linkMessenger('secret')).toMatchObject({ message: 'security.messengerOld' });
  Object.assign(platform, { initData: 'signed' });
  expect(await store.linkMessenger('secret')).toEqual(problem);
});

test('stores a new passkey, unless the host refuses it', async () => {
  const { store, callsOf, answers } = await create(
    { 'users.addPasskey': () => ({ recoveryCodes: ['a'] }) },
    { kind: 'done', response: 'signed' },
  );
  expect(await store.addPasskey('Laptop')).toEqual(['a']);
  expect(callsOf('users.addPasskey')[0]?.input).toEqual({ challengeId: 'c', passkey: 'signed', name: 'Laptop' });
  answers['users.addPasskey'] = refuse('ERR_VALIDATION', { field: 'passkey' });
  expect(await store.addPasskey('Laptop')).toEqual({ message: 'security.passkeyFailed', fields: [] });
});

test('announces what the page did, or why it failed', async () => {
  const { store, show, answers } = await create({
    'users.requestEmailConfirmation': () => ({}),
    'users.disableTotp': () => ({}),
  });
  await store.resendConfirmation();
  expect(show.mock.lastCall).toEqual([{ kind: 'success', message: 'security.emailSent', values: { email: 'new@example.org' } }]);
  answers['users.requestEmailConfirmation'] = refuse('ERR_TOO_MANY_REQUESTS', { retryAfterSeconds: 61 });
  await store.resendConfirmation();
  expect(show.mock.lastCall).toEqual([{ kind: 'error', message: 'signIn.tooManyTries', values: { minutes: 2 } }]);
  expect(await store.disableTotp()).toBe(true);
  answers['users.disableTotp'] = refuse('ERR_SECOND_FACTOR_REQUIRED');
  expect(await store.disableTotp()).toBe(false);
  expect(show).toHaveBeenCalledTimes(2);
});
