import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ApiError } from '../../../../contract/errors.ts';
import { renderPage } from '../../../../tests/support/browser/renderPage.tsx';

const AT = '2026-11-20T12:00:00.000Z';

it('offers a recovery code where the passkey of the customer does not work, then repeats the call', async () => {
  let isFresh = false;
  const { fake } = await renderPage(
    '/profile/info',
    {
      'service.health': () => ({
        status: 'OK',
        host: { features: ['accounts', 'second-factor'], sandbox: false, brand: 'Causeway' },
      }),
      'users.accountData': () => ({
        userId: 7,
        email: 'anna@example.org',
        permissions: 'CUSTOMER',
        adminPermissionsScope: { scopes: [] },
        isEmailConfirmed: true,
        hasSecondFactor: true,
        createdAt: AT,
      }),
      'users.security': () => ({
        email: 'anna@example.org',
        isEmailConfirmed: true,
        pendingEmail: null,
        passwordChangedAt: AT,
        totpSince: null,
        recoveryCodesLeft: 10,
        passkeys: [{ passkeyId: '1', name: 'Laptop', createdAt: AT, lastUsedAt: null }],
      }),
      'users.sessions': () => ({ sessions: [] }),
      'users.startTotp': () => {
        if (isFresh) return { secret: 'ABCDEFGH', uri: 'otpauth://totp/Causeway?secret=ABCDEFGH' };
        throw new ApiError('ERR_SECOND_FACTOR_REQUIRED', 'refused');
      },
      'users.startSecondFactor': () => ({
        challengeId: 'c'.repeat(43),
        expiresAt: AT,
        methods: ['passkey', 'recoveryCode'],
        passkeyOptions: {},
      }),
      'users.verifySecondFactor': () => {
        isFresh = true;
        return { userId: 7 };
      },
    },
    { prepare: async ({ stores }) => await stores.session.begin() },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Set up the two-step code' }));
  expect(await screen.findByText(/do this on the website in a browser that has your passkey/)).toBeTruthy();
  await userEvent.type(await screen.findByRole('textbox', { name: 'Recovery code' }), 'K7PX2-M9Q4T{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Set up the two-step code' })).toBeTruthy();
  expect(fake.callsOf('users.startTotp')).toHaveLength(2);
});
