import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accessibilityFaults } from '../support/browser/accessibility.ts';
import { mailedText, signUp } from '../support/browser/customers.ts';
import { useSite } from '../support/browser/useSite.ts';
import { loadWords } from '../support/browser/words.ts';

const { api, site, visit } = useSite();
const CUSTOMER = { email: 'carla@example.com', password: 'harbour lantern 27' };

/** Gives the page an authenticator of the device. It answers prompts by itself while `isPresent`. */
async function addAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setPresent: async (isPresent: boolean) =>
      await client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: isPresent }),
  };
}

test('a customer sets up a code and a passkey, signs in with each, and turns the code off', async () => {
  const say = await loadWords('en');
  const { page, open, close } = await visit({ reducedMotion: 'reduce' });
  const origin = site().url;
  expect(new URL(origin).hostname).toBe('localhost');
  const authenticator = await addAuthenticator(page);
  await signUp(page, origin, CUSTOMER);

  await open('/profile/info');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: say('security.setUpTotp') }).click();
  const stepUp = page.getByRole('dialog', { name: say('proof.title') });
  await stepUp.getByRole('textbox', { name: say('signIn.second.emailCode') }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  // The field has the focus.
  await page.keyboard.type((await mailedText(api, CUSTOMER.email, /^[A-Z0-9]{8}$/m)).toLowerCase());
  await page.keyboard.press('Enter');
  const setUp = page.getByRole('dialog', { name: say('security.setUpTotp') });
  await setUp.waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const secret = (await setUp.locator('strong').first().innerText()).replaceAll(' ', '');
  await page.keyboard.type(generateSync({ secret }));
  const codes = page.getByRole('dialog', { name: say('security.codesTitle') });
  await codes.waitFor();
  const recoveryCodes = await codes.getByRole('listitem').allInnerTexts();
  expect(recoveryCodes).toHaveLength(10);
  await page.keyboard.press('Escape');
  expect(await codes.isVisible()).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
  await codes.getByRole('checkbox').check();
  await codes.getByRole('button', { name: say('security.done') }).click();

  await page.getByRole('button', { name: say('security.addPasskey') }).click();
  await page.getByRole('button', { name: say('security.passkeyCreate') }).click();
  await page.getByText(say('security.passkeyUnused'), { exact: false }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);

  // With the password and a recovery code.
  await authenticator.setPresent(false);
  await page
    .getByRole('button', { name: say('shell.signOut') })
    .first()
    .click();
  await page.waitForURL((url) => url.pathname === '/');
  await open('/profile/info');
  const login = page.getByRole('dialog', { name: say('signIn.login.title') });
  await login.getByRole('textbox', { name: say('signIn.email') }).fill(CUSTOMER.email);
  await login.getByLabel(say('signIn.password'), { exact: true }).fill(CUSTOMER.password);
  await login.getByRole('button', { name: say('signIn.login.submit') }).click();
  const second = page.getByRole('dialog', { name: say('signIn.second.title') });
  await second.getByRole('button', { name: say('signIn.second.useRecoveryCode') }).click();
  await second.getByRole('textbox', { name: say('signIn.second.recoveryCode') }).fill(recoveryCodes[0] ?? '');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: say('security.title') }).waitFor();

  // With the passkey alone, from the list of the e-mail field.
  await page
    .getByRole('button', { name: say('shell.signOut') })
    .first()
    .click();
  await page.waitForURL((url) => url.pathname === '/');
  await authenticator.setPresent(true);
  await open('/profile/info');
  await page.getByRole('button', { name: say('security.turnOffTotp') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('security.turnOff') })
    .click();
  await page.getByRole('button', { name: say('security.setUpTotp') }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await close();
});
