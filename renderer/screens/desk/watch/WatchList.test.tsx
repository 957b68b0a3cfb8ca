import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { WatchedPair } from '../../../../contract/schemas/trading.ts';
import { deskShell } from '../deskShell.ts';
import { WORKING_HOST } from '../../../../tests/support/browser/exchangeStores.ts';
import { renderPage } from '../../../../tests/support/browser/renderPage.tsx';

const BTC = { from: 'btc', to: 'usdttrc20' };
const ETH = { from: 'eth', to: 'usdttrc20' };
const XRP = { from: 'xrp', to: 'btc' };

async function show() {
  const save = vi.fn((_pairs: readonly WatchedPair[]) => Promise.resolve());
  const watchList = { list: () => Promise.resolve([BTC, ETH]), save, onChange: () => () => undefined };
  const page = await renderPage('/exchange-btc-usdttrc20', WORKING_HOST, { shell: deskShell, services: { watchList } });
  await screen.findByRole('link', { name: /^ETH/ });
  return { ...page, save, user: userEvent.setup() };
}

const names = () =>
  within(screen.getByRole('complementary', { name: 'Watch list' }))
    .getAllByRole('link')
    .map((link) => link.textContent);

test('marks the pair of the form while it is shown, and opens another one', async () => {
  const { router, user } = await show();
  expect(screen.getByRole('link', { name: /^BTC/ }).getAttribute('aria-current')).toBe('true');
  await user.click(screen.getByRole('link', { name: /^ETH/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/exchange-eth-usdttrc20'));
  await act(() => router.navigate('/history'));
  await waitFor(() => expect(screen.getByRole('link', { name: /^ETH/ }).getAttribute('aria-current')).toBeNull());
});

test('moves between rows, reorders and removes them by keyboard', async () => {
  const { save, user } = await show();
  screen.getByRole('link', { name: /^BTC/ }).focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('ETH / USDT');
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  expect(names()).toEqual(['ETH / USDT', 'BTC / USDT']);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('ETH / USDT'));
  await user.keyboard('{Delete}');
  expect(save).toHaveBeenLastCalledWith([BTC]);
  expect(document.activeElement?.textContent).toBe('BTC / USDT');
});

test('edits the list with buttons', async () => {
  const { save, user } = await show();
  await user.click(screen.getByRole('button', { name: 'Edit the list' }));
  await user.click(screen.getByRole('button', { name: 'Move BTC / USDT down' }));
  expect(save).toHaveBeenLastCalledWith([ETH, BTC]);
  await user.click(screen.getByRole('button', { name: 'Remove ETH / USDT' }));
  expect(save).toHaveBeenLastCalledWith([BTC]);
});

test('adds a pair that a search finds', async () => {
  const { save, user } = await show();
  await user.click(screen.getByLabelText('Add a pair'));
  await user.type(screen.getByRole('textbox', { name: 'Coins, such as ETH BTC' }), 'xrp btc{Enter}');
  expect(save).toHaveBeenLastCalledWith([BTC, ETH, XRP]);
});
