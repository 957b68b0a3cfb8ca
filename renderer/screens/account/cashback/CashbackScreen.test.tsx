import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ACCOUNTS_FEATURE, AFFILIATES_FEATURE, WITHDRAWALS_FEATURE } from '../../../../contract/features.ts';
import type { Answers } from '../../../../tests/support/browser/fakePlatform.ts';
import { renderPage } from '../../../../tests/support/browser/renderPage.tsx';
import { sampleCashbackLevel, sampleCashbacks } from '../../../../tests/support/samples/sampleEarnings.ts';
import { sampleAccount } from '../../../../tests/support/samples/sampleAccount.ts';

async function show(answers: Answers, more: string[] = []) {
  const health: Answers['service.health'] = () => ({
    status: 'OK',
    host: { features: [ACCOUNTS_FEATURE, AFFILIATES_FEATURE, ...more], sandbox: false, brand: 'Causeway' },
  });
  const page = await renderPage(
    '/profile/cashback',
    { 'service.health': health, 'users.accountData': () => sampleAccount, ...answers },
    { prepare: ({ stores }) => stores.session.begin() },
  );
  await screen.findByRole('heading', { level: 1, name: 'Cashback' });
  return page;
}

const definitions = () => screen.getAllByRole('definition').map(({ textContent }) => textContent);

test('shows the level, the way to the next one, and what came back', async () => {
  await show({ 'affiliates.cashbackLevel': () => sampleCashbackLevel, 'affiliates.cashbacks': () => sampleCashbacks });
  expect(definitions()).toEqual(['10 % of our fee back', '31,480.50\u00a0USDT', '18,519.50 USDT more']);
  // This host can't send withdrawals.
  expect(screen.getByText(/^Your balance can’t be withdrawn at the moment/)).toBeTruthy();
  expect(screen.getByRole('listitem', { current: 'step' }).textContent).toContain('Silver 10 %');
  expect(screen.getByText('61.94 USDT since March 14, 2026')).toBeTruthy();
  expect(screen.getByRole('cell', { name: '+0.704' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'tM4Q…ifPA' }).getAttribute('href')).toBe('/order/tM4QlZX_HLhW4Tgkn2ifPA');
});

test.each([
  [false, 1],
  [true, 0],
])('asks to confirm the e-mail that protects earnings, unless it is confirmed: %s', async (isEmailConfirmed, notices) => {
  await show(
    {
      'users.accountData': () => ({ ...sampleAccount, isEmailConfirmed }),
      'affiliates.cashbackLevel': () => sampleCashbackLevel,
      'affiliates.cashbacks': () => sampleCashbacks,
    },
    [WITHDRAWALS_FEATURE],
  );
  expect(screen.queryAllByText(/^Confirm your e-mail to protect this balance/)).toHaveLength(notices);
  expect(screen.queryAllByRole('link', { name: 'Confirm the e-mail' })).toHaveLength(notices);
});

test('rounds the volume missing for the next level up to a cent', async () => {
  const level = { ...sampleCashbackLevel, volume: '31480.503' };
  await show({ 'affiliates.cashbackLevel': () => level, 'affiliates.cashbacks': () => sampleCashbacks });
  expect(definitions().slice(1)).toEqual(['31,480.50\u00a0USDT', '18,519.50 USDT more']);
});

test('names no next level at the highest one, and a kept level needs no volume', async () => {
  const level = { ...sampleCashbackLevel, level: 'PLATINUM', percent: '20', volume: '0' } as const;
  await show({ 'affiliates.cashbackLevel': () => level, 'affiliates.cashbacks': () => sampleCashbacks });
  expect(definitions()).toEqual(['20 % of our fee back', '0.00\u00a0USDT']);
  expect(screen.getByText('This is the highest level.')).toBeTruthy();
});

test('offers a first exchange while nothing came back', async () => {
  await show({
    'affiliates.cashbackLevel': () => ({ ...sampleCashbackLevel, level: 'BRONZE', percent: '5', volume: '0', since: null }),
    'affiliates.cashbacks': () => ({ items: [], total: 0, nextCursor: null }),
  });
  expect(screen.getByText(/Your next exchange earns 5 % of our fee/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Start an exchange' }).getAttribute('href')).toBe('/');
});
