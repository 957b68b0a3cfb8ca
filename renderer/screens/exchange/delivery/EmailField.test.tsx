import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { WORKING_HOST } from '../../../../tests/support/browser/exchangeStores.ts';
import { renderPage } from '../../../../tests/support/browser/renderPage.tsx';

const submit = (name: string) => screen.findByRole('button', { name: name.replaceAll(' BTC', '\u00a0BTC') });

test('asks whether an e-mail without its plus sign is the customer’s mailbox', async () => {
  const { stores, router } = await renderPage('/exchange-btc-usdttrc20?amount=0.05', WORKING_HOST);
  const user = userEvent.setup();
  await user.type(
    await screen.findByRole('textbox', { name: 'Your USDT address on TRON' }),
    'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  );
  await user.click(screen.getByRole('checkbox', { name: /I agree/ }));
  await submit('Exchange 0.05 BTC');
  await user.type(screen.getByRole('textbox', { name: 'E-mail' }), 'ann+shop@example.org');
  await user.click(await submit('Confirm your e-mail address'));
  const tick = await screen.findByRole('checkbox', { name: /Mail will go to annshop@example\.org/ });
  await waitFor(() => expect(document.activeElement).toBe(tick));
  await user.click(tick);
  await user.click(await submit('Exchange 0.05 BTC'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/order/pending'));
  expect(stores.orderCreation.draft?.payload.userEmail).toBe('annshop@example.org');
});
