import { describe, expect, it } from 'vitest';
import { ApiError, type ErrorCode } from '../../../contract/errors.ts';
import { REFERRAL_COOKIE } from '../../../contract/limits.ts';
import { createFakePlatform, type Answers } from '../../../tests/support/browser/fakePlatform.ts';
import type { Messages } from '../../i18n/messages.ts';
import { LocaleStore } from '../LocaleStore.ts';
import { NotificationStore } from '../NotificationStore.ts';
import { ReferralStore } from '../ReferralStore.ts';
import { SessionStore } from '../SessionStore.ts';
import { SignInStore, type SignInView } from './SignInStore.ts';
import { sampleAccount } from '../../../tests/support/samples/sampleAccount.ts';

const FORM = { email: 'anna@example.org', password: 'seven quiet bridges' };
const CHALLENGE = {
  challengeId: 'c'.repeat(20),
  expiresAt: '2026-11-20T12:05:00.000Z',
  methods: ['totp' as const],
  passkeyOptions: null,
};
const START = Date.parse('2026-11-20T12:00:00Z');

const refuses = (code: ErrorCode, details?: Record<string, unknown>) => () => {
  throw new ApiError(code, 'refused', details);
};

function setUp(answers: Answers = {}, { view = 'login', referrer }: { view?: SignInView; referrer?: string } = {}) {
  const fake = createFakePlatform({
    'users.create': () => ({ userId: 7 }),
    'users.authenticate': () => ({ userId: 7 }),
    'users.accountData': () => ({ ...sampleAccount, userId: 7, email: FORM.email, isEmailConfirmed: false }),
    'users.requestPasswordReset': () => ({}),
    'users.resetPassword': () => ({}),
    ...answers,
  });
  if (referrer !== undefined) fake.platform.cookies.set(REFERRAL_COOKIE.name, referrer);
  const { platform } = { platform: { ...fake.platform, fingerprint: () => Promise.resolve('f1') } };
  const clock = { now: () => START };
  const session = new SessionStore({ platform, clock, notifications: new NotificationStore(), snapshot: null });
  const messages = {} as Messages;
  const locale = new LocaleStore({ locale: 'ru', messages, loadMessages: () => Promise.resolve(messages) });
  const store = new SignInStore({
    platform,
    clock,
    session,
    referral: new ReferralStore({ platform, countsClicks: () => false }),
    locale,
    view,
  });
  return { fake, session, store, inputs: (name: keyof Answers) => fake.callsOf(name).map(({ input }) => input) };
}

describe('signing in', () => {
  it('sends the fingerprint and fetches the account', async () => {
    const { store, session, inputs } = setUp();
    expect(await store.authenticate(FORM)).toBeNull();
    expect(inputs('users.authenticate')).toEqual([{ ...FORM, browserFingerprint: 'f1' }]);
    expect(session.isSignedIn).toBe(true);
  });

  it('continues with the second step and its challenge', async () => {
    const { store, session, inputs } = setUp({
      'users.authenticate': () => ({ secondFactor: CHALLENGE }),
      'users.verifySecondFactor': () => ({ userId: 7 }),
    });
    await store.authenticate(FORM);
    expect([store.view, session.exists]).toEqual(['secondStep', false]);
    expect(await store.verify({ code: '482913' })).toBeNull();
    expect(inputs('users.verifySecondFactor')).toEqual([
      { code: '482913', challengeId: CHALLENGE.challengeId, browserFingerprint: 'f1' },
    ]);
    expect(session.isSignedIn).toBe(true);
  });

  it('starts again when the challenge has expired', async () => {
    const { store } = setUp({
      'users.authenticate': () => ({ secondFactor: CHALLENGE }),
      'users.verifySecondFactor': refuses('ERR_NOT_FOUND'),
    });
    await store.authenticate(FORM);
    await store.verify({ code: '482913' });
    expect([store.view, store.notice]).toEqual(['login', 'signIn.challengeExpired']);
  });

  it.each([
    ['ERR_INVALID_CREDENTIALS', undefined, ['email', 'password'], 'signIn.wrongPassword', undefined],
    ['ERR_TOO_MANY_REQUESTS', { retryAfterSeconds: 840 }, [], 'signIn.tooManyTries', { minutes: 14 }],
    ['ERR_SERVICE_UNAVAILABLE', undefined, [], 'signIn.noAnswer', undefined],
    ['ERR_INTERNAL_SERVER_ERROR', undefined, [], 'signIn.failed', undefined],
  ] as const)('shows %s on its fields', async (code, details, fields, message, values) => {
    const { store } = setUp({ 'users.authenticate': refuses(code, details) });
    expect(await store.authenticate(FORM)).toEqual({ fields, message, ...(values && { values }) });
  });
});

describe('registering', () => {
  it('signs in and marks the session as one of a registration', async () => {
    const { store, session, inputs } = setUp({}, { view: 'register', referrer: 'friend' });
    expect(await store.register(FORM)).toBeNull();
    expect(inputs('users.create')).toEqual([{ ...FORM, locale: 'ru', referrerAffiliateId: 'friend', browserFingerprint: 'f1' }]);
    expect([store.view, session.isSignedIn, session.isInSessionRegistration]).toEqual(['registered', true, true]);
  });

  it('leaves out a referrer that the host does not know, and forgets it', async () => {
    const { fake, store, inputs } = setUp({}, { referrer: 'nobody' });
    fake.answers['users.create'] = ({ referrerAffiliateId }) => {
      if (referrerAffiliateId === undefined) return { userId: 7 };
      throw new ApiError('ERR_NOT_FOUND', 'There is no customer with this referrerAffiliateId.');
    };
    expect(await store.register(FORM)).toBeNull();
    expect(inputs('users.create')).toHaveLength(2);
    expect([store.referrerId, fake.platform.cookies.get(REFERRAL_COOKIE.name)]).toEqual([null, null]);
  });

  it.each([
    ['ERR_USER_ALREADY_REGISTERED', undefined, ['email'], 'signIn.alreadyRegistered'],
    ['ERR_VALIDATION', { field: 'password', code: 'TOO_COMMON' }, ['password'], 'signIn.passwordTooCommon'],
    ['ERR_VALIDATION', { field: 'password' }, ['password'], 'account_password_validation_error'],
    ['ERR_VALIDATION', { field: 'email' }, ['email'], 'EMAIL_VALIDATION_ERROR'],
  ] as const)('shows %s with %o on its field', async (code, details, fields, message) => {
    const { store } = setUp({ 'users.create': refuses(code, details) }, { view: 'register' });
    expect(await store.register(FORM)).toEqual({ fields, message });
    expect(store.view).toBe('register');
  });
});

describe('restoring the password', () => {
  it('sends no id of the request to a host that returned none', async () => {
    const { store, inputs } = setUp({}, { view: 'restore' });
    await store.requestReset(FORM.email);
    await store.resetPassword({ code: 'K7PX2M9Q4T', password: FORM.password });
    expect(inputs('users.resetPassword')).toEqual([{ ...FORM, resetCode: 'K7PX2M9Q4T' }]);
  });

  it('opens the new password after the code is requested, and login after the reset', async () => {
    const { store, inputs } = setUp(
      { 'users.requestPasswordReset': () => ({ resetRequestId: 'request-1' }) },
      { view: 'restore' },
    );
    await store.requestReset(FORM.email);
    expect([store.view, store.resendAt]).toEqual(['newPassword', START + 60_000]);
    await store.resetPassword({ code: 'K7PX2M9Q4T', password: FORM.password });
    expect(inputs('users.resetPassword')).toEqual([{ ...FORM, resetCode: 'K7PX2M9Q4T', resetRequestId: 'request-1' }]);
    expect([store.view, store.notice, store.email]).toEqual(['login', 'signIn.login.newPassword', FORM.email]);
  });

  it('shows a wrong code on its field', async () => {
    const { store } = setUp({ 'users.resetPassword': refuses('ERR_INVALID_PASSWORD_RESET_CODE') });
    const problem = await store.resetPassword({ code: 'wrong', password: FORM.password });
    expect(problem).toEqual({ fields: ['code'], message: 'signIn.wrongResetCode' });
  });
});
