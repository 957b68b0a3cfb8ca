import { act, screen } from '@testing-library/react';
import { test } from 'vitest';
import { WORKING_HOST } from '../../../../tests/support/browser/exchangeStores.ts';
import { renderPage } from '../../../../tests/support/browser/renderPage.tsx';

test.each([
  ['en', 'destinationAddress', 'error_address_blocked', /^The contract of this coin blocks this address/],
  ['ru', 'destinationAddress', 'error_address_blocked', /^Контракт этой монеты блокирует этот адрес/],
  ['en', 'destinationAddress', 'error_address_ours', /^This address belongs to this exchange/],
  ['ru', 'refundAddress', 'error_address_ours', /^Этот адрес принадлежит самому сервису/],
] as const)('shows why the host refused an address: %s, %s, %s', async (locale, field, code, said) => {
  const path = `${locale === 'ru' ? '/ru' : ''}/exchange-btc-usdttrc20?amount=0.05`;
  const { stores } = await renderPage(path, WORKING_HOST, { locale });
  await screen.findByRole('heading', { level: 1 });
  act(() => stores.submission.reject(field, code));
  await screen.findByText(said);
});
