import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Sessions } from '../../../../contract/api/users.ts';
import { renderPage } from '../../../../tests/support/browser/renderPage.tsx';

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

it.each([
  ['en', ['Desktop app on Windows', 'Desktop app', 'Chrome on macOS']],
  ['ru', ['Приложение для Windows', 'Приложение для компьютера', 'Chrome на macOS']],
] as const)('names the desktop app in the list of sessions: %s', async (locale, names) => {
  const account = {
    userId: 7,
    email: 'anna@example.org',
    permissions: 'CUSTOMER' as const,
    adminPermissionsScope: { scopes: [] },
    isEmailConfirmed: true,
    hasSecondFactor: false,
    createdAt: AT,
  };
  await renderPage(
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
      'users.sessions': () => ({
        sessions: [session('1', 'Desktop app', 'Windows'), session('2', 'Desktop app', null), session('3', 'Chrome', 'macOS')],
      }),
    },
    { locale, prepare: async ({ stores }) => await stores.session.begin() },
  );
  for (const name of names) expect(await screen.findByText(name)).toBeTruthy();
});
