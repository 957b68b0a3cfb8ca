import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { accessibilityFaults } from '../support/browser/accessibility.ts';
import { takenOver, visit } from '../support/browser/browser.ts';
import { ADDRESSES } from '../support/browser/exchangeForm.ts';
import { owedFor } from '../support/ledger.ts';
import { makeOrder, orderPath, untilEvent } from '../support/samples/makeOrder.ts';
import { completedHeading, heading, pay } from '../support/browser/orderPage.ts';
import { startSite } from '../support/browser/site.ts';
import { createSiteApi } from '../support/browser/siteApi.ts';
import { useSite } from '../support/browser/useSite.ts';
import { loadWords } from '../support/browser/words.ts';

const say = await loadWords('en');
const here = useSite();

const makeSwap = (url: string) =>
  makeOrder(createSiteApi(url), {
    from: 'btc',
    to: 'usdttrc20',
    amount: '0.01',
    rateMode: 'FLOATING',
    destinationAddress: ADDRESSES.tron,
  });

test.concurrent('stops on Ctrl-C and continues the order after the next start', async () => {
  const first = await startSite();
  const order = await makeSwap(first.url);
  await pay(createSiteApi(first.url), order);
  await untilEvent(createSiteApi(first.url), order, 'DEPOSIT_REGISTERED');
  expect(await first.stop({ keep: true })).toBe(0);

  const second = await startSite({ dataDirectory: first.dataDirectory });
  const { page, problems, open, close } = await visit(here.browser(), second.url);
  await open(orderPath(order));
  await completedHeading(page, say);
  expect(await owedFor(second.dataDirectory, order.orderId)).toEqual([]);
  expect(problems).toEqual([]);
  await close();
  expect(await second.stop()).toBe(0);
  expect(existsSync(second.dataDirectory)).toBe(false);
});

test.concurrent.each([
  ['PORT', 'eighty', /PORT must be a whole number from 0 to 65535, not "eighty"\./],
  ['API_URL', 'example.org', /API_URL must be an address such as .+, not "example\.org"\./],
  ['EMBEDDED_CHAIN_SPEED', '0', /EMBEDDED_CHAIN_SPEED must be a whole number from 1 to \d+, not "0"\./],
])('rejects %s=%s at start with a message that names it', async (name, value, sentence) => {
  await expect(startSite({ environment: { [name]: value } })).rejects.toThrow(sentence);
});

test.concurrent('reports a port that another program uses', async () => {
  const { port } = new URL(here.site().url);
  await expect(startSite({ environment: { PORT: port } })).rejects.toThrow(`PORT ${port} is taken by another program.`);
});

test.concurrent.each([
  ['scripts', '/', '**/assets/client-*.js', 'This page did not load completely'],
  ['texts', '/ru', '**/_i18n/**', 'Страница загрузилась не полностью'],
])('says when its %s did not load, and starts after a press', async (_what, path, files, words) => {
  const { page, close } = await here.visit();
  await page.route(files, (route) => route.abort());
  await page.goto(path);
  const notice = page.getByRole('alert').filter({ hasText: words });
  await notice.waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.unroute(files);
  await notice.getByRole('button').click();
  await takenOver(page);
  expect(await notice.isVisible()).toBe(false);
  await close();
});

test.concurrent('blocks injected scripts', async ({ expect }) => {
  const { page, problems, open, close } = await here.visit();
  await open('/support');
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "taken over"';
    document.body.append(script);
  });
  expect(await page.title()).not.toBe('taken over');
  await expect.poll(() => problems.join()).toContain('Content Security Policy');
  await close();
});

test.concurrent('sends headers that keep an order page out of caches, search engines and referrers', async () => {
  const order = await makeSwap(here.site().url);
  const answer = await fetch(new URL(orderPath(order), here.site().url));
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': expect.stringContaining('noindex') as string,
    'content-security-policy': expect.stringMatching(/script-src 'nonce-[^']+'/) as string,
  });
});

test.concurrent('shows an order only to a visitor who knows its destination address', async () => {
  const order = await makeSwap(here.site().url);
  const { page, open, close } = await here.visit();
  await open(`/order/${order.orderId}`);
  await heading(page, say('order.title.destination')).waitFor();
  await page.getByRole('textbox', { name: say('order.destination.label') }).fill(ADDRESSES.bitcoin);
  await page.getByRole('button', { name: say('order.destination.show') }).click();
  await page.getByText(say('order.destination.incorrect')).waitFor();
  await page.getByRole('textbox', { name: say('order.destination.label') }).fill(ADDRESSES.tron);
  await page.getByRole('button', { name: say('order.destination.show') }).click();
  await heading(page, say('order.title.send', { amount: '0.01 BTC' })).waitFor();
  await close();
});
