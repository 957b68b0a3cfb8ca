import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessibilityFaults } from '../support/browser/accessibility.ts';
import { CHAIN_PATIENCE_MS } from '../support/chainPatience.ts';
import { ADDRESSES, exchangeForm } from '../support/browser/exchangeForm.ts';
import { startSite, type Site } from '../support/browser/site.ts';
import { createSiteApi } from '../support/browser/siteApi.ts';
import { ANY, anyOf, loadWords, type Say } from '../support/browser/words.ts';
import { launchApp, type RunningApp } from './support/launchApp.ts';

let site: Site;
let app: RunningApp;
let page: Page;
let say: Say;
beforeAll(async () => {
  [site, say] = await Promise.all([startSite(), loadWords('en')]);
  app = await launchApp({ environment: { API_URL: site.url } });
  page = await app.firstWindow();
});
afterAll(async () => {
  await app.dispose();
  await site.stop();
});

const pane = (name: 'desk.watch' | 'desk.orders') => page.getByRole('complementary', { name: say(name), exact: true });

it('exchanges coins in the window, from the watch list to the payout', async () => {
  await pane('desk.watch').getByRole('link', { name: 'BTC / USDT', exact: true }).click();
  const form = exchangeForm(page, say);
  await form.button(say('exchange.button.destination', { coin: 'USDT' })).waitFor();
  await form.send.fill('0.01');
  await form.address('USDT', 'TRON').fill(ADDRESSES.tron);
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
