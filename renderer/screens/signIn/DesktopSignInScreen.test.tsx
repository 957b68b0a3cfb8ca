import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, type ErrorCode } from '../../../contract/errors.ts';
import type { Answers } from '../../../tests/support/browser/fakePlatform.ts';
import { renderPage } from '../../../tests/support/browser/renderPage.tsx';
import { sampleAccount } from '../../../tests/support/samples/sampleAccount.ts';

const CHALLENGE = 'c'.repeat(43);
const STATE = 's'.repeat(22);
const PATH = `/desktop-sign-in?challenge=${CHALLENGE}&state=${STATE}`;
const CODE = 'k'.repeat(43);

/** The links that the page has opened. */
const opened: string[] = [];
const open = (event: MouseEvent): void => {
  const anchor = event.target instanceof Element ? event.target.closest('a') : null;
  if (anchor?.href.startsWith('causeway:') !== true) return;
  opened.push(anchor.href);
  event.preventDefault();
};
beforeEach(() => document.addEventListener('click', open));
afterEach(() => {
  document.removeEventListener('click', open);
  opened.length = 0;
  cleanup();
  vi.useRealTimers();
});

const account = { ...sampleAccount, userId: 7, hasSecondFactor: true };
const HOST: Answers = {
  'service.health': () => ({
    status: 'OK',
    host: { features: ['accounts', 'desktop-sign-in'], sandbox: false, brand: 'Causeway' },
  }),
};
const authorize = () => ({ code: CODE, expiresAt: '2026-11-20T12:01:00.000Z' });

async function show({
  path = PATH,
  isSignedIn = true,
  answers = {},
}: { path?: string; isSignedIn?: boolean; answers?: Answers } = {}) {
  const page = await renderPage(
    path,
    { ...HOST, 'users.accountData': () => account, 'desktopSignIn.authorize': authorize, ...answers },
    { prepare: async ({ stores }) => (isSignedIn ? await stores.session.begin() : undefined) },
  );
  await screen.findByRole('heading', { level: 1 });
  return page;
}
const button = async (name: string) => await screen.findByRole('button', { name });
const press = async (name: string) => await userEvent.click(await button(name));

it('asks first, names the account, and then opens the app with the code and the state of the app', async () => {
  const { fake } = await show();
  expect(await screen.findByText(account.email ?? '', { selector: 'dd' })).toBeTruthy();
  expect([fake.callsOf('desktopSignIn.authorize'), opened]).toEqual([[], []]);
  await press('Sign in to the app');
  await screen.findByText('Return to the app');
  expect(fake.callsOf('desktopSignIn.authorize').map(({ input }) => input)).toEqual([
    { codeChallenge: CHALLENGE, purpose: 'signIn' },
  ]);
  const link = `causeway://signed-in?code=${CODE}&state=${STATE}`;
  expect(opened).toEqual([link]);
  await userEvent.click(screen.getByRole('link', { name: 'Open the app again' }));
  expect(opened).toEqual([link, link]);
});

it('asks for a second factor before it gives the app a code, and gives none without', async () => {
  const { fake } = await show({
    path: `${PATH}&purpose=confirm`,
    answers: {
      'users.startSecondFactor': () => ({
        challengeId: 'x'.repeat(43),
        expiresAt: '2026-11-20T12:05:00.000Z',
        methods: ['totp'],
        passkeyOptions: null,
      }),
      'users.verifySecondFactor': () => ({ userId: 7 }),
      'desktopSignIn.authorize': () => {
        if (fake.callsOf('users.verifySecondFactor').length > 0) return authorize();
        throw new ApiError('ERR_SECOND_FACTOR_REQUIRED', 'refused');
      },
    },
  });
  await press('Confirm');
  const dialog = async () => await screen.findByRole('dialog', { name: 'Confirm that it’s you' });
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Close' }));
  expect([opened, screen.queryByRole('alert')]).toEqual([[], null]);
  await press('Confirm');
  await userEvent.type(await within(await dialog()).findByRole('textbox', { name: 'Code' }), '482913');
  await screen.findByText('Return to the app');
  expect(fake.callsOf('desktopSignIn.authorize').at(-1)?.input).toEqual({ codeChallenge: CHALLENGE, purpose: 'confirm' });
  expect(opened).toEqual([`causeway://signed-in?code=${CODE}&state=${STATE}`]);
});

it('shows the withdrawal that the app asks to confirm, and sends the answer to its challenge only', async () => {
  const challengeId = 'w'.repeat(43);
  const address = 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW';
  const answers: (() => ReturnType<typeof authorize>)[] = [
    () => {
      throw new ApiError('ERR_VALIDATION', 'refused', { field: 'code', code: 'SECOND_FACTOR_VALIDATION_ERROR' });
    },
    authorize,
  ];
  const { fake } = await show({
    path: `${PATH}&purpose=confirm&action=${challengeId}`,
    answers: {
      'desktopSignIn.action': () => ({
        withdrawal: { amount: '50', currencyTitle: 'USDT', networkTitle: 'TRC20', address },
        challenge: { challengeId, expiresAt: '2026-11-20T12:05:00.000Z', methods: ['totp'], passkeyOptions: null },
      }),
      'desktopSignIn.authorize': () => answers.shift()?.() ?? authorize(),
    },
  });
  expect(await screen.findByText('50.00 USDT')).toBeTruthy();
  expect(screen.getByText(address)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
  await userEvent.type(screen.getByRole('textbox', { name: 'Code' }), '111111');
  expect(await screen.findByText(/This code is wrong/)).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: 'Code' }), '482913');
  await screen.findByText('Return to the app');
  expect(fake.callsOf('desktopSignIn.authorize').map(({ input }) => input)).toEqual(
    ['111111', '482913'].map((code) => ({ codeChallenge: CHALLENGE, purpose: 'confirm', proof: { challengeId, code } })),
  );
  expect(opened).toEqual([`causeway://signed-in?code=${CODE}&state=${STATE}`]);
});

it('says so when what the app asks to confirm is over', async () => {
  const over = () => {
    throw new ApiError('ERR_NOT_FOUND', 'over');
  };
  await show({ path: `${PATH}&purpose=confirm&action=${'w'.repeat(43)}`, answers: { 'desktopSignIn.action': over } });
  expect((await screen.findByRole('alert')).textContent).toContain('Start again in the app');
});

it('removes the link once its code has expired, and offers a new one', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  await show();
  await press('Sign in to the app');
  await screen.findByText('Return to the app');
  act(() => void vi.advanceTimersByTime(60_000));
  expect(screen.queryByRole('link', { name: 'Open the app again' })).toBeNull();
  expect(screen.getByText(/has expired/)).toBeTruthy();
  await press('Sign in to the app');
  await vi.waitFor(() => expect(opened).toHaveLength(2));
});

it('gives no code after “Cancel”, and tells the app', async () => {
  const { fake } = await show();
  await press('Cancel');
  expect(screen.getByText('The app was not signed in')).toBeTruthy();
  expect(opened).toEqual([`causeway://signed-in?error=access_denied&state=${STATE}`]);
  expect([screen.queryByRole('button', { name: 'Sign in to the app' }), fake.callsOf('desktopSignIn.authorize')]).toEqual([
    null,
    [],
  ]);
});

it.each<[ErrorCode, string]>([
  ['ERR_SERVICE_UNAVAILABLE', 'did not work just now'],
  ['ERR_TOO_MANY_REQUESTS', 'Too many tries'],
])('explains %s, opens nothing and can be repeated', async (code, text) => {
  await show({
    answers: {
      'desktopSignIn.authorize': () => {
        throw new ApiError(code, 'refused');
      },
    },
  });
  await press('Sign in to the app');
  expect((await screen.findByRole('alert')).textContent).toContain(text);
  expect(opened).toEqual([]);
  expect(await button('Sign in to the app')).toBeTruthy();
});

it('opens the login dialog for a guest and stays on the page', async () => {
  const { stores, router, fake } = await show({ isSignedIn: false });
  await screen.findByRole('heading', { name: 'Sign in here first' });
  expect(stores.dialogs.current).toEqual({ name: 'signIn', data: { view: 'login', wantedPath: null } });
  act(() => stores.dialogs.close());
  await act(async () => await stores.session.begin());
  expect(await button('Sign in to the app')).toBeTruthy();
  expect([router.state.location.pathname + router.state.location.search, fake.callsOf('desktopSignIn.authorize')]).toEqual([
    PATH,
    [],
  ]);
});

it('lets the customer use another account', async () => {
  const { stores } = await show({ answers: { 'users.logout': () => ({}) } });
  await press('Use another account');
  await screen.findByRole('heading', { name: 'Sign in here first' });
  expect(stores.dialogs.current?.name).toBe('signIn');
});

it.each(['/desktop-sign-in', `/desktop-sign-in?challenge=${CHALLENGE}`, `${PATH}%3Cscript%3E`])(
  'offers nothing at the incomplete address %s',
  async (path) => {
    const { stores } = await show({ path });
    await screen.findByText('This address is not complete');
    expect([screen.queryByRole('button', { name: 'Sign in to the app' }), stores.dialogs.current]).toEqual([null, null]);
  },
);

it('does not exist on a host without this sign-in', async () => {
  await show({
    answers: { 'service.health': () => ({ status: 'OK', host: { features: ['accounts'], sandbox: false, brand: 'Causeway' } }) },
  });
  expect(document.body.textContent).toContain('404');
});
