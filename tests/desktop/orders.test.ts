import { afterAll, beforeAll, expect, it } from 'vitest';
import { ADDRESSES, exchangeForm } from '../support/browser/exchangeForm.ts';
import { startSite, type Site } from '../support/browser/site.ts';
import { loadWords, type Say } from '../support/browser/words.ts';
import { startControlledHost, type ControlledHost } from './support/controlledHost.ts';
import { launchApp, reachUrl, type RunningApp } from './support/launchApp.ts';

let site: Site;
let host: ControlledHost;
let app: RunningApp;
let say: Say;

beforeAll(async () => {
  // Prices and fees that hardly move: the host must not ask for consent to a new rate.
  const environment = { EMBEDDED_MARKET_STEP_MS: '10000', EMBEDDED_CHAIN_SPEED: '60' };
  [site, say] = await Promise.all([startSite({ environment }), loadWords('en')]);
  host = await startControlledHost(site.url);
  app = await launchApp({ environment: { API_URL: host.url } });
});
afterAll(async () => {
  await app.dispose();
  await host.close();
  await site.stop();
});

it('makes no second order after the app was killed between the order and its answer', async () => {
  const page = await app.firstWindow();
  const form = exchangeForm(page, say);
  await form.address('USDT', 'TRON').fill(ADDRESSES.tron);
  await form.refundAddress('BTC', 'Bitcoin').fill(ADDRESSES.bitcoin);
  await form.terms.check();
  await page.getByRole('button', { name: say('exchange.button.ready', { amount: '0.005 BTC' }) }).waitFor();
  host.lose('orders.create');
  await page.keyboard.press('Control+Enter');
  await host.passed('orders.create', 1);
  await app.kill();
  host.lose(null);

  await app.relaunch();
  const restored = await app.firstWindow();
  const calls = await host.passed('orders.create', 2);
  const orders = calls.map(({ answer }) => (JSON.parse(answer) as { orderId: string }).orderId);
  expect(new Set(calls.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  expect(new Set(orders).size).toBe(1);
  await reachUrl(restored, ({ pathname }) => pathname === `/order/${orders[0]}`);
  await restored.getByRole('heading', { level: 1 }).waitFor();
});

it('starts without a network with the orders that it knows, and continues when the network is back', async () => {
  host.setDown(true);
  await app.close();
  await app.relaunch();
  const page = await app.firstWindow();
  await page.getByText(say('desk.status.lost')).waitFor();
  await page.getByRole('heading', { name: say('order.title.failed') }).waitFor();
  const running = page.getByRole('complementary', { name: say('desk.orders') });
  await running.getByText('0.005 BTC').waitFor();
  host.setDown(false);
  await page.getByText(say('desk.status.connected')).waitFor();
  await page.getByRole('heading', { level: 1, name: say('order.title.send', { amount: '0.005 BTC' }) }).waitFor();
});
