import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AFFILIATES_FEATURE } from '../../../../contract/features.ts';
import { quote, WORKING_HOST } from '../../../../tests/support/browser/exchangeStores.ts';
import { renderPage } from '../../../../tests/support/browser/renderPage.tsx';
import { sampleCashbackLevel } from '../../../../tests/support/samples/sampleEarnings.ts';
import type { Answers } from '../../../../tests/support/browser/fakePlatform.ts';
import { sampleAccount } from '../../../../tests/support/samples/sampleAccount.ts';

const ANSWERS: Answers = {
  ...WORKING_HOST,
  'service.health': () => ({
    status: 'OK',
    host: { features: ['quote-id', AFFILIATES_FEATURE], sandbox: false, brand: 'Causeway' },
  }),
  'rates.one': quote,
  'users.accountData': () => sampleAccount,
  'affiliates.cashbackLevel': () => sampleCashbackLevel,
};

test('shows a signed-in customer the cashback of the amount in the form', async () => {
  await renderPage('/exchange-btc-usdttrc20?amount=0.05', ANSWERS, { prepare: ({ stores }) => stores.session.begin() });
  expect((await screen.findByText(/Cashback to your balance/)).textContent).toMatch(/: about \d+\.\d\d USDT$/);
});

test('asks the host for no cashback of a guest', async () => {
  const { fake } = await renderPage('/exchange-btc-usdttrc20?amount=0.05', ANSWERS);
  await screen.findByRole('region', { name: 'Exchange form' });
  expect(screen.queryByText(/Cashback/)).toBeNull();
  expect(fake.callsOf('affiliates.cashbackLevel')).toEqual([]);
});
