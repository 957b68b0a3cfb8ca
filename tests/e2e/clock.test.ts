import type { Page } from 'playwright';
import { expect, test, vi } from 'vitest';
import { takenOver } from '../support/browser/browser.ts';
import { ADDRESSES, exchangeForm } from '../support/browser/exchangeForm.ts';
import { completedHeading, heading, pay, reachOrder, written } from '../support/browser/orderPage.ts';
import { useSite } from '../support/browser/useSite.ts';
import { loadWords } from '../support/browser/words.ts';
import { PATIENCE } from '../support/chainPatience.ts';

const say = await loadWords('en');
const { api, visit } = useSite();

const DAY_MS = 86_400_000;
/** A busy machine needs this long between reading a countdown and comparing it. */
const TOLERANCE_S = 5;

test.concurrent.for([
  ['ahead', 3],
  ['behind', -3],
] as const)('completes a swap with correct countdowns on a device whose clock is days %s', async ([, days], { expect }) => {
  const { page, problems, open, close } = await visit();
  await page.clock.install({ time: Date.now() + days * DAY_MS });
  await open('/exchange-btc-usdttrc20?amount=0.01');
  expect(Math.abs((await page.evaluate(() => Date.now())) - Date.now())).toBeGreaterThan(2 * DAY_MS);
  const form = exchangeForm(page, say);
  await form.fixed.check();
  await form.address('USDT', 'TRON').fill(ADDRESSES.tron);
  await form.refundAddress('BTC', 'Bitcoin').fill(ADDRESSES.bitcoin);
  await form.terms.check();
  await form.button(say('exchange.button.ready', { amount: '0.01 BTC' })).click();

  const reference = await reachOrder({ page, problems }, say);
  await heading(page, say('order.title.exact', { amount: '0.01 BTC' })).waitFor();
  const { expiresAt } = await api.call('orders.publicInfo', reference);
  await expectCorrectCountdown(page, expiresAt);
  // The server renders the page with its own clock, and the browser hydrates it with the wrong one.
  await page.reload();
  await takenOver(page);
  await expectCorrectCountdown(page, expiresAt);

  await pay(api, reference);
  const title = await completedHeading(page, say);
  const { withdrawals } = await api.call('orders.publicInfo', reference);
  expect(title).toBe(say('order.title.completed', { amount: written(withdrawals[0]?.amount ?? '', 'USDT', 'en') }));
  expect(problems).toEqual([]);
  await close();
});

/** The countdown shows the time that is left, and runs. */
async function expectCorrectCountdown(page: Page, expiresAt: string): Promise<void> {
  const timer = page.getByRole('timer', { name: say('order.rateHeldFor') });
  await timer.waitFor();
  const difference = async (): Promise<number> => {
    const [minutes = NaN, seconds = NaN] = ((await timer.textContent()) ?? '').split(':').map(Number);
    return Math.abs(minutes * 60 + seconds - (Date.parse(expiresAt) - Date.now()) / 1_000);
  };
  await vi.waitFor(async () => expect(await difference()).toBeLessThan(TOLERANCE_S), PATIENCE);
  const shown = await timer.textContent();
  await vi.waitFor(async () => expect(await timer.textContent()).not.toBe(shown), PATIENCE);
  await vi.waitFor(async () => expect(await difference()).toBeLessThan(TOLERANCE_S), PATIENCE);
}
