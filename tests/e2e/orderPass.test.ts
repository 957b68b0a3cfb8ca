import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { PHONE } from '../support/browser/browser.ts';
import { ADDRESSES, exchangeForm } from '../support/browser/exchangeForm.ts';
import { newAddress } from '../support/browser/newAddress.ts';
import { owedFor } from '../support/ledger.ts';
import { orderPath } from '../support/samples/makeOrder.ts';
import { arrivedAt, decide, heading, pay, reachOrder, untilShown, type OrderReference } from '../support/browser/orderPage.ts';
import { useSite } from '../support/browser/useSite.ts';
import { ANY, anyOf, loadWords } from '../support/browser/words.ts';

const say = await loadWords('en');
const { api, site, visit } = useSite();

interface SavedPass {
  reference: OrderReference;
  /** Where the file was saved. */
  path: string;
  link: string;
  token: string;
}

/** Makes a fixed-rate order of 0.01 BTC on one device, and saves its order pass. */
async function saveAPass(): Promise<SavedPass> {
  const { page, problems, open, close } = await visit({ acceptDownloads: true });
  await open('/exchange-btc-usdttrc20?amount=0.01');
  const form = exchangeForm(page, say);
  await form.fixed.check();
  await form.address('USDT', 'TRON').fill(newAddress.tron());
  await form.refundAddress('BTC', 'Bitcoin').fill(ADDRESSES.bitcoin);
  await form.terms.check();
  await form.button(say('exchange.button.ready', { amount: '0.01 BTC' })).click();
  const reference = await reachOrder({ page, problems }, say);
  await page.getByText(say('pass.unsaved')).waitFor();
  await page.getByRole('button', { name: say('pass.save') }).click();
  const dialog = page.getByRole('dialog', { name: say('pass.title') });
  await dialog.getByRole('img', { name: say('pass.code') }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: say('pass.file') }).click(),
  ]);
  const path = `${site().dataDirectory}/${download.suggestedFilename()}`;
  await download.saveAs(path);
  await page.keyboard.press('Escape');
  await page.getByText(say('pass.saved')).waitFor();
  expect(problems).toEqual([]);
  await close();
  const { link, pass } = JSON.parse(await readFile(path, 'utf8')) as { link: string; pass: string };
  return { reference, path, link, token: pass };
}

const decisionShown = (page: Page) =>
  untilShown(heading(page, say('order.decision.ask.WRONG_DEPOSIT_AMOUNT', { sent: '0.02 BTC', claimed: '0.01 BTC' })));

test.concurrent('accepts a rate on another device through the link of an order pass, without leaking its secret', async () => {
  const { reference, link, token } = await saveAPass();
  await pay(api, reference, '0.02');
  const visitor = await visit(PHONE);
  const { page, problems, close } = visitor;
  const requested: string[] = [];
  page.on('request', (request) => requested.push(`${request.url()} ${request.headers()['referer'] ?? ''}`));
  await page.goto(link);
  await page.getByText(say('pass.opened')).waitFor();
  await page.waitForFunction(() => location.hash === '');
  await decisionShown(page);
  const accept = page.getByRole('button', { name: say('order.decision.accept', { sent: '0.02 BTC' }) });
  await decide(visitor, say, { way: 'accept', press: () => accept.click() });

  const { withdrawals } = await api.call('orders.publicInfo', reference);
  expect(await arrivedAt(api, reference.destinationAddress)).toEqual(withdrawals.map(({ amount }) => amount));
  expect(await owedFor(site().dataDirectory, reference.orderId)).toEqual([]);
  expect(requested.length).toBeGreaterThan(3);
  expect(requested.filter((request) => request.includes(token))).toEqual([]);
  expect(site().output()).not.toContain(token);
  expect(await page.evaluate(() => localStorage.getItem('order-tokens'))).toBeNull();
  expect(problems).toEqual([]);
  await close();
});

test.concurrent('requests a refund on a device only after it opens the pass file, and stores the pass on request', async () => {
  const { reference, path } = await saveAPass();
  await pay(api, reference, '0.02');
  const visitor = await visit();
  const { page, problems, open, close } = visitor;
  await open(orderPath(reference));
  await decisionShown(page);
  await page.getByText(say('order.decision.readOnly')).waitFor();
  const takeItBack = page.getByRole('region', { name: say('order.decision.refund') }).getByRole('button');
  expect(await takeItBack.getAttribute('aria-disabled')).toBe('true');

  await page
    .getByRole('link', { name: say('pass.open') })
    .first()
    .click();
  await heading(page, say('pass.openTitle')).waitFor();
  await page.locator('input[type="file"]').setInputFiles(path);
  await decisionShown(page);
  await page.getByRole('button', { name: say('pass.storeHere') }).click();
  await page.getByText(say('pass.stored')).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('order-tokens'))).toContain(reference.orderId);
  const refund = page.getByRole('region', { name: say('order.refund.region') });
  await decide(visitor, say, { way: 'refund', press: () => takeItBack.click(), decided: refund });
  await untilShown(heading(page, anyOf(say('order.title.refunded', { amount: ANY }))));
  expect(await owedFor(site().dataDirectory, reference.orderId)).toEqual([]);
  expect(problems).toEqual([]);
  await close();
});
