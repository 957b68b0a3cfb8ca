import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { refuse, type Answers, type Services } from '../../../../tests/support/browser/fakePlatform.ts';
import { renderPage } from '../../../../tests/support/browser/renderPage.tsx';
import { sampleAccount } from '../../../../tests/support/samples/sampleAccount.ts';

const AT = '2026-11-20T12:00:00.000Z';

interface Options {
  isLinked: boolean;
  hasPassword?: boolean;
  email?: string | null;
  features?: string[];
}

/** Opens the page of a customer with a password. */
async function open(options: Options, services: Services = {}, answers: Answers = {}) {
  const { isLinked, hasPassword = true, email = sampleAccount.email, features = ['accounts', 'messenger'] } = options;
  const linked = { is: isLinked };
  const account = { ...sampleAccount, email, userId: 7 };
  const { fake } = await renderPage(
    '/profile/info',
    {
      'service.health': () => ({ status: 'OK', host: { features, sandbox: false, brand: 'Causeway' } }),
      'users.accountData': () => account,
      'users.security': () => ({
        email: account.email,
        isEmailConfirmed: true,
        pendingEmail: null,
        passwordChangedAt: hasPassword ? AT : null,
        totpSince: null,
        recoveryCodesLeft: 0,
        passkeys: [],
        ...(linked.is && { messengerSince: AT }),
      }),
      'users.sessions': () => ({ sessions: [] }),
      'messenger.link': () => {
        linked.is = true;
        return {};
      },
      'messenger.unlink': () => {
        linked.is = false;
        return {};
      },
      ...answers,
    },
    { prepare: async ({ stores }) => await stores.session.begin(), services },
  );
  await screen.findByText('Password');
  return fake;
}

async function confirm(title: string, action: string) {
  await userEvent.click(await screen.findByRole('button', { name: title }));
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  await userEvent.type(dialog.getByLabelText('Current password'), 'secret');
  await userEvent.click(dialog.getByRole('button', { name: action }));
}

it('links the messenger that the customer is in, with the password', async () => {
  const fake = await open({ isLinked: false }, { initData: 'signed' });
  await confirm('Link Telegram', 'Link');
  expect(await screen.findByText('Linked')).toBeTruthy();
  expect(fake.callsOf('messenger.link')[0]?.input).toEqual({ initData: 'signed', password: 'secret' });
});

it('unlinks it on the website too, and says there where it can be linked again', async () => {
  const fake = await open({ isLinked: true });
  await confirm('Unlink Telegram', 'Unlink');
  expect(await screen.findByText(/when you are signed in to the app in Telegram/)).toBeTruthy();
  expect(fake.callsOf('messenger.unlink')[0]?.input).toEqual({ password: 'secret' });
  expect(screen.queryByRole('button', { name: 'Link Telegram' })).toBeNull();
});

it('does not offer to unlink the only way to sign in', async () => {
  await open({ isLinked: true, hasPassword: false });
  expect(screen.getByText(/Your only way to sign in/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Unlink Telegram' })).toBeNull();
});

const NEW = { isLinked: true, hasPassword: false, email: null };
const MOVE = 'Sign in to the account that you already have';

/** Signs in to another account from the page of a new one. */
async function signInToOther() {
  await userEvent.click(await screen.findByRole('button', { name: MOVE }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign in' }));
  expect(dialog.queryByRole('button', { name: 'Create one' })).toBeNull();
  await userEvent.type(dialog.getByLabelText('E-mail'), 'anna@example.org');
  await userEvent.type(dialog.getByLabelText('Password'), 'secret');
  await userEvent.click(dialog.getByRole('button', { name: 'Sign in' }));
  return dialog;
}

it('leads from a new account in the messenger to an older one, and links the messenger to that', async () => {
  const fake = await open(NEW, { initData: 'signed' }, { 'users.authenticate': () => ({ userId: 8 }) });
  await signInToOther();
  expect(await screen.findByText('Telegram is linked to your account.')).toBeTruthy();
  expect(fake.callsOf('messenger.link').map(({ input }) => input)).toEqual([{ initData: 'signed', password: 'secret' }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('needs no password to link after a second factor', async () => {
  const secondFactor = { challengeId: 'c'.repeat(43), expiresAt: AT, methods: ['totp' as const], passkeyOptions: null };
  const fake = await open(
    NEW,
    { initData: 'signed' },
    { 'users.authenticate': () => ({ secondFactor }), 'users.verifySecondFactor': () => ({ userId: 8 }) },
  );
  await signInToOther();
  await userEvent.type(await screen.findByRole('textbox', { name: 'Code' }), '123456');
  await waitFor(() => expect(fake.callsOf('messenger.link').map(({ input }) => input)).toEqual([{ initData: 'signed' }]));
});

it('says what to do when the new account was used', async () => {
  await open(
    NEW,
    { initData: 'signed' },
    { 'users.authenticate': () => ({ userId: 8 }), 'messenger.link': refuse('ERR_NOT_ACCEPTABLE', { reason: 'TAKEN' }) },
  );
  await signInToOther();
  expect(await screen.findByText(/close it or unlink Telegram there/)).toBeTruthy();
});

it('offers another account in the messenger only, and to customers without an e-mail', async () => {
  await open(NEW);
  expect(screen.queryByRole('button', { name: MOVE })).toBeNull();
});

it('says nothing about the messenger where the host has no bot', async () => {
  await open({ isLinked: false, features: ['accounts'] }, { initData: 'signed' });
  expect(screen.queryByText('Telegram')).toBeNull();
});
