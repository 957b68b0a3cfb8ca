import { describe, expect, it } from 'vitest';
import type { AccountData } from '../../contract/api/users.ts';
import { ApiError, type ErrorCode } from '../../contract/errors.ts';
import { createFakePlatform, type Answers } from '../../tests/support/browser/fakePlatform.ts';
import { NotificationStore } from './NotificationStore.ts';
import { SessionStore, type SessionSnapshot } from './SessionStore.ts';
import { sampleAccount } from '../../tests/support/samples/sampleAccount.ts';

const MINUTE_MS = 60_000;
const START = Date.parse('2026-11-20T12:00:00Z');
const GUEST: SessionSnapshot = { account: null, isUnsettled: false };
const EXPIRED: SessionSnapshot = { account: null, isUnsettled: true };

const ANNA: AccountData = { ...sampleAccount, userId: 7 };
const BORIS: AccountData = { ...ANNA, userId: 8, email: 'boris@example.org' };
const SIGNED_IN: SessionSnapshot = { account: ANNA, isUnsettled: false };

const fails = (code: ErrorCode) => () => {
  throw new ApiError(code, 'refused');
};

function setUp(snapshot: SessionSnapshot | null, answers: Answers = {}) {
  const fake = createFakePlatform({ 'users.accountData': () => ANNA, 'users.logout': () => ({}), ...answers });
  const clock = { time: START, now: () => clock.time };
  const notifications = new NotificationStore();
  const session = new SessionStore({ platform: fake.platform, clock, notifications, snapshot });
  const fetches = () => fake.callsOf('users.accountData').length;
  return { session, fake, clock, notifications, fetches };
}

const copyOf = (account: AccountData, fetchedAt: number) => JSON.stringify({ account, fetchedAt });

describe('the session', () => {
  it.each([
    ['a number and an e-mail', ANNA, true],
    ['no e-mail', { ...ANNA, email: '' }, false],
    ['no account', null, false],
  ])('with %s is signed in: %s', (_case, account, isSignedIn) => {
    expect(setUp({ account, isUnsettled: false }).session.isSignedIn).toBe(isSignedIn);
  });

  it.each([
    ['without a proof', ANNA, true],
    ['whose proof is fresh', { ...ANNA, provenUntil: '2026-11-20T12:00:01.000Z' }, false],
    ['whose proof is old', { ...ANNA, provenUntil: '2026-11-20T12:00:00.000Z' }, true],
    ['whose account is unknown', null, false],
  ])('%s lacks the proof of a new API key: %s', (_case, account, isLacking) => {
    expect(setUp({ account, isUnsettled: account === null }).session.lacksProof('apiKeys.generate')).toBe(isLacking);
  });

  it.each([
    ['a confirmed e-mail', ANNA, true],
    ['an e-mail that was never confirmed', { ...ANNA, isEmailConfirmed: false }, false],
    ['that and a second factor', { ...ANNA, isEmailConfirmed: false, hasSecondFactor: true }, true],
  ])('of a customer with %s lacks the proof of a new e-mail: %s', (_case, account, isLacking) => {
    expect(setUp({ account, isUnsettled: false }).session.lacksProof('users.changeEmail')).toBe(isLacking);
  });

  it('fetches and stores the account after a sign-in', async () => {
    const { session, fake } = setUp(GUEST);
    await session.begin({ isRegistration: true });
    expect(session.account).toEqual(ANNA);
    expect(session.isInSessionRegistration).toBe(true);
    expect(JSON.parse(fake.platform.storage.get('account') ?? '')).toEqual({ account: ANNA, fetchedAt: START });
  });

  it('stays unsettled on the server when the access token has expired', async () => {
    const { session } = setUp(EXPIRED, { 'users.accountData': fails('ERR_IM_A_TEAPOT') });
    await session.settle();
    expect(session.snapshot()).toEqual(EXPIRED);
  });

  it('stays unsettled and rejects while the host does not answer', async () => {
    const { session } = setUp(EXPIRED, { 'users.accountData': fails('ERR_SERVICE_UNAVAILABLE') });
    await expect(session.settle()).rejects.toMatchObject({ code: 'ERR_SERVICE_UNAVAILABLE' });
    expect(session.exists).toBe(true);
  });

  it('becomes a guest’s when the host has ended it', async () => {
    const { session } = setUp(EXPIRED, { 'users.accountData': fails('ERR_UNAUTHORIZED') });
    await session.settle();
    expect(session.snapshot()).toEqual(GUEST);
    expect(session.endedBy).toBe('host');
  });
});

describe('account data', () => {
  it.each([
    ['14 minutes later are kept', 14, false, 0],
    ['16 minutes later are fetched again', 16, false, 1],
    ['to an account page are fetched again', 0, true, 1],
  ])('on a navigation %s', (_case, minutes, isAccountPage, expected) => {
    const { session, clock, fetches } = setUp(SIGNED_IN);
    clock.time += minutes * MINUTE_MS;
    session.refetchOnNavigation(isAccountPage);
    expect(fetches()).toBe(expected);
  });

  it('of a guest are never fetched', () => {
    const { session, fetches } = setUp(GUEST);
    session.refetchOnNavigation(true);
    expect(fetches()).toBe(0);
  });

  it('are fetched again after the shell has renewed the session', () => {
    const { session, fake, fetches } = setUp(SIGNED_IN);
    session.start();
    fake.renewSession();
    expect(fetches()).toBe(1);
  });
});

describe('signing out', () => {
  it('forgets the account and its copy', async () => {
    const { session, fake } = setUp(SIGNED_IN);
    session.start();
    await session.signOut();
    expect(fake.callsOf('users.logout')).toHaveLength(1);
    expect(session.snapshot()).toEqual(GUEST);
    expect(fake.platform.storage.get('account')).toBeNull();
    expect(session.endedBy).toBe('customer');
  });

  it('says that the customer is still signed in when the host does not answer', async () => {
    const { session, notifications } = setUp(SIGNED_IN, { 'users.logout': fails('ERR_SERVICE_UNAVAILABLE') });
    await session.signOut();
    expect(session.isSignedIn).toBe(true);
    expect(notifications.list.map(({ message }) => message)).toEqual(['session.signOutFailed']);
  });

  it('in another window signs out here too', () => {
    const { session, fake } = setUp(SIGNED_IN);
    session.start();
    fake.changeStorageElsewhere('account', null);
    expect(session.isSignedIn).toBe(false);
  });
});

describe('signing in in another window', () => {
  it('signs in here too', () => {
    const { session, fake } = setUp(GUEST);
    session.start();
    fake.changeStorageElsewhere('account', copyOf(ANNA, START + 1));
    expect(session.account).toEqual(ANNA);
  });

  it('as somebody else marks the data of this window as another customer’s', () => {
    const { session, fake } = setUp(SIGNED_IN, { 'users.accountData': () => BORIS });
    session.start();
    fake.changeStorageElsewhere('account', copyOf(BORIS, START + 1));
    expect(session.account).toEqual(BORIS);
    expect(session.endedBy).toBe('customer');
  });
});

describe('the stored copy', () => {
  it('replaces the guest of a page that the browser rendered from its history', () => {
    const { session, fake } = setUp(GUEST);
    fake.platform.storage.set('account', copyOf(ANNA, START + 1));
    session.start();
    expect(session.isSignedIn).toBe(true);
  });

  it('is removed when a newer page was rendered for a guest', () => {
    const { session, fake } = setUp(GUEST);
    fake.platform.storage.set('account', copyOf(ANNA, START - 1));
    session.start();
    expect(session.isSignedIn).toBe(false);
    expect(fake.platform.storage.get('account')).toBeNull();
  });
});
