import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { runInAction } from 'mobx';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ApiError } from '../../../contract/errors.ts';
import { CARD_PURCHASES_FEATURE, IDENTITY_FEATURE } from '../../../contract/features.ts';
import type { KeychainState } from '../../../contract/ipc.ts';
import { deskShell } from './deskShell.ts';
import { WORKING_HOST } from '../../../tests/support/browser/exchangeStores.ts';
import type { Answers, Services } from '../../../tests/support/browser/fakePlatform.ts';
import { renderPage } from '../../../tests/support/browser/renderPage.tsx';
import { noVerification } from '../../../tests/support/samples/identity.ts';
import { CARD_HOST } from '../../../tests/support/samples/sampleFiat.ts';

const HISTORY = {
  points: ['69000', '70200', '69800'].map((price, hour) => ({ at: `2026-11-20T1${hour}:00:00.000Z`, price })),
  changePercent: '+1.16',
};
const ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

async function show(path = '/exchange-btc-usdttrc20?amount=0.05', services: Services = {}, answers: Answers = {}) {
  const page = await renderPage(
    path,
    { ...WORKING_HOST, 'rates.history': () => HISTORY, ...answers },
    {
      shell: deskShell,
      services: { about: { version: '1.4.0', hostName: 'exchange.example', modifier: 'Ctrl' }, ...services },
    },
  );
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
  expect(await screen.findByText('exchange.example')).toBeDefined();
});

test('shows what the operators tell in the form', async () => {
  const until = '2026-12-01T12:00:00.000Z';
  const health = () => ({
    status: 'OK' as const,
    notices: [{ concerns: 'everything', texts: { en: 'Payouts are slow today.', ru: 'Выплаты сегодня идут медленно.' }, until }],
    host: { features: [], sandbox: true, brand: 'Test' },
  });
  await show(undefined, {}, { 'service.health': health });
  expect(within(screen.getByRole('region', { name: 'Exchange form' })).getByText('Payouts are slow today.')).toBeDefined();
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

test('moves the focus into an opened side pane, returns it on Escape, and closes the pane on another page', async () => {
  const { user } = await show();
  const toggle = screen.getByRole('button', { name: 'Running orders' });
  const side = screen.getByRole('complementary', { name: 'Running orders' });
  await user.click(toggle);
  expect(document.activeElement).toBe(side);
  await user.keyboard('{Escape}');
  expect([document.activeElement, toggle.getAttribute('aria-expanded')]).toEqual([toggle, 'false']);
  await user.click(toggle);
  await user.click(await within(side).findByRole('link', { name: 'All orders' }));
  await waitFor(() => expect(toggle.getAttribute('aria-expanded')).toBe('false'));
});

test('opens the other pages in the middle column', async () => {
  const { router } = await show('/support');
  const main = within(screen.getByRole('main'));
  expect(main.getByRole('heading', { level: 1 })).toBeDefined();
  const user = userEvent.setup();
  await user.click(screen.getByRole('link', { name: 'To the exchange' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
});

test('opens card purchases and the identity check in the window', async () => {
  const host: Answers = {
    ...CARD_HOST,
    'service.health': () => ({
      status: 'OK',
      host: { features: ['accounts', CARD_PURCHASES_FEATURE, IDENTITY_FEATURE], sandbox: true, brand: 'Test' },
    }),
    'identity.status': () => noVerification,
    'identity.draft': () => ({ draft: null }),
  };
  const session = { exists: true, onRenewed: () => () => undefined };
  const { router } = await show('/exchange-usd-btc?amount=250', { session }, host);
  const form = within(await screen.findByRole('region', { name: 'Card purchase' }));
  expect(await form.findByText(/^Up to 700.USD without documents/)).toBeDefined();
  await act(() => router.navigate('/profile/verification'));
  expect(await screen.findByRole('heading', { name: 'Where do you live?' })).toBeDefined();
});

test('says what waits while there is no connection, and tries again', async () => {
  const { fake, stores, user } = await show();
  act(() => onTestFinished(stores.start()));
  act(() => fake.setOnline(false));
  expect(await screen.findByText('You are offline.')).toBeDefined();
  expect(screen.getByText(/Your orders continue at the exchange/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Waiting for the connection…' })).toBeDefined();
  await waitFor(() => expect(screen.getByRole('contentinfo').textContent).toContain('Not connected'));
  await user.click(screen.getByRole('button', { name: 'Try now' }));
  await waitFor(() => expect(screen.queryByText('You are offline.')).toBeNull());
});

test('names the address fields without a coin while the host does not answer', async () => {
  const fail = () => {
    throw new ApiError('ERR_SERVICE_UNAVAILABLE', 'no answer');
  };
  await show(undefined, {}, { 'instruments.list': fail, 'rates.one': fail });
  expect(screen.getByRole('textbox', { name: 'Your address' })).toBeDefined();
  expect(screen.getByRole('textbox', { name: 'Refund address' })).toBeDefined();
});

function session(state: () => KeychainState, exists = true) {
  let tell: () => void = () => undefined;
  const unlock = vi.fn();
  const onChange = (listener: () => void) => {
    tell = listener;
    return () => undefined;
  };
  return {
    unlock,
    tell: () => tell(),
    services: { session: { exists, keychain: { state, onChange, unlock }, onRenewed: () => () => undefined } },
  };
}

test.each([
  ['open', 'Session in the system keychain'],
  ['missing', 'No keychain: you will be signed out when you close the app'],
] as const)('says where the session is stored with a keychain that is %s', async (state, text) => {
  await show(undefined, session(() => state).services);
  expect(await screen.findByText(text)).toBeDefined();
});

test('asks a guest to unlock the keychain, which may have a session', async () => {
  let state: KeychainState = 'locked';
  const { services, unlock, tell } = session(() => state, false);
  const { user } = await show(undefined, services);
  expect(await screen.findByText('The keychain is locked')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Unlock' }));
  expect(unlock).toHaveBeenCalledOnce();
  state = 'open';
  act(tell);
  expect(screen.queryByText('The keychain is locked')).toBeNull();
});

test('shows the alerts of the pair in its chart and in the watch list', async () => {
  const alert = { id: 'alert-01', from: 'btc', to: 'usdttrc20', kind: 'above', value: '70500', isKept: false } as const;
  const stored = { ...alert, createdAt: '2026-11-20T12:00:00.000Z', baseRate: null, firedAt: null };
  const none = () => () => undefined;
  await show(undefined, {
    rateAlerts: {
      list: () => Promise.resolve([stored]),
      add: () => Promise.resolve(),
      remove: () => Promise.resolve(),
      onChange: none,
      onFire: none,
    },
    watchList: { list: () => Promise.resolve([{ from: 'btc', to: 'usdttrc20' }]), save: () => Promise.resolve(), onChange: none },
  });
  await waitFor(() => expect(within(screen.getByRole('main')).getByText('Alert at 70,500')).toBeDefined());
  const list = within(screen.getByRole('complementary', { name: 'Watch list' }));
  expect(await list.findByText('Alert at 70,500')).toBeDefined();
  expect(list.getByRole('button', { name: /1 alert set/ })).toBeDefined();
});

test('offers an update in the status line only', async () => {
  const { stores } = await show();
  act(() => {
    runInAction(() => (stores.updates.newBuildId = '1.4.1'));
  });
  await waitFor(() => expect(screen.getByRole('contentinfo').textContent).toContain('1.4.1 is ready: restart to update'));
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull();
});
