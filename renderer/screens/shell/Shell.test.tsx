import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AccountData } from '../../../contract/api/users.ts';
import { ApiError } from '../../../contract/errors.ts';
import { HEALTH_CHECK } from '../../../contract/limits.ts';
import type { Answers } from '../../../tests/support/browser/fakePlatform.ts';
import { renderPage } from '../../../tests/support/browser/renderPage.tsx';
import { sampleInstrument } from '../../../tests/support/samples/sampleInstruments.ts';
import { sampleAccount } from '../../../tests/support/samples/sampleAccount.ts';

beforeEach(() => {
  document.title = 'Rendered by the host';
  document.documentElement.lang = 'en';
});
afterEach(() => void vi.useRealTimers());

const popular: Answers = {
  'pairs.list': () => ({ instruments: [], excluded: [], popular: [{ from: 'btc', to: 'xrp' }] }),
  'instruments.list': () => [sampleInstrument('btc'), sampleInstrument('xrp')],
};
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const headerLink = (name: string) => {
  const [navigation] = screen.getAllByRole('navigation', { name: 'Pages' });
  return within(navigation as HTMLElement).getByRole('link', { name });
};

test('focuses the new heading and sets the document title after a navigation', async () => {
  await renderPage('/support', {
    ...popular,
    'seo.page': ({ page }) => ({ en: { title: `${page} by the dictionary` } }),
  });
  await heading('Support');
  // The server-rendered title stays until the first navigation.
  expect(document.title).toBe('Rendered by the host');
  await userEvent.click(headerLink('Popular'));
  const shown = await heading('Popular exchanges');
  await waitFor(() => expect(document.activeElement).toBe(shown));
  await waitFor(() => expect(document.title).toBe('/popular-exchanges by the dictionary'));
  expect(headerLink('Popular').getAttribute('aria-current')).toBe('page');
});

test('uses the heading as title without the dictionary', async () => {
  await renderPage('/support', popular);
  await heading('Support');
  await userEvent.click(headerLink('Popular'));
  await heading('Popular exchanges');
  await waitFor(() => expect(document.title).toBe('Popular exchanges | Causeway'));
});

test('switches the language in place and keeps query, typed text and focus', async () => {
  const { router, stores } = await renderPage('/support?order=abc', popular);
  await heading('Support');
  const field = screen.getByLabelText('Order number');
  await userEvent.type(field, 'd');
  const [link] = screen.getAllByRole('link', { name: /RU/ });
  await userEvent.click(link as HTMLElement);
  await heading('Поддержка');
  expect(router.state.location.pathname + router.state.location.search).toBe('/ru/support?order=abc');
  expect(screen.getByLabelText('Номер заявки')).toHaveProperty('value', 'abcd');
  expect(document.documentElement.lang).toBe('ru-RU');
  expect(stores.platform.cookies.get('i18n_redirected')).toBe('ru');
  expect(document.activeElement?.textContent).toBe('EN');
});

test('leads to English by an address that says so, where no cookie is kept', async () => {
  const { router, stores } = await renderPage('/ru', popular);
  const [link] = await screen.findAllByRole('link', { name: /EN/ });
  expect((link as HTMLAnchorElement).getAttribute('href')).toBe('/?lang=en');
  await userEvent.click(link as HTMLElement);
  await waitFor(() => expect(stores.locale.code).toBe('en'));
  expect(router.state.location.search).toBe('?lang=en');
  const [back] = screen.getAllByRole('link', { name: /RU/ });
  expect((back as HTMLAnchorElement).getAttribute('href')).toBe('/ru');
});

test('cycles the theme: system, light, dark', async () => {
  const { stores } = await renderPage('/support', popular);
  await heading('Support');
  for (const expected of ['light', 'dark', null]) {
    const [button] = screen.getAllByRole('button', { name: /^Theme/ });
    await userEvent.click(button as HTMLElement);
    expect(stores.theme.choice).toBe(expected);
  }
});

test('shows an unknown path inside the layout with status and links', async () => {
  await renderPage('/nobody/knows?this=1');
  await heading('This page does not exist');
  const main = within(screen.getByRole('main'));
  expect(main.getByText('404')).toBeTruthy();
  expect(main.getByText('Page Not Found: /nobody/knows?this=1')).toBeTruthy();
  expect(main.getByRole('link', { name: 'Go to the exchange' }).getAttribute('href')).toBe('/');
  expect(screen.getByRole('contentinfo')).toBeTruthy();
  expect(document.title).toBe('This page does not exist | Causeway');
});

test('replaces the page while the service is unavailable and restores it on recovery', async () => {
  let isAway = true;
  const unlessAway = <Value,>(value: Value): Value => {
    if (isAway) throw new ApiError('ERR_SERVICE_UNAVAILABLE', 'no answer', undefined, 'request-7');
    return value;
  };
  const { stores } = await renderPage('/popular-exchanges', {
    'service.health': () => unlessAway({ status: 'OK' as const }),
    'pairs.list': () => unlessAway({ instruments: [], excluded: [], popular: [{ from: 'btc', to: 'xrp' }] }),
    'instruments.list': () => unlessAway([sampleInstrument('btc'), sampleInstrument('xrp')]),
  });
  await heading('This page can’t be shown right now');
  expect(screen.getByText(/request-7/)).toBeTruthy();
  expect(within(screen.getByRole('main')).getByRole('link', { name: /support@/ })).toBeTruthy();
  isAway = false;
  await act(() => stores.health.check());
  await heading('Popular exchanges');
});

// A navigation to the same address and hash loads nothing.
test.each(['/popular-exchanges', '/popular-exchanges#pairs'])(
  'loads %s again by itself when a call failed although the service works',
  async (path) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let calls = 0;
    await renderPage(path, {
      ...popular,
      'pairs.list': () => {
        calls += 1;
        if (calls < 3) throw new ApiError('ERR_SERVICE_UNAVAILABLE', 'too slow');
        return { instruments: [], excluded: [], popular: [{ from: 'btc', to: 'xrp' }] };
      },
    });
    await heading('This page can’t be shown right now');
    await act(() => vi.advanceTimersByTimeAsync(HEALTH_CHECK.firstDelayMs));
    await heading('This page can’t be shown right now');
    expect(calls).toBe(2);
    await act(() => vi.advanceTimersByTimeAsync(HEALTH_CHECK.firstDelayMs * HEALTH_CHECK.growth));
    await heading('Popular exchanges');
  },
);

test('allows a retry after an internal error', async () => {
  let isBroken = true;
  await renderPage('/popular-exchanges', {
    ...popular,
    'pairs.list': () => {
      if (isBroken) throw new ApiError('ERR_INTERNAL_SERVER_ERROR', 'secret detail', undefined, 'request-8');
      return { instruments: [], excluded: [], popular: [{ from: 'btc', to: 'xrp' }] };
    },
  });
  await heading('Something went wrong on our side');
  expect(screen.queryByText(/secret detail/)).toBeNull();
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await heading('Popular exchanges');
});

test('follows a redirect of the host', async () => {
  const find = vi.fn((path: string) => Promise.resolve(path === '/old' ? '/support' : null));
  const { router } = await renderPage(
    '/popular-exchanges',
    { ...popular, 'rates.one': () => Promise.reject(new ApiError('ERR_NOT_FOUND', 'unknown')) },
    { prepare: ({ stores }) => void Object.assign(stores.platform, { redirects: { find } }) },
  );
  await heading('Popular exchanges');
  await act(() => router.navigate('/old'));
  await heading('Support');
  expect(router.state.location.pathname).toBe('/support');
  expect(find.mock.calls.map(([path]) => path)).toEqual(['/popular-exchanges', '/old', '/support']);
});

test('shows host-wide notices above every page', async () => {
  const { stores, fake } = await renderPage('/support', {
    'service.health': () => ({ status: 'OK', host: { features: [], sandbox: true, brand: 'Causeway', embeddedChainSpeed: 60 } }),
  });
  await heading('Support');
  expect((await screen.findByRole('region', { name: 'About this host' })).textContent).toContain('up to 60 times faster');
  expect(screen.getByRole('link', { name: 'Open the sandbox wallet' }).getAttribute('href')).toBe('/sandbox');
  fake.answers['service.health'] = () => ({ status: 'UNHEALTHY' });
  await act(() => stores.health.check());
  const state = screen.getByRole('region', { name: 'State of the service' });
  expect(state.closest('[role="status"]')).toBeTruthy();
  fake.answers['service.health'] = () => ({ status: 'OK' });
  await userEvent.click(within(state).getByRole('button', { name: 'Try again' }));
  expect(screen.queryByRole('region', { name: 'State of the service' })).toBeNull();
});

test('warns of embedded networks even without a sandbox', async () => {
  await renderPage('/support', {
    'service.health': () => ({ status: 'OK', host: { features: ['embedded-networks'], sandbox: false, brand: 'Causeway' } }),
  });
  await heading('Support');
  expect((await screen.findByRole('region', { name: 'About this host' })).textContent).toContain('Send no real coins');
});

test('removes a message after its time, but not while hovered or focused', async () => {
  const { stores } = await renderPage('/support', popular);
  await heading('Support');
  vi.useFakeTimers();
  act(() => stores.notifications.show({ kind: 'success', message: 'order.copied', lastsMs: 3_000 }));
  const region = screen.getByRole('region', { name: 'Messages' });
  expect(region.getAttribute('aria-live')).toBe('polite');
  fireEvent.pointerEnter(region);
  act(() => void vi.advanceTimersByTime(10_000));
  expect(within(region).getByText('Copied')).toBeTruthy();
  fireEvent.pointerLeave(region);
  act(() => void vi.advanceTimersByTime(2_999));
  expect(within(region).queryByText('Copied')).toBeTruthy();
  act(() => void vi.advanceTimersByTime(1));
  expect(within(region).queryByText('Copied')).toBeNull();
});

test('offers a newer build without moving the page and can be dismissed', async () => {
  const apply = vi.fn();
  const { stores } = await renderPage('/support', popular, {
    prepare: ({ stores }) =>
      void Object.assign(stores.platform, {
        updates: { currentBuildId: 'test', check: () => Promise.resolve({ buildId: 'next' }), apply },
      }),
  });
  await heading('Support');
  await act(() => stores.updates.check());
  const region = within(screen.getByRole('region', { name: 'Messages' }));
  await userEvent.click(region.getByRole('button', { name: 'Reload' }));
  expect(apply).toHaveBeenCalledTimes(1);
  await userEvent.click(region.getByRole('button', { name: 'Dismiss' }));
  expect(region.queryByRole('button', { name: 'Reload' })).toBeNull();
});

test('stores the ref of any page and records the visit', async () => {
  const { stores } = await renderPage('/support?ref=friend_1', popular);
  await heading('Support');
  expect(stores.referral.referrerId).toBe('friend_1');
  expect(stores.platform.cookies.get('referralID')).toBe('friend_1');
  expect(Object.keys(stores.visit.record)).toContain('landingUrl');
});

const ANNA: AccountData = { ...sampleAccount, userId: 7 };
const withAccounts: Answers = {
  ...popular,
  'service.health': () => ({ status: 'OK', host: { features: ['accounts'], sandbox: false, brand: 'Causeway' } }),
  'users.accountData': () => ANNA,
  'users.logout': () => ({}),
};
const banner = () => within(screen.getAllByRole('banner')[0] as HTMLElement);

test('shows no sign-in with a host without accounts', async () => {
  await renderPage('/support', popular);
  await heading('Support');
  expect(banner().queryByText('Sign in')).toBeNull();
});

test('opens the login dialog in place, and leads there without scripts', async () => {
  const { stores, router } = await renderPage('/support', withAccounts);
  await heading('Support');
  const [link] = banner().getAllByRole('link', { name: 'Sign in' });
  expect(link?.getAttribute('href')).toBe('/?signIn=%2Fprofile%2Finfo');
  await userEvent.click(link as HTMLElement);
  expect(stores.dialogs.current).toMatchObject({ name: 'signIn', data: { view: 'login', wantedPath: null } });
  expect(router.state.location.pathname).toBe('/support');
});

test('shows a customer the account and signs out', async () => {
  const { stores } = await renderPage('/support', withAccounts);
  await heading('Support');
  await act(() => stores.session.begin());
  expect(banner().queryByText('Sign in')).toBeNull();
  expect(await banner().findByText('anna@example.org')).toBeTruthy();
  expect(banner().getAllByRole('link', { name: 'Account' }).at(-1)?.getAttribute('href')).toBe('/lk');
  await userEvent.click(banner().getByRole('button', { name: 'Sign out', hidden: true }));
  expect(stores.session.isSignedIn).toBe(false);
  expect(banner().getAllByText('Sign in')).toHaveLength(2);
});
