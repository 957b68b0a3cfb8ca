import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemText } from '../../main/texts.ts';
import { openEmbeddedDatabase } from '../../server/db/database.ts';
import { DATABASE_FILE } from '../../server/db/openDatabase.ts';
import { parseEnvironment } from '../../server/env.ts';
import { loadDocumentSigner } from '../../server/guarantee/signingKeys.ts';
import { credit } from '../../server/withdrawals/testing/withdrawalHost.ts';
import { launchBrowser, visit } from '../support/browser/browser.ts';
import { ADDRESSES } from '../support/browser/exchangeForm.ts';
import { addAuthenticator, registerWithPasskey } from '../support/browser/passkeys.ts';
import { startSite, type Site } from '../support/browser/site.ts';
import { createSiteApi } from '../support/browser/siteApi.ts';
import { ANY, anyOf, loadWords } from '../support/browser/words.ts';
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

/** Returns a function that waits for the next page that the app opens in the browser of the system, and returns its path. */
async function followOpenedPages(): Promise<() => Promise<string>> {
  await app.electron.evaluate(({ shell }) => {
    shell.openExternal = (url) => {
      process.env['OPENED_IN_BROWSER'] = url;
      return Promise.resolve();
    };
  });
  const opened = () => app.electron.evaluate(() => process.env['OPENED_IN_BROWSER'] ?? '');
  return async () => {
    await expect.poll(opened).toMatch(`${site.url}/desktop-sign-in?`);
    const url = await opened();
    await app.electron.evaluate(() => void (process.env['OPENED_IN_BROWSER'] = ''));
    return url.slice(site.url.length);
  };
}

/** Gives the customer a balance. The proof of the sign-in becomes too old for a withdrawal of it. */
async function earnAndWait(): Promise<void> {
  const database = openEmbeddedDatabase(join(site.dataDirectory, DATABASE_FILE));
  const { id } = await database.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const signer = await loadDocumentSigner(parseEnvironment({ DATA_DIR: site.dataDirectory }));
  await credit({ database, now: Date.now, signer }, id, '100');
  await database.updateTable('sessions').set({ second_factor_at: null }).execute();
  await database.destroy();
}

it('signs a customer with a passkey in through the browser of the system, and confirms a withdrawal there', async () => {
  const say = await loadWords('en');
  const { page, open, close } = await visit(browser, site.url, { reducedMotion: 'reduce' });
  await addAuthenticator(page);
  await open('/privacy');
  await registerWithPasskey({ page, origin: site.url, api: createSiteApi(site.url) }, CUSTOMER);
  /** The browser goes to the port where the app listens. */
  const untilAnswered = () => page.getByRole('heading', { name: systemText('en', 'system.signIn.takenTitle') }).waitFor();

  const appWindow = await app.firstWindow();
  const openedPage = await followOpenedPages();
  // A page of the account asks a guest to sign in.
  await app.secondInstance(['causeway://profile-info']);
  await appWindow.getByRole('button', { name: say('desk.signIn.start') }).click();

  // In the browser, the passkey signs in, and the customer cancels.
  await open(await openedPage());
  await page.getByRole('button', { name: say('desktopSignIn.cancel') }).click();
  await untilAnswered();
  await appWindow.getByText(say('desk.signIn.declined')).waitFor();

  // The customer starts again, and agrees.
  await appWindow.getByRole('button', { name: say('desk.signIn.again') }).click();
  await open(await openedPage());
  await page.getByRole('button', { name: say('desktopSignIn.signIn.allow') }).click();
  await untilAnswered();
  await appWindow.getByRole('heading', { name: say('security.title') }).waitFor();
  await appWindow.getByText(say('desk.passkeys')).waitFor();
  const system = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' }[process.platform as 'linux' | 'darwin' | 'win32'];
  const session = appWindow.getByRole('listitem').filter({ hasText: say('security.desktopApp', { system }) });
  expect(await session.innerText()).toContain(say('security.thisDevice'));

  await earnAndWait();
  await app.secondInstance(['causeway://profile-withdraw']);
  await appWindow.getByRole('textbox', { name: say('withdraw.send') }).fill('25');
  await appWindow.getByRole('textbox', { name: say('withdraw.address', { network: 'TRON' }) }).fill(ADDRESSES.tron);
  await appWindow.getByRole('button', { name: say('withdraw.submit', { amount: '25.00' }) }).click();
  await appWindow.getByRole('button', { name: say('desk.confirm.start') }).click();

  // In the browser, the customer agrees with the passkey.
  await open(await openedPage());
  await page.getByText(ADDRESSES.tron).waitFor();
  await page.getByRole('button', { name: say('signIn.usePasskey') }).click();
  await untilAnswered();
  await appWindow.getByRole('dialog', { name: anyOf(say('withdraw.made.WAITING', { time: ANY })) }).waitFor();
  await close();
});
