import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser, visit } from '../support/browser/browser.ts';
import { addAuthenticator, registerWithPasskey } from '../support/browser/passkeys.ts';
import { startSite, type Site } from '../support/browser/site.ts';
import { createSiteApi } from '../support/browser/siteApi.ts';
import { loadWords } from '../support/browser/words.ts';
import { launchApp, type RunningApp } from './support/launchApp.ts';

const CUSTOMER = { email: 'dora@example.com', password: 'harbour lantern 27' };

let site: Site;
let browser: Browser;
let app: RunningApp;
beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(), launchBrowser()]);
  app = await launchApp({ environment: { API_URL: site.url } });
});
afterAll(async () => {
  await app.dispose();
  await browser.close();
  await site.stop();
});

it('signs a customer with a passkey in through the browser of the system', async () => {
  const say = await loadWords('en');
  const { page, open, close } = await visit(browser, site.url, { reducedMotion: 'reduce' });
  await addAuthenticator(page);
  await open('/privacy');
  await registerWithPasskey({ page, origin: site.url, api: createSiteApi(site.url) }, CUSTOMER);

  const appWindow = await app.firstWindow();
  await app.electron.evaluate(({ shell }) => {
    shell.openExternal = (url) => {
      process.env['OPENED_IN_BROWSER'] = url;
      return Promise.resolve();
    };
  });
  // A page of the account asks a guest to sign in.
  await app.secondInstance(['causeway://profile-info']);
  await appWindow.getByRole('button', { name: say('desk.signIn.start') }).click();
  const opened = () => app.electron.evaluate(() => process.env['OPENED_IN_BROWSER'] ?? '');
  await expect.poll(opened).toMatch(`${site.url}/desktop-sign-in?`);

  // In the browser, the passkey signs in, and the customer agrees.
  await open((await opened()).slice(site.url.length));
  await page.getByRole('button', { name: say('desktopSignIn.signIn.allow') }).click();
  const link = await page.getByRole('link', { name: say('desktopSignIn.openAgain') }).getAttribute('href');
  await close();

  // The system starts the app with the link. That start hands it to the app that runs.
  expect(await app.secondInstance([link ?? ''])).toBe(0);
  await appWindow.getByRole('heading', { name: say('security.title') }).waitFor();
  const system = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' }[process.platform as 'linux' | 'darwin' | 'win32'];
  const session = appWindow.getByRole('listitem').filter({ hasText: say('security.desktopApp', { system }) });
  expect(await session.innerText()).toContain(say('security.thisDevice'));
});
