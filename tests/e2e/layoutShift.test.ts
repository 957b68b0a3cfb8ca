import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE } from '../support/browser/browser.ts';
import { ADDRESSES, exchangeForm } from '../support/browser/exchangeForm.ts';
import { recordShifts } from '../support/browser/layoutShift.ts';
import { completedHeading, heading, pay, reachOrder, untilShown } from '../support/browser/orderPage.ts';
import { useSite } from '../support/browser/useSite.ts';
import { loadWords } from '../support/browser/words.ts';

const say = await loadWords('en');
// Slow enough that every stage is shown.
const { api, visit } = useSite({ environment: { EMBEDDED_CHAIN_SPEED: '300' } });

/** Here the columns of an order are one below the other. */
const TABLET = { viewport: { width: 768, height: 1024 } };

/** Opening a page, and a whole journey from there to the payout. */
const LIMIT = 0.005;
const JOURNEY_LIMIT = 0.02;

/** Lets matching requests through when told to. Returns the function that does. */
async function hold(page: Page, pattern: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

/** Until what has changed is painted. */
const painted = (page: Page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));

test.concurrent.each([
  ['a desktop', DESKTOP],
  ['a phone', PHONE],
])('does not move on %s when scripts, fonts and answers come late', async (_, device) => {
  const { page, close } = await visit(device);
  const shifts = await recordShifts(page);
  const release = await Promise.all(
    ['**/assets/*.js', '**/assets/*.woff2', '**/api/v2/**'].map((pattern) => hold(page, pattern)),
  );
  await page.goto('/exchange-btc-usdttrc20', { waitUntil: 'commit' });
  await page.getByRole('contentinfo').waitFor();
  // One after another: each has its own frames in which something could move.
  for (const next of release) {
    next();
    await painted(page);
  }
  await exchangeForm(page, say)
    .button(say('exchange.button.destination', { coin: 'USDT' }))
    .waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  await painted(page);
  const { total, moved } = await shifts();
  expect(total, moved.join('\n')).toBeLessThanOrEqual(LIMIT);
  await close();
});

test.concurrent.each([
  ['floating', 'a desktop', DESKTOP],
  ['fixed', 'a desktop', DESKTOP],
  ['floating', 'a phone', PHONE],
  ['fixed', 'a phone', PHONE],
  ['floating', 'a tablet', TABLET],
] as const)('does not move from the form to the payout at a %s rate on %s', async (mode, _, device) => {
  const { page, problems, open, close } = await visit(device);
  const shifts = await recordShifts(page);
  await open('/');
  const form = exchangeForm(page, say);
  await form.send.fill('0.02');
  await form.receiveCoin.click();
  await page.getByRole('combobox').fill('usdt tron');
  await page.keyboard.press('Enter');
  await form[mode].check();
  await form.address('USDT', 'TRON').fill(ADDRESSES.tron);
  if (mode === 'fixed') await form.refundAddress('BTC', 'Bitcoin').fill(ADDRESSES.bitcoin);
  await form.terms.check();

  // Held until the press is no longer recent input, whose shifts the browser does not count.
  const create = await hold(page, '**/orders/public/create');
  await form.button(say('exchange.button.ready', { amount: '0.02 BTC' })).click();
  await heading(page, say('order.title.pending')).waitFor();
  await page.waitForFunction((start) => performance.now() > start + 600, await page.evaluate(() => performance.now()));
  create();
  const order = await reachOrder({ page, problems }, say);
  await heading(page, say(mode === 'fixed' ? 'order.title.exact' : 'order.title.send', { amount: '0.02 BTC' })).waitFor();
  await pay(api, order);
  await untilShown(heading(page, say('order.title.confirming', { have: 1, need: 2 })));
  await completedHeading(page, say);
  await painted(page);
  const { total, moved } = await shifts();
  expect(total, moved.join('\n')).toBeLessThanOrEqual(JOURNEY_LIMIT);
  await close();
});
