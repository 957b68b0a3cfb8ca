import type { Page } from 'playwright';
import { expect, test, vi } from 'vitest';
import { apiRoutes } from '../../contract/api/index.ts';
import { takenOver } from '../support/browser/browser.ts';
import { ADDRESSES, exchangeForm, type ExchangeForm } from '../support/browser/exchangeForm.ts';
import { openWithHeldScripts } from '../support/browser/heldScripts.ts';
import { completedHeading, pay, reachOrder } from '../support/browser/orderPage.ts';
import { translatePage } from '../support/browser/translator.ts';
import { useSite } from '../support/browser/useSite.ts';
import { ANY, anyOf, loadWords } from '../support/browser/words.ts';
import { PATIENCE } from '../support/chainPatience.ts';

const say = await loadWords('en');
const { api, visit } = useSite();

/** Fills in what an order of 0.01 BTC for USDT on TRON needs. */
async function fillIn({ address, terms, button }: ExchangeForm): Promise<void> {
  await address('USDT', 'TRON').fill(ADDRESSES.tron);
  await terms.check();
  await button(say('exchange.button.ready', { amount: '0.01 BTC' })).waitFor();
}

/** Records the bodies of the calls that create orders, with their idempotency keys. */
function recordCreations(page: Page) {
  const created: { key: string; body: { rateMode: string; claimedDepositAmount: string } }[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== apiRoutes['orders.create'].path) return;
    const body = request.postDataJSON() as { rateMode: string; claimedDepositAmount: string };
    created.push({ key: request.headers()['idempotency-key'] ?? '', body });
  });
  return created;
}

test.concurrent('orders what was entered before the scripts', async () => {
  const { page, problems, close } = await visit();
  const form = exchangeForm(page, say);
  const release = await openWithHeldScripts(page, '/exchange-btc-usdttrc20?amount=0.01');
  await form.send.fill('0.05');
  await form.fixed.check();
  await form.address('USDT', 'TRON').fill(ADDRESSES.tron);
  await form.terms.check();
  release();
  await takenOver(page);
  await form.refundAddress('BTC', 'Bitcoin').fill(ADDRESSES.bitcoin);
  const button = form.button(say('exchange.button.ready', { amount: '0.05 BTC' }));
  await button.waitFor();
  expect([await form.send.inputValue(), await form.fixed.isChecked(), await form.terms.isChecked()]).toEqual([
    '0.05',
    true,
    true,
  ]);
  const created = recordCreations(page);
  await button.click();
  await reachOrder({ page, problems }, say);
  expect(created.at(-1)?.body).toMatchObject({ rateMode: 'FIXED', claimedDepositAmount: '0.05' });
  await close();
});

test.concurrent('opens the coin selector whose button was pressed before the scripts', async () => {
  const { page, close } = await visit();
  const release = await openWithHeldScripts(page, '/exchange-btc-usdttrc20?amount=0.01');
  await exchangeForm(page, say).receiveCoin.click();
  release();
  await page.getByRole('combobox', { name: say('selector.search') }).waitFor();
  await close();
});

test.concurrent('searches for what was entered before the scripts', async () => {
  const { page, close } = await visit();
  const release = await openWithHeldScripts(page, '/docs/security');
  await page.getByRole('combobox', { name: say('docs.search') }).fill('api');
  release();
  await page.getByRole('option').first().waitFor();
  await close();
});

test.concurrent.each([
  { locale: 'en', path: '', digits: ['1', '15', '150', '1500', '1500.5'], shown: '1,500.5' },
  { locale: 'en', path: '', digits: ['１', '１５', '１５０', '１５００'], shown: '1,500' },
  { locale: 'ru', path: '/ru', digits: ['１', '１５００', '１５００，', '１５００，５'], shown: '1\u00a0500,5' },
] as const)('reads a composed amount once: $shown', async ({ locale, path, digits, shown }) => {
  const { page, open, close } = await visit();
  await open(`${path}/exchange-usdttrc20-btc`);
  const { send } = exchangeForm(page, await loadWords(locale));
  const protocol = await page.context().newCDPSession(page);
  await send.fill('');
  await send.focus();
  for (const text of digits) {
    const [selectionStart, selectionEnd] = [text.length, text.length];
    await protocol.send('Input.imeSetComposition', { text, selectionStart, selectionEnd });
    expect(await send.inputValue()).toBe(text);
  }
  await protocol.send('Input.insertText', { text: digits.at(-1) ?? '' });
  await vi.waitFor(async () => expect(await send.inputValue()).toBe(shown), PATIENCE);
  await close();
});

test.concurrent('undoes and repeats what was entered as an amount', async () => {
  const { page, open, close } = await visit();
  await open('/exchange-usdttrc20-btc?amount=7');
  const { send } = exchangeForm(page, say);
  await send.focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('125');
  await page.keyboard.type('00');
  expect(await send.inputValue()).toBe('12,500');
  await page.keyboard.press('Control+z');
  expect(await send.inputValue()).toBe('1,250');
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('Control+z');
  expect(await send.inputValue()).toBe('7');
  await page.keyboard.press('Control+Shift+Z');
  expect(await send.inputValue()).toBe('1');
  await close();
});

test.concurrent('creates one order, and one history entry, for four presses', async () => {
  const { page, problems, open, close } = await visit();
  const form = exchangeForm(page, say);
  await open('/exchange-btc-usdttrc20?amount=0.01');
  await fillIn(form);
  const created = recordCreations(page);
  const pressed = Promise.withResolvers<void>();
  await page.route(`**${apiRoutes['orders.create'].path}`, async (route) => {
    await pressed.promise;
    await route.continue();
  });
  const entries = await page.evaluate(() => history.length);
  const button = await form.button(say('exchange.button.ready', { amount: '0.01 BTC' })).boundingBox();
  const [x, y] = [(button?.x ?? 0) + 20, (button?.y ?? 0) + 10];
  for (let presses = 0; presses < 4; presses += 1) await page.mouse.click(x, y, { delay: 60 });
  pressed.resolve();
  const { orderId } = await reachOrder({ page, problems }, say);
  expect(new Set(created.map(({ key }) => key)).size).toBe(1);
  expect(await page.evaluate(() => history.length)).toBe(entries + 1);
  await page.reload();
  expect(page.url()).toContain(orderId);
  await close();
});

test.concurrent('keeps the order pass for the tab when the device is full, and says so', async () => {
  const { page, problems, open, close } = await visit();
  const form = exchangeForm(page, say);
  await open('/exchange-btc-usdttrc20?amount=0.01');
  await page.evaluate(() => {
    for (let size = 4_000_000, at = 0; size >= 1; at += 1) {
      try {
        localStorage.setItem(`filler ${at}`, 'x'.repeat(size));
      } catch {
        size = Math.floor(size / 2);
      }
    }
  });
  await fillIn(form);
  await form.button(say('exchange.button.ready', { amount: '0.01 BTC' })).click();
  await reachOrder({ page, problems }, say);
  await page.getByText(say('pass.tabOnly')).first().waitFor();
  await page.reload();
  await takenOver(page);
  await page.getByText(say('pass.tabOnly')).first().waitFor();
  await page.goto('/history');
  await page.getByText(say('history.full')).waitFor();
  await page
    .getByRole('link', { name: anyOf(say('history.openOrder', { exchange: ANY })) })
    .first()
    .waitFor();
  await close();
});

test.concurrent('survives the browser’s translator from the form to the payout, and leaves what is compared as it is', async () => {
  const { page, problems, open, close } = await visit();
  await open('/exchange-btc-usdttrc20?amount=0.01');
  await page.evaluate(translatePage);
  const form = exchangeForm(page, say);
  for (const amount of ['0.00001', '', '1e3', '0.01']) await form.send.fill(amount);
  await fillIn(form);
  await form.button(say('exchange.button.ready', { amount: '0.01 BTC' })).click();
  const order = await reachOrder({ page, problems }, say);
  const { depositAddress } = await api.call('orders.publicInfo', order);
  const isUntranslated = await page
    .getByText(depositAddress?.slice(0, 6) ?? '')
    .first()
    .evaluate((shown) => shown.closest('[translate="no"]') !== null && shown.querySelector('font') === null);
  expect(isUntranslated).toBe(true);
  await pay(api, order);
  await completedHeading(page, say);
  expect(problems.filter((problem) => /NotFoundError|removeChild|insertBefore|React error/.test(problem))).toEqual([]);
  await close();
});
