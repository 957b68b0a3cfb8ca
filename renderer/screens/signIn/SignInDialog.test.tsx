import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { AccountData } from '../../../contract/api/users.ts';
import { ApiError } from '../../../contract/errors.ts';
import { createFakeBrowserSignIn } from '../../../tests/support/browser/fakeBrowserSignIn.ts';
import type { Answers, Services } from '../../../tests/support/browser/fakePlatform.ts';
import { renderPage } from '../../../tests/support/browser/renderPage.tsx';
import { followSession } from '../../stores/followSession.ts';
import { sampleAccount } from '../../../tests/support/samples/sampleAccount.ts';

const ANNA: AccountData = { ...sampleAccount, userId: 7 };
const ACCOUNTS: Answers = {
  'service.health': () => ({ status: 'OK', host: { features: ['accounts'], sandbox: false, brand: 'Causeway' } }),
  'users.authenticate': () => ({ userId: 7 }),
  'users.accountData': () => ANNA,
};

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

async function openLogin(answers: Answers = {}, path = '/support?signIn=%2Fverify', services: Services = {}) {
  const page = await renderPage(path, { ...ACCOUNTS, ...answers }, { services });
  return { ...page, login: await dialog('Sign in') };
}

it('signs in and leads to the page that the customer wanted', async () => {
  const { login, router } = await openLogin();
  await userEvent.type(login.getByRole('textbox', { name: 'E-mail' }), 'anna+swap@example.org');
  expect(login.getByText('We removed the “+” from it.')).toBeTruthy();
  await userEvent.tab();
  expect(login.getByLabelText('Password')).toBe(document.activeElement);
  await userEvent.keyboard('seven quiet bridges{Enter}');
  await screen.findByRole('heading', { level: 1, name: /Verify/ });
  expect(router.state.location.pathname).toBe('/verify');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('names the missing input on the button, and marks both fields of a wrong password', async () => {
  const { login } = await openLogin({
    'users.authenticate': () => {
      throw new ApiError('ERR_INVALID_CREDENTIALS', 'wrong');
    },
  });
  expect(login.getByRole('button', { name: 'Enter your e-mail' })).toBeTruthy();
  const email = login.getByRole('textbox', { name: 'E-mail' });
  await userEvent.type(email, 'anna@example.org');
  const password = login.getByLabelText('Password');
  await userEvent.click(login.getByRole('button', { name: 'Enter your password' }));
  expect(password).toBe(document.activeElement);
  await userEvent.type(password, 'wrong horse{Enter}');
  expect(await login.findAllByText(/E-mail or password is wrong/)).toHaveLength(1);
  expect([email, password].map((field) => field.getAttribute('aria-invalid'))).toEqual(['true', 'true']);
});

it('keeps the e-mail when the customer switches between the dialogs', async () => {
  const { login } = await openLogin();
  await userEvent.type(login.getByRole('textbox', { name: 'E-mail' }), 'anna@example.org');
  await userEvent.click(login.getByRole('button', { name: 'Create one' }));
  const register = await dialog('Create an account');
  expect(register.getByRole<HTMLInputElement>('textbox', { name: 'E-mail' }).value).toBe('anna@example.org');
  await userEvent.click(register.getByRole('button', { name: 'Sign in' }));
  await userEvent.click((await dialog('Sign in')).getByRole('button', { name: 'Forgot your password?' }));
  const restore = await dialog('Restore the password');
  expect(restore.getByRole<HTMLInputElement>('textbox').value).toBe('anna@example.org');
  expect(restore.getByRole('button', { name: 'Send the code' })).toBeTruthy();
});

it('shows no error when the customer leaves an empty field, so that nothing moves below the pointer', async () => {
  const { login } = await openLogin();
  expect(login.getByRole('textbox', { name: 'E-mail' })).toBe(document.activeElement);
  await userEvent.tab();
  await userEvent.tab();
  expect(login.queryByText('Enter your e-mail', { selector: 'div[role=status] *' })).toBeNull();
});

it('checks a registration: equal passwords and the terms', async () => {
  const { login, fake } = await openLogin({ 'users.create': () => ({ userId: 7 }) });
  await userEvent.click(login.getByRole('button', { name: 'Create one' }));
  const register = await dialog('Create an account');
  await userEvent.type(register.getByRole('textbox', { name: 'E-mail' }), 'anna@example.org');
  await userEvent.type(register.getByLabelText('Password'), 'seven quiet bridges');
  await userEvent.type(register.getByLabelText('Password again'), 'seven quiet bridge');
  await userEvent.click(register.getByRole('button', { name: 'Repeat the same password' }));
  expect(await register.findByText('The two are not the same.')).toBeTruthy();
  await userEvent.type(register.getByLabelText('Password again'), 's');
  await userEvent.click(register.getByRole('button', { name: 'Agree to the terms' }));
  expect(await register.findByText('Agree to the terms to create an account.')).toBeTruthy();
  expect(fake.callsOf('users.create')).toEqual([]);
  await userEvent.click(register.getByRole('checkbox'));
  await userEvent.click(register.getByRole('button', { name: 'Create the account' }));
  await userEvent.click((await dialog('Your account is ready')).getByRole('button', { name: 'Continue' }));
  expect(fake.callsOf('users.create')).toHaveLength(1);
});

it('asks whether the e-mail of a registration is the customer’s when its plus sign was removed', async () => {
  const { login, fake } = await openLogin({ 'users.create': () => ({ userId: 7 }) });
  await userEvent.click(login.getByRole('button', { name: 'Create one' }));
  const register = await dialog('Create an account');
  await userEvent.type(register.getByRole('textbox', { name: 'E-mail' }), 'anna+swap@example.org');
  await userEvent.type(register.getByLabelText('Password'), 'seven quiet bridges');
  await userEvent.type(register.getByLabelText('Password again'), 'seven quiet bridges');
  await userEvent.click(register.getByRole('checkbox', { name: /I agree/ }));
  await userEvent.click(register.getByRole('button', { name: 'Confirm your e-mail address' }));
  const tick = register.getByRole('checkbox', { name: /Mail will go to annaswap@example\.org/ });
  await waitFor(() => expect(tick).toBe(document.activeElement));
  expect(fake.callsOf('users.create')).toEqual([]);
  await userEvent.click(tick);
  await userEvent.click(register.getByRole('button', { name: 'Create the account' }));
  await dialog('Your account is ready');
  expect(fake.callsOf('users.create')[0]?.input).toMatchObject({ email: 'annaswap@example.org' });
});

it('offers a recovery code where the passkey of the customer does not work', async () => {
  const { login, fake } = await openLogin({
    'users.authenticate': () => ({
      secondFactor: {
        challengeId: 'c'.repeat(43),
        expiresAt: '2026-11-20T12:05:00.000Z',
        methods: ['passkey', 'recoveryCode'],
        passkeyOptions: {},
      },
    }),
    'users.verifySecondFactor': () => ({ userId: 7 }),
  });
  await userEvent.type(login.getByRole('textbox', { name: 'E-mail' }), 'anna@example.org');
  await userEvent.type(login.getByLabelText('Password'), 'seven quiet bridges{Enter}');
  const second = await dialog('Enter the code');
  expect(second.getByText(/passkeys don’t work here/)).toBeTruthy();
  await userEvent.type(second.getByRole('textbox', { name: 'Recovery code' }), 'K7PX2-M9Q4T{Enter}');
  await screen.findByRole('heading', { level: 1, name: /Verify/ });
  expect(fake.callsOf('users.verifySecondFactor').map(({ input }) => input)).toEqual([
    { recoveryCode: 'K7PX2-M9Q4T', challengeId: 'c'.repeat(43) },
  ]);
});

it('sends the second step after its sixth digit', async () => {
  const { login, fake } = await openLogin({
    'users.authenticate': () => ({
      secondFactor: {
        challengeId: 'c'.repeat(20),
        expiresAt: '2026-11-20T12:05:00.000Z',
        methods: ['totp'],
        passkeyOptions: null,
      },
    }),
    'users.verifySecondFactor': () => ({ userId: 7 }),
  });
  await userEvent.type(login.getByRole('textbox', { name: 'E-mail' }), 'anna@example.org');
  await userEvent.type(login.getByLabelText('Password'), 'seven quiet bridges{Enter}');
  const second = await dialog('Enter the code');
  await userEvent.click(second.getByRole('textbox', { name: 'Code' }));
  await userEvent.paste('482 913');
  await screen.findByRole('heading', { level: 1, name: /Verify/ });
  expect(fake.callsOf('users.verifySecondFactor').map(({ input }) => input)).toEqual([
    { code: '482913', challengeId: 'c'.repeat(20) },
  ]);
});

it('begins with the second step after a first one by the shell, without an e-mail', async () => {
  const { stores, fake } = await renderPage('/support', { ...ACCOUNTS, 'users.verifySecondFactor': () => ({ userId: 7 }) });
  await screen.findByRole('heading', { level: 1 });
  const secondFactor = {
    challengeId: 'c'.repeat(43),
    expiresAt: '2026-11-20T12:05:00.000Z',
    methods: ['totp' as const],
    passkeyOptions: null,
  };
  act(() => stores.dialogs.open({ name: 'signIn', data: { view: 'login', wantedPath: null, secondFactor } }));
  const second = await dialog('Enter the code');
  expect(second.getByText('Six digits from your authenticator app.')).toBeTruthy();
  await userEvent.click(second.getByRole('textbox', { name: 'Code' }));
  await userEvent.paste('482913');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([stores.session.isSignedIn, fake.callsOf('users.verifySecondFactor').map(({ input }) => input)]).toEqual([
    true,
    [{ code: '482913', challengeId: 'c'.repeat(43) }],
  ]);
});

it('opens again when the session that another page stored turns out to be over', async () => {
  const { fake, stores, router } = await openLogin(
    {
      'users.accountData': () => {
        throw new ApiError('ERR_UNAUTHORIZED', 'over');
      },
    },
    '/?signIn=%2Fprofile%2Finfo',
  );
  fake.changeStorageElsewhere('account', JSON.stringify({ account: ANNA, fetchedAt: Date.now() + 1_000 }));
  act(() => void stores.session.start());
  await waitFor(() => expect(stores.session.endedBy).toBe('host'));
  await dialog('Sign in');
  expect(router.state.location.search).toBe('?signIn=%2Fprofile%2Finfo');
});

it.each(['//evil.example', '/\\evil.example', 'https://evil.example'])('opens no dialog that leads to %s', async (address) => {
  const { stores } = await renderPage(`/support?signIn=${encodeURIComponent(address)}`, ACCOUNTS);
  await screen.findByRole('heading', { level: 1 });
  expect(stores.dialogs.current).toBeNull();
});

it('opens no dialog with a host without accounts', async () => {
  const { stores } = await renderPage('/support?signIn=%2Fverify');
  await screen.findByRole('heading', { level: 1 });
  expect(stores.dialogs.current).toBeNull();
});

describe('in the desktop app', () => {
  function signInByBrowser() {
    const { browserSignIn, cancels, answer } = createFakeBrowserSignIn();
    const services: Services = {
      browserSignIn,
      session: {
        exists: false,
        keychain: { state: () => 'missing', onChange: () => () => undefined, unlock: () => undefined },
        onRenewed: () => () => undefined,
      },
    };
    return { services, cancels, answer };
  }

  it('signs in with the browser and closes the dialog', async () => {
    const { services, answer } = signInByBrowser();
    const { login, router, stores } = await openLogin({}, undefined, services);
    await userEvent.click(await login.findByRole('button', { name: 'Sign in with the browser' }));
    await login.findByText(/Continue in the browser/);
    answer('done');
    act(() => followSession(stores.session, 'begun'));
    await screen.findByRole('heading', { level: 1, name: /Verify/ });
    expect(router.state.location.pathname).toBe('/verify');
  });

  it('says what to do after a failure, waits no longer after "Cancel", and says that closing the app signs out', async () => {
    const { services, answer, cancels } = signInByBrowser();
    const { login } = await openLogin({}, undefined, services);
    login.getByText(/closing the app signs you out/);
    await userEvent.click(await login.findByRole('button', { name: 'Sign in with the browser' }));
    answer('failed');
    await login.findByText(/Nothing has changed/);
    await userEvent.click(login.getByRole('button', { name: 'Try the browser again' }));
    answer('declined');
    await login.findByText(/You cancelled in the browser/);
    await userEvent.click(login.getByRole('button', { name: 'Try the browser again' }));
    await userEvent.click(login.getByRole('button', { name: 'Cancel' }));
    expect(document.activeElement).toBe(login.getByRole('button', { name: 'Sign in with the browser' }));
    expect(cancels()).toBe(1);
  });

  it('cancels the sign-in with the browser when the dialog is closed', async () => {
    const { services, cancels } = signInByBrowser();
    const { login } = await openLogin({}, undefined, services);
    await userEvent.click(await login.findByRole('button', { name: 'Sign in with the browser' }));
    await userEvent.click(login.getByRole('button', { name: 'Close' }));
    await expect.poll(cancels).toBe(1);
  });

  it('is offered in no browser', async () => {
    const { login } = await openLogin();
    expect(login.queryByRole('button', { name: 'Sign in with the browser' })).toBeNull();
  });
});
