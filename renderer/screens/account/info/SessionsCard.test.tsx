import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { Sessions } from '../../../../contract/api/users.ts';
import { renderPage } from '../../../../tests/support/browser/renderPage.tsx';
import { sampleAccount } from '../../../../tests/support/samples/sampleAccount.ts';

const AT = '2026-11-20T12:00:00.000Z';
const session = (sessionId: string, browser: string | null, system: string | null): Sessions['sessions'][number] => ({
  sessionId,
  isCurrent: false,
  browser,
  system,
  networkAddress: null,
  createdAt: AT,
  lastUsedAt: AT,
  isNewDevice: false,
});

/** Opens the page of a customer who has these sessions. */
async function open(sessions: () => Sessions['sessions'], locale: 'en' | 'ru' = 'en') {
  const account = { ...sampleAccount, userId: 7 };
  return await renderPage(
    locale === 'en' ? '/profile/info' : '/ru/profile/info',
    {
      'service.health': () => ({ status: 'OK', host: { features: ['accounts'], sandbox: false, brand: 'Causeway' } }),
      'users.accountData': () => account,
      'users.security': () => ({
        email: account.email,
        isEmailConfirmed: true,
        pendingEmail: null,
        passwordChangedAt: AT,
        totpSince: null,
        recoveryCodesLeft: 0,
        passkeys: [],
      }),
      'users.sessions': () => ({ sessions: sessions() }),
      'users.revokeSession': () => ({}),
    },
    { locale, prepare: async ({ stores }) => await stores.session.begin() },
  );
}

it('moves the focus to the list after a session was ended', async () => {
  const sessions = [session('1', 'Chrome', 'macOS'), session('2', 'Firefox', 'Linux')];
  await open(() => [...sessions]);
  const button = await screen.findByRole('button', { name: 'Sign out Firefox on Linux' });
  sessions.pop();
  await userEvent.click(button);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Sessions' })));
});

it.each([
  ['en', ['Desktop app on Windows', 'Desktop app', 'Chrome on macOS']],
  ['ru', ['Приложение для Windows', 'Приложение для компьютера', 'Chrome на macOS']],
] as const)('names the desktop app in the list of sessions: %s', async (locale, names) => {
  const sessions = [session('1', 'Desktop app', 'Windows'), session('2', 'Desktop app', null), session('3', 'Chrome', 'macOS')];
  await open(() => sessions, locale);
  for (const name of names) expect(await screen.findByText(name)).toBeTruthy();
});
