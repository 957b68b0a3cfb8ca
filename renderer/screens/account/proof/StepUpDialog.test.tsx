import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { SecondFactorChallengeOutput } from '../../../../contract/api/secondFactor.ts';
import { ApiError } from '../../../../contract/errors.ts';
import type { BrowserOutcome } from '../../../../contract/ipc.ts';
import { createFakeBrowserSignIn } from '../../../../tests/support/browser/fakeBrowserSignIn.ts';
import type { Services } from '../../../../tests/support/browser/fakePlatform.ts';
import { renderPage } from '../../../../tests/support/browser/renderPage.tsx';
import { sampleAccount } from '../../../../tests/support/samples/sampleAccount.ts';

const AT = '2026-11-20T12:00:00.000Z';

/** Starts a call that needs a second factor, in a shell without passkeys. */
async function openDialog(methods: SecondFactorChallengeOutput['methods'], services: Services = {}) {
  const proof = { isFresh: false };
  const { fake } = await renderPage(
    '/profile/info',
    {
      'service.health': () => ({
        status: 'OK',
        host: { features: ['accounts', 'second-factor'], sandbox: false, brand: 'Causeway' },
      }),
      'users.accountData': () => ({ ...sampleAccount, userId: 7, hasSecondFactor: true }),
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
        if (proof.isFresh) return { secret: 'ABCDEFGH', uri: 'otpauth://totp/Causeway?secret=ABCDEFGH' };
        throw new ApiError('ERR_SECOND_FACTOR_REQUIRED', 'refused');
      },
      'users.startSecondFactor': () => ({ challengeId: 'c'.repeat(43), expiresAt: AT, methods, passkeyOptions: {} }),
      'users.verifySecondFactor': () => {
        proof.isFresh = true;
        return { userId: 7 };
      },
    },
    { prepare: async ({ stores }) => await stores.session.begin(), services },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Set up the two-step code' }));
  return { proof, fake, dialog: within(await screen.findByRole('dialog', { name: 'Confirm that it’s you' })) };
}
const continued = async () => await screen.findByRole('dialog', { name: 'Set up the two-step code' });

it('offers a recovery code where the passkey of the customer does not work, then repeats the call', async () => {
  const { fake, dialog } = await openDialog(['passkey', 'recoveryCode']);
  expect(await dialog.findByText(/do this on the website in a browser that has your passkey/)).toBeTruthy();
  await userEvent.type(await dialog.findByRole('textbox', { name: 'Recovery code' }), 'K7PX2-M9Q4T{Enter}');
  expect(await continued()).toBeTruthy();
  expect(fake.callsOf('users.startTotp')).toHaveLength(2);
});

describe('in the desktop app', () => {
  function withBrowser() {
    const { browserSignIn, started, cancels, answer } = createFakeBrowserSignIn();
    return { services: { browserSignIn }, started, cancels, answer: (outcome: BrowserOutcome) => act(() => answer(outcome)) };
  }
  const CONFIRM = { name: 'Confirm in the browser' };

  it('confirms in the browser first if the customer has only passkeys, then repeats the call', async () => {
    const { services, started, answer } = withBrowser();
    const { proof, dialog } = await openDialog(['passkey', 'recoveryCode'], services);
    const button = await dialog.findByRole('button', CONFIRM);
    expect([document.activeElement, dialog.queryByRole('textbox')]).toEqual([button, null]);
    await userEvent.click(button);
    expect(started).toEqual(['confirm']);
    expect((await dialog.findByRole('status')).textContent).toContain('anna@example.org');
    proof.isFresh = true;
    answer('done');
    expect(await continued()).toBeTruthy();
  });

  it('names the right account after the browser confirmed for another one, and can be repeated', async () => {
    const { services, answer, started } = withBrowser();
    const { dialog } = await openDialog(['passkey'], services);
    await userEvent.click(await dialog.findByRole('button', CONFIRM));
    answer('otherAccount');
    const alert = await dialog.findByRole('alert');
    expect(alert.textContent).toMatch(/Nothing was confirmed.*another account.*anna@example\.org/);
    await userEvent.click(dialog.getByRole('button', { name: 'Try the browser again' }));
    expect(started).toHaveLength(2);
  });

  it('offers the browser and a recovery code next to the code of an authenticator app', async () => {
    const { services } = withBrowser();
    const { dialog } = await openDialog(['totp', 'passkey', 'recoveryCode'], services);
    await dialog.findByRole('button', CONFIRM);
    expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: 'Code' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Use a recovery code' }));
    expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: 'Recovery code' }));
    await userEvent.click(dialog.getByRole('button', CONFIRM));
    expect(dialog.queryByRole('textbox')).toBeNull();
    expect(document.activeElement).toBe(await dialog.findByRole('button', CONFIRM));
  });

  it('cancels the confirmation when the dialog is closed', async () => {
    const { services, cancels } = withBrowser();
    const { dialog } = await openDialog(['passkey'], services);
    await userEvent.click(await dialog.findByRole('button', CONFIRM));
    expect(cancels()).toBe(0);
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    await expect.poll(cancels).toBe(1);
  });
});
