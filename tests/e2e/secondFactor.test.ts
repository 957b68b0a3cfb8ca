import { createHash, randomBytes } from 'node:crypto';
import { generateSync } from 'otplib';
import { expect, test } from 'vitest';
import { apiRoutes, type CallOutput } from '../../contract/api/index.ts';
import { desktopSignInPath, readSignedInLink, signedInLink } from '../../contract/desktop/signIn.ts';
import { accessibilityFaults } from '../support/browser/accessibility.ts';
import { mailedText, newCustomer, signUp } from '../support/browser/customers.ts';
import { addAuthenticator, registerWithPasskey } from '../support/browser/passkeys.ts';
import { useSite } from '../support/browser/useSite.ts';
import { loadWords } from '../support/browser/words.ts';

const { api, site, visit } = useSite();
const CUSTOMER = newCustomer('carla');

test.concurrent('a customer sets up a code and a passkey, signs in with each, and turns the code off', async () => {
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

test.concurrent('a customer with a passkey signs the desktop app in through the browser', async () => {
  const say = await loadWords('en');
  const { page, open, close } = await visit({ reducedMotion: 'reduce' });
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url() + (request.postData() ?? '')));
  await addAuthenticator(page);
  await open('/privacy');
  const customer = newCustomer('dora');
  await registerWithPasskey({ page, origin: site().url, api }, customer);

  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const state = randomBytes(16).toString('base64url');
  const address = desktopSignInPath({ challenge, state, purpose: 'signIn', port: null });
  const document = await page.request.get(address);
  expect(document.headers()).toMatchObject({
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  });
  await open(address);
  // The authenticator answers the list of the e-mail field by itself.
  const allow = page.getByRole('button', { name: say('desktopSignIn.signIn.allow') });
  await allow.waitFor();
  expect(page.url()).toContain(address);
  expect(await accessibilityFaults(page)).toEqual([]);

  /** Lets the app sign in, and returns what the browser passes to it. */
  const newCode = async () => {
    await allow.click();
    const again = page.getByRole('link', { name: say('desktopSignIn.openAgain') });
    await again.waitFor();
    return readSignedInLink((await again.getAttribute('href')) ?? '', 'causeway');
  };
  const exchange = async (code: string, codeVerifier: string) =>
    await fetch(new URL(apiRoutes['desktopSignIn.exchange'].path, site().url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-session-kind': 'header' },
      body: JSON.stringify({ code, codeVerifier }),
    });
  const answer = await newCode();
  expect(answer?.state).toBe(state);
  const code = answer?.code ?? '';
  expect(await accessibilityFaults(page)).toEqual([]);
  const { tokens } = (await (await exchange(code, verifier)).json()) as CallOutput<'desktopSignIn.exchange'>;
  const authorization = `Bearer ${tokens?.accessToken ?? ''}`;
  const accountData = async () =>
    await fetch(new URL(apiRoutes['users.accountData'].path, site().url), { headers: { authorization } });
  expect(await (await accountData()).json()).toMatchObject({ email: customer.email, hasSecondFactor: true });

  // A second use ends the session. A wrong verifier starts none.
  expect([(await exchange(code, verifier)).status, (await accountData()).status]).toEqual([401, 401]);
  await open(address);
  const other = await newCode();
  expect((await exchange(other?.code ?? '', randomBytes(32).toString('base64url'))).status).toBe(401);
  // The browser passes the code to the app, and to nobody else.
  const links = [answer, other].map((given) => signedInLink(given ?? { code: '', state: '' }, null, 'causeway'));
  expect(requested.filter((request) => request.includes(code) || request.includes(other?.code ?? ''))).toEqual(links);
  expect(page.url()).toContain(address);
  await close();
});
