import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deskRoutes } from '../../../tests/support/browser/deskRoutes.ts';
import { WORKING_HOST } from '../../../tests/support/browser/exchangeStores.ts';
import { renderPage } from '../../../tests/support/browser/renderPage.tsx';

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined);
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(cleanup);

const ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

async function show(path = '/exchange-btc-usdttrc20?amount=0.05') {
  const page = await renderPage(path, WORKING_HOST, {
    routes: deskRoutes,
    services: { about: { version: '1.4.0', hostName: 'exchange.example', modifier: 'Ctrl' } },
  });
  await screen.findByRole('heading', { level: 1 });
  return { ...page, user: userEvent.setup() };
}

test('shows the exchange form between the watch list and the running orders', async () => {
  await show();
  expect(screen.getByRole('complementary', { name: 'Watch list' })).toBeDefined();
  expect(screen.getByRole('complementary', { name: 'Running orders' })).toBeDefined();
  const form = within(screen.getByRole('region', { name: 'Exchange form' }));
  expect(form.getByRole<HTMLInputElement>('textbox', { name: 'You receive' }).value).toBe('3,480.600000');
  expect(form.getByRole('radio', { name: 'Fixed, 20 min' })).toBeDefined();
  expect(form.getByRole('textbox', { name: 'Refund address, BTC on Bitcoin' })).toBeDefined();
  expect(screen.queryByRole('contentinfo')?.textContent).toContain('exchange.example');
});

test('submits the form with Ctrl and Enter from anywhere', async () => {
  const { user, router, stores } = await show();
  await user.click(screen.getByRole('textbox', { name: 'Your USDT address on TRON' }));
  await user.paste(ADDRESS);
  await user.click(screen.getByRole('checkbox', { name: /I agree to the terms/ }));
  await waitFor(() => expect(stores.submission.next.kind).toBe('ready'));
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/order/pending'));
});

test('opens the other pages in the middle column', async () => {
  const { router } = await show('/support');
  const main = within(screen.getByRole('main'));
  expect(main.getByRole('heading', { level: 1 })).toBeDefined();
  const user = userEvent.setup();
  await user.click(screen.getByRole('link', { name: 'To the exchange' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
});
