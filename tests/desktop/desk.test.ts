import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessibilityFaults } from '../support/browser/accessibility.ts';
import { CHAIN_PATIENCE_MS } from '../support/chainPatience.ts';
import { ADDRESSES, exchangeForm } from '../support/browser/exchangeForm.ts';
import { newAddress } from '../support/browser/newAddress.ts';
import { startSite, type Site } from '../support/browser/site.ts';
import { createSiteApi } from '../support/browser/siteApi.ts';
import { recordShifts } from '../support/browser/layoutShift.ts';
import { ANY, anyOf, loadWords, type Say } from '../support/browser/words.ts';
import { startKeyring, type Keyring } from './support/keyring.ts';
import { appUrl, launchApp, type RunningApp } from './support/launchApp.ts';

const MAX_SHIFT = 0.02;
/** The height under which a chart says nothing, in pixels */
const CHART_HEIGHT = 140;

let site: Site;
let keyring: Keyring;
let app: RunningApp;
let page: Page;
let say: Say;

beforeAll(async () => {
  [site, keyring, say] = await Promise.all([startSite(), startKeyring('unlocked'), loadWords('en')]);
  app = await launchApp({ environment: { ...keyring.environment, API_URL: site.url } });
  page = await app.firstWindow();
});
afterAll(async () => {
  await app.dispose();
  await keyring.stop();
  await site.stop();
});

const pane = (name: 'desk.watch' | 'desk.orders') => page.getByRole('complementary', { name: say(name), exact: true });
const pathOf = (of: Page): string => new URL(appUrl(of.url())).pathname;
const palette = (): Locator => page.getByRole('combobox', { name: say('desk.palette.title') });
const bookDialog = (name: string): Locator => page.getByRole('dialog', { name });

it('shows the whole form with its terms, and a chart, in a first window', async () => {
  await pane('desk.watch').getByRole('link', { name: 'BTC / USDT', exact: true }).click();
  const terms = page.getByRole('main').getByRole('checkbox').last();
  await terms.waitFor();
  const sizeOf = () =>
    page.evaluate(() => {
      const main = document.querySelector('main');
      const chart = main?.querySelector('svg[role="img"], figure, [role="img"]')?.getBoundingClientRect().height ?? 0;
      return { hidden: main ? main.scrollHeight - main.clientHeight : -1, chart, content: innerHeight };
    });
  // The chart comes with the prices of the day, after the form.
  await expect
    .poll(sizeOf)
    .toEqual({ hidden: 0, chart: expect.toSatisfy((height: number) => height >= CHART_HEIGHT) as number, content: 900 });
  expect(await terms.isVisible()).toBe(true);
});

it('has no layout shift while parts of the window load', async () => {
  const shifts = await recordShifts(page);
  await page.reload();
  await page.getByRole('link', { name: 'BTC / USDT', exact: true }).waitFor();
  await page.getByRole('link', { name: say('desk.orders.all') }).waitFor();
  await page.getByText(say('desk.status.connected')).waitFor();
  await page.getByRole('img', { name: /^BTC/ }).waitFor();
  await page
    .getByRole('button', { name: say('desk.addresses.choose') })
    .first()
    .waitFor();
  await page.waitForFunction(() => document.querySelectorAll('#desk-watch .numeric small').length > 5);
  const { total, moved } = await shifts();
  expect(total, moved.join('\n')).toBeLessThanOrEqual(MAX_SHIFT);
});

it('exchanges coins in the window, from the watch list to the payout', async () => {
  await pane('desk.watch').getByRole('link', { name: 'BTC / USDT', exact: true }).click();
  const form = exchangeForm(page, say);
  await form.button(say('exchange.button.destination', { coin: 'USDT' })).waitFor();
  await form.send.fill('0.01');
  await form.address('USDT', 'TRON').fill(newAddress.tron());
  await form.terms.check();
  const running = pane('desk.orders');
  const begun = running.getByRole('link', { name: say('order.title.send', { amount: '0.01 BTC' }) });
  const consent = page.getByRole('dialog').getByRole('button', { name: say('consent.accept') });
  const ready = form.button(say('exchange.button.ready', { amount: '0.01 BTC' }));
  // Seconds may pass between the rate in the window and the press. Then the button waits for a new rate, or the host asks for
  // consent to it.
  const submitted = async (): Promise<boolean> => {
    if (await ready.isVisible()) await page.keyboard.press('Control+Enter');
    return await begun.or(consent).first().isVisible();
  };
  await expect.poll(submitted, { interval: 1_000 }).toBe(true);
  if (await consent.isVisible()) await consent.click();
  await running.getByRole('button', { name: say('order.copyAddress') }).click();
  const toAddress = await app.electron.evaluate(({ clipboard }) => clipboard.readText());
  await createSiteApi(site.url).call('sandbox.send', { instrumentSlug: 'btc', toAddress, amount: '0.01' });

  await page
    .getByRole('heading', { level: 1, name: anyOf(say('order.title.completed', { amount: ANY })) })
    .waitFor({ timeout: CHAIN_PATIENCE_MS });
  const done = running.getByRole('link', { name: anyOf(say('desk.orders.repeat', { exchange: ANY })) });
  expect(await done.getAttribute('href')).toMatch(/^\/exchange-btc-usdt\w+\?amount=0\.01$/);
  await running.getByText(say('desk.orders.empty')).waitFor();
});

it.each(['light', 'dark'] as const)('has no accessibility faults in the %s theme', async (theme) => {
  await page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme);
  await pane('desk.watch').getByRole('link', { name: 'BTC / USDT', exact: true }).click();
  await exchangeForm(page, say).form.waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});

it('opens an exchange in a second window by keyboard alone', async () => {
  await page.keyboard.press('Control+k');
  await palette().waitFor();
  await page.keyboard.type('0.2 eth btc');
  await page.getByRole('option').first().getByText('≈').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const second = await app.openedBy(() => page.keyboard.press('Control+Enter'));
  await expect.poll(() => pathOf(second)).toBe('/exchange-eth-btc');
  await expect.poll(() => second.getByRole('textbox', { name: say('exchange.youSend') }).inputValue()).toBe('0.2');
  await palette().waitFor({ state: 'detached' });
  // The same keys would also submit the form below, which is ready for another order.
  await exchangeForm(page, say)
    .button(say('exchange.button.ready', { amount: '0.01 BTC' }))
    .waitFor();
  expect(pathOf(page)).toBe('/exchange-btc-usdttrc20');
  await second.close();
});

it('sets an alert by keyboard alone', async () => {
  await page.keyboard.press('Control+k');
  await palette().waitFor();
  await page.keyboard.type('alert');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Alert for BTC/ });
  await dialog.getByText(/^The rate now is/).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.type('9500000');
  await page.keyboard.press('Enter');
  await page.getByText(say('desk.alerts.added')).waitFor();
  await page.keyboard.press('Control+k');
  await palette().waitFor();
  await page.keyboard.type('9500000');
  await page.keyboard.press('Escape');
});

it('stores an address, so that only the app can read it, and fills it into the form after a restart', async () => {
  await page.keyboard.press('Control+b');
  await bookDialog(say('desk.addresses.title'))
    .getByRole('button', { name: say('desk.addresses.add') })
    .click();
  await page.getByLabel(say('desk.addresses.label'), { exact: true }).fill('Ledger at home');
  await page.getByRole('textbox', { name: say('desk.addresses.address'), exact: true }).fill(ADDRESSES.tron);
  const drawer = bookDialog(say('desk.addresses.add'));
  await drawer.getByText(say('exchange.addressValid', { network: 'TRON' })).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await bookDialog(say('desk.addresses.title')).getByText('Ledger at home').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await app.close();

  const files = filesIn(app.data);
  expect(files.some((file) => file.endsWith('addresses.json'))).toBe(true);
  const readable = files.filter((file) => /Ledger at home/.test(readFileSync(file, 'latin1')));
  expect(readable).toEqual([]);
  expect(files.filter((file) => readFileSync(file, 'latin1').includes(ADDRESSES.tron))).toEqual([]);

  await app.relaunch();
  page = await app.firstWindow();
  await page.getByRole('region', { name: say('exchange.form') }).waitFor();
  await page.keyboard.press('Control+b');
  const book = bookDialog(say('desk.addresses.title'));
  await book.getByRole('button', { name: say('desk.addresses.use', { coin: 'USDT' }) }).click();
  const field = page.getByRole('textbox', { name: say('exchange.address', { coin: 'USDT', network: 'TRON' }) });
  await expect.poll(() => field.inputValue()).toBe(ADDRESSES.tron);
  // The name is above the address, which keeps the width of the field.
  const name = await page.getByTitle('Ledger at home').boundingBox();
  const address = await field.boundingBox();
  expect(name && name.y + name.height).toBeLessThanOrEqual(address?.y ?? 0);
});

it('opens the order of a pass that is dropped on the window', async () => {
  const orderId = 'A'.repeat(22);
  const pass = { kind: 'order-pass', version: 1, orderId, destinationAddress: ADDRESSES.tron, pass: 't'.repeat(43) };
  const files = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'order.orderpass'));
    return transfer;
  }, JSON.stringify(pass));
  await page.dispatchEvent('body', 'dragover', { dataTransfer: files });
  await page.getByText(say('desk.pass.drop')).waitFor();
  await page.dispatchEvent('body', 'drop', { dataTransfer: files });
  await expect.poll(() => pathOf(page)).toBe(`/order/${orderId}`);
});

it('restores the form and what was typed after the page crashed', async () => {
  await app.secondInstance(['causeway://exchange___btc-usdttrc20']);
  const form = exchangeForm(page, say);
  await form.send.fill('0.0123');
  await form.address('USDT', 'TRON').fill(ADDRESSES.tron);
  await form.refundAddress('BTC', 'Bitcoin').fill(ADDRESSES.bitcoin);
  const expected = ['0.0123', ADDRESSES.bitcoin, ADDRESSES.tron];
  // Playwright can't use a page after a crash, so the main process reads it.
  const typed = () =>
    app.electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
        `[...document.querySelectorAll('input, textarea')].map(({ value }) => value)`,
      ),
    ) as Promise<string[]>;
  // The draft passes from the page to the main process.
  const [stored = ''] = filesIn(app.data).filter((file) => file.endsWith('windows.json'));
  await expect.poll(() => expected.every((value) => readFileSync(stored, 'utf8').includes(value))).toBe(true);
  await Promise.all([
    page.waitForEvent('crash'),
    app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer()),
  ]);
  await expect.poll(typed).toEqual(expect.arrayContaining(expected));
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false);
}
