import { expect, test } from 'vitest';
import { createFakePlatform } from '../../tests/support/browser/fakePlatform.ts';
import { ReferralStore } from './ReferralStore.ts';

function create(stored: string | null = null, countsClicks = false) {
  const { platform, callsOf } = createFakePlatform({ 'affiliates.countClick': () => ({}) });
  const lifetimes: number[] = [];
  if (stored !== null) platform.cookies.set('referralID', stored);
  const cookies = {
    ...platform.cookies,
    set: (name: string, value: string, maxAgeSeconds: number) => {
      lifetimes.push(maxAgeSeconds);
      platform.cookies.set(name, value);
    },
  };
  const referral = new ReferralStore({ platform: { ...platform, cookies }, countsClicks: () => countsClicks });
  return { cookies, lifetimes, referral, clicks: () => callsOf('affiliates.countClick').map(({ input }) => input) };
}

test('stores the ref of a URL for 24 hours; the latest wins', () => {
  const { referral, cookies, lifetimes } = create();
  referral.take('first_one');
  referral.take('Second-1');
  expect(referral.referrerId).toBe('Second-1');
  expect(cookies.get('referralID')).toBe('Second-1');
  expect(lifetimes).toEqual([86_400, 86_400]);
});

test.each([null, '', 'a b', '<script>', 'x'.repeat(65), 'é'])('ignores the invalid ref %j', (reference) => {
  const { referral, lifetimes } = create('known');
  referral.take(reference);
  expect(referral.referrerId).toBe('known');
  expect(lifetimes).toEqual([]);
});

test('ignores an invalid value in the cookie', () => {
  expect(create('a;b').referral.referrerId).toBeNull();
});

test('deletes a referrer that the host does not know', () => {
  const { referral, cookies } = create('known');
  referral.clear();
  expect([referral.referrerId, cookies.get('referralID')]).toEqual([null, null]);
});

test('counts a click once per tab and code', () => {
  const { referral, clicks } = create('first', true);
  for (const code of ['first', 'first', 'second', 'not valid']) referral.take(code);
  expect(clicks()).toEqual([{ referrerId: 'first' }, { referrerId: 'second' }]);
});

test('counts no click of a signed-in customer, or on a host without affiliates', () => {
  const { referral, clicks } = create(null, false);
  referral.take('first');
  expect(clicks()).toEqual([]);
});
