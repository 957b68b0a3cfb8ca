import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { Services } from '../../../../tests/support/browser/fakePlatform.ts';
import { renderPage } from '../../../../tests/support/browser/renderPage.tsx';
import { sampleAccount } from '../../../../tests/support/samples/sampleAccount.ts';

const AT = '2026-11-20T12:00:00.000Z';

/** Opens the page of a customer with a password. */
async function open(options: { isLinked: boolean; hasPassword?: boolean; features?: string[] }, services: Services = {}) {
  const { isLinked, hasPassword = true, features = ['accounts', 'messenger'] } = options;
  const linked = { is: isLinked };
  const account = { ...sampleAccount, userId: 7 };
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

it('says nothing about the messenger where the host has no bot', async () => {
  await open({ isLinked: false, features: ['accounts'] }, { initData: 'signed' });
  expect(screen.queryByText('Telegram')).toBeNull();
});
