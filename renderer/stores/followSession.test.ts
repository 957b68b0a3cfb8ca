import { expect, it } from 'vitest';
import type { AccountData } from '../../contract/api/users.ts';
import { createFakePlatform } from '../../tests/support/browser/fakePlatform.ts';
import { NotificationStore } from './NotificationStore.ts';
import { SessionStore } from './SessionStore.ts';
import { followSession } from './followSession.ts';
import { sampleAccount } from '../../tests/support/samples/sampleAccount.ts';

const ANNA: AccountData = { ...sampleAccount, userId: 7 };

it.each([
  ['begun', null, { isSignedIn: true, endedBy: null, notices: 0 }],
  ['signedOut', ANNA, { isSignedIn: false, endedBy: 'customer', notices: 0 }],
  ['refused', ANNA, { isSignedIn: false, endedBy: 'host', notices: 1 }],
] as const)('follows the app when its session has %s', async (change, account, expected) => {
  const { platform } = createFakePlatform({ 'users.accountData': () => ANNA });
  const notifications = new NotificationStore();
  const snapshot = { account, isUnsettled: false };
  const session = new SessionStore({ platform, clock: { now: () => 0 }, notifications, snapshot });
  followSession(session, change);
  await session.settle();
  const { isSignedIn, endedBy } = session;
  expect({ isSignedIn, endedBy, notices: notifications.list.length }).toEqual(expected);
});
