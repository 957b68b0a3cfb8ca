import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import type { AccountData } from '../../../contract/api/users.ts';
import {
  ACCOUNTS_FEATURE,
  IDENTITY_FEATURE,
  IDENTITY_REQUIRED_FEATURE,
  ORDER_HISTORY_FEATURE,
  WITHDRAWALS_FEATURE,
} from '../../../contract/features.ts';
import { ApiError } from '../../../contract/errors.ts';
import { createFakePlatform } from '../../../tests/support/browser/fakePlatform.ts';
import { renderPage } from '../../../tests/support/browser/renderPage.tsx';
import { loadTestMessages } from '../../../tests/support/samples/messages.ts';
import { createApp } from '../../createApp.tsx';
import { AccountFrame } from './AccountFrame.tsx';
import { sampleAccount } from '../../../tests/support/samples/sampleAccount.ts';

const ANNA: AccountData = sampleAccount;

const required = new ApiError('ERR_SECOND_FACTOR_REQUIRED', 'Confirm that it is you, then repeat the call.');
const refuse = (): never => {
  throw required;
};

const hostWith =
  (...features: string[]) =>
  () => ({
    status: 'OK' as const,
    host: { features, sandbox: false, brand: 'Causeway' },
  });

/** The frame around the wallet, on a host that has only some of the pages. */
async function renderFrame(locale: 'en' | 'ru' = 'en', account: Partial<AccountData> = {}, ...features: string[]) {
  const fake = createFakePlatform({
    'service.health': hostWith(ACCOUNTS_FEATURE, WITHDRAWALS_FEATURE, ...features),
    'users.accountData': () => ({ ...ANNA, ...account }),
    'users.logout': () => ({}),
    'users.disableTotp': refuse,
  });
  const { stores, Providers } = createApp({
    platform: fake.platform,
    clock: { now: () => Date.now() },
    locale,
    messages: await loadTestMessages(locale),
    loadMessages: loadTestMessages,
    theme: null,
    buildId: 'test',
    snapshot: null,
  });
  await stores.health.check();
  await stores.session.begin();
  const path = locale === 'en' ? '/profile/wallet' : '/ru/profile/wallet';
  const element = (
    <AccountFrame title="My wallet" summary="312.48 USDT">
      The content
    </AccountFrame>
  );
  const { unmount } = render(
    <Providers>
      <RouterProvider router={createMemoryRouter([{ path, element }], { initialEntries: [path] })} />
    </Providers>,
  );
  return { fake, stores, unmount };
}

const rail = () => within(screen.getAllByRole('navigation', { hidden: true }).at(-1) as HTMLElement);

test('lists the pages that the host has, by group, and marks the current one', async () => {
  await renderFrame();
  const links = rail().getAllByRole('link');
  expect(links.map((link) => `${link.textContent} ${link.getAttribute('href')}`)).toEqual([
    'Wallet /profile/wallet',
    'Withdraw /profile/withdraw',
    'Sign-in and security /profile/info',
  ]);
  expect(links.map((link) => link.getAttribute('aria-current'))).toEqual(['page', null, null]);
  expect(
    rail()
      .getAllByRole('heading')
      .map(({ textContent }) => textContent),
  ).toEqual(['Money', 'Account']);
  expect(rail().getByText('Customer 20417')).toBeTruthy();
});

test('offers the identity check only on a host that requires it', async () => {
  const { unmount } = await renderFrame('en', {}, IDENTITY_FEATURE);
  expect(rail().queryByRole('link', { name: 'Verification' })).toBeNull();
  unmount();
  await renderFrame('en', {}, IDENTITY_FEATURE, IDENTITY_REQUIRED_FEATURE);
  expect(rail().getByRole('link', { name: 'Verification' })).toBeTruthy();
});

test.each([
  ['en', { cashbackLevel: 'SILVER', openOrders: 2 }, 'Customer 20417 · Silver', 'History 2 open'],
  ['ru', { cashbackLevel: 'GOLD', openOrders: 100 }, 'Клиент 20417 · Золотой', 'История 100+ в работе'],
  ['en', { openOrders: 0 }, 'Customer 20417', 'History'],
] as const)('shows the level and the number of open orders (%s, %j)', async (locale, account, customer, history) => {
  await renderFrame(locale, account, ORDER_HISTORY_FEATURE);
  expect(rail().getByText(customer)).toBeTruthy();
  expect(rail().getByRole('link', { name: history })).toBeTruthy();
});

test('links to the pages in Russian', async () => {
  await renderFrame('ru');
  expect(rail().getByRole('link', { name: 'Вход и безопасность' }).getAttribute('href')).toBe('/ru/profile/info');
});

test.each(['/profile/withdraw', '/profile/wallet'])('has no page %s on a host that can’t send withdrawals', async (path) => {
  const answers = { 'service.health': hostWith(ACCOUNTS_FEATURE), 'users.accountData': () => ANNA };
  await renderPage(path, answers, { prepare: ({ stores }) => stores.session.begin() });
  expect(await screen.findByText(`Page Not Found: ${path}`)).toBeTruthy();
});

test('shows a skeleton instead of the page while the account is unknown', async () => {
  const { stores } = await renderFrame();
  expect(screen.getByText('The content')).toBeTruthy();
  act(() => stores.session.end('host'));
  expect(screen.queryByText('The content')).toBeNull();
  expect(screen.getByRole('status', { name: 'The page is loading' })).toBeTruthy();
});

test('signs out', async () => {
  const { fake, stores } = await renderFrame();
  await userEvent.click(rail().getByRole('button', { name: 'Sign out' }));
  expect(fake.callsOf('users.logout')).toHaveLength(1);
  expect(stores.session.isSignedIn).toBe(false);
});

test('cancels the confirmation of a call when the customer leaves the page', async () => {
  const { stores, unmount } = await renderFrame();
  const refused = expect(stores.platform.transport.call('users.disableTotp', {})).rejects.toBe(required);
  await vi.waitFor(() => expect(stores.stepUp.isOpen).toBe(true));
  unmount();
  await refused;
});

test('closes the sheet on Escape and returns the focus to its bar', async () => {
  await renderFrame();
  const bar = screen.getByText('312.48 USDT').closest('summary') as HTMLElement;
  await userEvent.click(bar);
  expect(bar.closest('details')?.open).toBe(true);
  await userEvent.keyboard('{Tab}{Escape}');
  expect(bar.closest('details')?.open).toBe(false);
  expect(document.activeElement).toBe(bar);
});
