import type { Page } from 'playwright';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { accessibilityFaults } from '../support/browser/accessibility.ts';
import type { MessageId } from '../../renderer/i18n/messages.ts';
import { PHONE, RUSSIAN, tabTo, takenOver } from '../support/browser/browser.ts';
import { confirmEmail, CONFIRMATION_LINK, mailedText, newCustomer, signUp } from '../support/browser/customers.ts';
import { useSite } from '../support/browser/useSite.ts';
import { loadWords, type Say } from '../support/browser/words.ts';

// Its camera shows a moving pattern, and asks for no permission.
const { api, site, visit } = useSite({ args: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'] });

const NEW_PASSWORD = 'eight loud rivers';

/** A page of a signed-in customer */
const ACCOUNT_PAGE = '/profile/cashback';

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const isSignedIn = (page: Page) => page.evaluate(() => localStorage.getItem('account') !== null);

/** Fills in the login dialog. */
async function signIn(page: Page, say: Say, email: string, password: string): Promise<void> {
  const login = dialog(page, say('signIn.login.title'));
  await login.getByRole('textbox', { name: say('signIn.email') }).fill(email);
  await login.getByLabel(say('signIn.password'), { exact: true }).fill(password);
  await login.getByRole('button', { name: say('signIn.login.submit') }).click();
}

test.concurrent('registers by keyboard, confirms the e-mail, signs out in every window, restores the password', async () => {
  const say = await loadWords('en');
  const { email, password } = newCustomer('anna');
  const { page, problems, open, close } = await visit({ reducedMotion: 'reduce' });

  await open(ACCOUNT_PAGE);
  const login = dialog(page, say('signIn.login.title'));
  await login.waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await tabTo(login.getByRole('button', { name: say('signIn.login.create') }));
  await page.keyboard.press('Enter');
  const register = dialog(page, say('signIn.register.title'));
  await register.waitFor();
  await page.keyboard.type(email);
  await tabTo(register.getByLabel(say('signIn.password'), { exact: true }));
  await page.keyboard.type(password);
  await tabTo(register.getByLabel(say('signIn.register.again'), { exact: true }));
  await page.keyboard.type(password);
  await tabTo(register.getByRole('checkbox'));
  await page.keyboard.press('Space');
  expect(await accessibilityFaults(page)).toEqual([]);
  await tabTo(register.getByRole('button', { name: say('signIn.register.submit') }));
  await page.keyboard.press('Enter');
  await dialog(page, say('signIn.registered.title')).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${ACCOUNT_PAGE}`);
  expect(await isSignedIn(page)).toBe(true);

  await open(await mailedText(api, email, CONFIRMATION_LINK));
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: say('confirmEmail.button') }).click();
  await page.getByText(say('confirmEmail.done', { email })).waitFor();

  const other = await page.context().newPage();
  await other.goto(ACCOUNT_PAGE);
  await takenOver(other);
  await open(ACCOUNT_PAGE);
  await other.getByRole('button', { name: say('shell.signOut') }).click();
  for (const window of [other, page]) await window.waitForURL((url) => url.pathname === '/');
  expect(await isSignedIn(page)).toBe(false);
  await other.close();

  await open(ACCOUNT_PAGE);
  await signIn(page, say, email, 'wrong horse');
  await page.getByText(say('signIn.wrongPassword')).waitFor();
  await login.getByRole('button', { name: say('signIn.login.forgot') }).click();
  await dialog(page, say('signIn.restore.title'))
    .getByRole('button', { name: say('signIn.restore.submit') })
    .click();
  const restore = dialog(page, say('signIn.newPassword.title'));
  const code = await mailedText(api, email, /^[0-9A-Z]{10}$/m);
  await restore.getByRole('textbox', { name: say('signIn.newPassword.code') }).fill(code);
  await restore.getByLabel(say('signIn.newPassword.password'), { exact: true }).fill(NEW_PASSWORD);
  await restore.getByLabel(say('signIn.newPassword.again'), { exact: true }).fill(NEW_PASSWORD);
  expect(await accessibilityFaults(page)).toEqual([]);
  await restore.getByRole('button', { name: say('signIn.newPassword.submit') }).click();
  await login.getByText(say('signIn.login.newPassword')).waitFor();
  await signIn(page, say, email, NEW_PASSWORD);
  await page.waitForURL(`**${ACCOUNT_PAGE}`);
  // The browser reports the wrong password.
  expect(problems.filter((problem) => !problem.includes('status of 401'))).toEqual([]);
  await close();
});

test.concurrent('shows the dialogs on a phone in the dark theme, and no data of the customer after the session ended', async ({
  expect,
}) => {
  const say = await loadWords('ru');
  const { email, password } = newCustomer('boris');
  await api.call('users.create', { email, password });
  const { page, open, close } = await visit({ ...PHONE, ...RUSSIAN, colorScheme: 'dark', reducedMotion: 'reduce' });
  await open(`/ru${ACCOUNT_PAGE}`);
  const login = dialog(page, say('signIn.login.title'));
  await login.waitFor();
  expect(page.url()).toContain(`/ru?signIn=${encodeURIComponent(ACCOUNT_PAGE)}`);
  expect(await accessibilityFaults(page)).toEqual([]);
  await login.getByRole('button', { name: say('signIn.login.create') }).click();
  await dialog(page, say('signIn.register.title')).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog(page, say('signIn.register.title'))
    .getByRole('button', { name: say('signIn.register.signIn') })
    .click();
  await signIn(page, say, email, password);
  await page.waitForURL(`**/ru${ACCOUNT_PAGE}`);

  // The cookies of a session that the host has ended: the page is a guest's, as soon as an answer to the page before is forgotten.
  await page.context().clearCookies({ name: 'session' });
  await open(`/ru${ACCOUNT_PAGE}`);
  await expect.poll(async () => [await login.isVisible(), await isSignedIn(page)]).toEqual([true, false]);
  await close();
});

test.concurrent('verifies an identity with large photos and the camera, of this device and of a phone', async () => {
  const say = await loadWords('en');
  const { page, problems, open, close } = await visit({ reducedMotion: 'reduce' });
  const customer = newCustomer('karlsen');
  await signUp(page, site().url, customer);
  await open('/profile/verification');
  const press = async (id: MessageId, values?: Record<string, string>, on = page) =>
    await on.getByRole('button', { name: say(id, values), exact: true }).click();
  const question = async (id: MessageId, values?: Record<string, string | number>, on = page) =>
    await on.getByRole('heading', { level: 2, name: say(id, values) }).waitFor();
  const photo = { type: 'idcard' };

  await question('identity.residence.title');
  await page.getByText(say('identity.emailUnconfirmed')).waitFor();
  await confirmEmail(page, api, site().url, customer);
  await open('/profile/verification');
  await question('identity.residence.title');
  await page.getByLabel(say('identity.residence.label')).selectOption({ label: 'Germany' });
  expect(await accessibilityFaults(page)).toEqual([]);
  await press('identity.continue');
  await question('identity.document.title');
  // The focus is at the question: by keyboard from here.
  await tabTo(page.getByRole('radio', { name: say('identity.document.passport') }));
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await question('identity.details.title', photo);
  await page.getByRole('textbox', { name: say('identity.details.firstName') }).fill('Anna Sophie');
  await page.getByRole('textbox', { name: say('identity.details.lastName') }).fill('Karlsen');
  for (const [legend, date] of [
    ['identity.details.birthDate', '23 5 1991'],
    ['identity.details.expireDate', '14 3 2131'],
  ] as const) {
    const inputs = page.getByRole('group', { name: say(legend) }).getByRole('textbox');
    for (const [index, part] of date.split(' ').entries()) await inputs.nth(index).fill(part);
  }
  await page.getByRole('textbox', { name: say('identity.details.identityNumber', photo) }).fill('L01X00T47');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await question('identity.ready.title', { count: 3 });
  expect(await accessibilityFaults(page)).toEqual([]);
  await press('identity.ready.start');

  await question('identity.photo.frontPhoto', photo);
  const parts = countParts(page);
  await page.locator('input[type=file]').setInputFiles(await largePhoto());
  await page.getByRole('img', { name: say('identity.photo.preview') }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await usePhoto(page, say);
  await question('identity.photo.backendPhoto', photo);
  await page.getByText(say('identity.photo.received'), { exact: true }).waitFor();
  expect(parts()).toBe(3);
  // What was answered and sent is there again.
  await open('/profile/verification');
  await question('identity.photo.backendPhoto', photo);
  expect(await accessibilityFaults(page)).toEqual([]);

  const created = page.waitForResponse('**/users/kyc/phone/code');
  await press('identity.photo.phone');
  const { token, number } = (await (await created).json()) as { token: string; number: string };
  const shown = `${number.slice(0, 3)} ${number.slice(3)}`;
  await page.getByRole('dialog').getByText(shown).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const phone = await visit({ ...PHONE, reducedMotion: 'reduce' });
  await phone.open(`/verification-photos#${token}`);
  await phone.page.getByText(shown).waitFor();
  expect(new URL(phone.page.url()).hash).toBe('');
  expect(await accessibilityFaults(phone.page)).toEqual([]);
  await press('identity.onPhone.yes', {}, phone.page);
  await page.getByText(say('identity.phone.connected')).waitFor();
  const phoneParts = countParts(phone.page);
  await question('identity.photo.backendPhoto', photo, phone.page);
  await phone.page.locator('input[type=file]').setInputFiles(await largePhoto());
  await usePhoto(phone.page, say);
  await question('identity.photo.facePhoto', photo, phone.page);
  await press('identity.camera.take', {}, phone.page);
  await usePhoto(phone.page, say);
  await phone.page.getByText(say('identity.onPhone.doneText')).waitFor();
  expect(phoneParts()).toBe(4);
  expect(phone.problems).toEqual([]);
  await phone.close();
  // The code works once.
  const stranger = await visit();
  await stranger.open(`/verification-photos#${token}`);
  await stranger.page.getByText(say('identity.onPhone.useless')).waitFor();
  await stranger.close();

  await question('identity.photo.all');
  await press('identity.photo.submit');
  await question('identity.checking.title');
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(problems).toEqual([]);
  await close();
});

/** A photo that takes three parts of 512 KiB: noise, which compresses badly. */
const largePhoto = async () => ({
  name: 'document.png',
  mimeType: 'image/png',
  buffer: await sharp({
    create: { width: 1_600, height: 1_200, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })
    .png()
    .toBuffer(),
});

/** Returns the function that says how many parts of photos a page has sent since. */
function countParts(page: Page): () => number {
  let parts = 0;
  page.on('request', (request) => (parts += request.url().endsWith('/kyc/uploads/part') ? 1 : 0));
  return () => parts;
}

/** Sends the photo that was taken, whether the page warns about it or not: the test camera shows no document. */
async function usePhoto(page: Page, say: Say): Promise<void> {
  const use = page.getByRole('button', { name: say('identity.photo.use') });
  await use.or(page.getByRole('button', { name: say('identity.photo.useAnyway') })).click();
}
