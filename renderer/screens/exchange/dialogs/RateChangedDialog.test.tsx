import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { WORKING_HOST } from '../../../../tests/support/browser/exchangeStores.ts';
import { renderPage } from '../../../../tests/support/browser/renderPage.tsx';
import { samplePairData } from '../../../../tests/support/samples/samplePairData.ts';

test.each([
  [
    'en',
    '',
    'The network fee is higher',
    /extra for a contract or a new account/,
    'Network fee for sending, TRON',
    '1.500000 USDT → 4.700000 USDT',
  ],
  [
    'ru',
    '/ru',
    'Комиссия сети выше',
    /за контракт или новый аккаунт/,
    'Комиссия сети за выплату, TRON',
    '1,500000 USDT → 4,700000 USDT',
  ],
] as const)('says why a payout to a contract costs more: %s', async (locale, prefix, title, lead, term, fee) => {
  const { stores } = await renderPage(`${prefix}/exchange-btc-usdttrc20?amount=0.05`, WORKING_HOST, { locale });
  await screen.findByRole('heading', { level: 1 });
  const before = samplePairData({ finalNetworkFeeAmount: '1.94', collectionFeeAmount: '0.44' });
  const now = samplePairData({ finalNetworkFeeAmount: '5.14', collectionFeeAmount: '0.44', amountToGet: '3480.662' });
  act(() => stores.submission.rateChanged({ before, now, isPayoutFee: true }));
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  expect(dialog.getByText(lead)).toBeTruthy();
  expect(dialog.getByText(term).nextSibling?.textContent?.replaceAll('\u00a0', ' ')).toBe(fee);
});
