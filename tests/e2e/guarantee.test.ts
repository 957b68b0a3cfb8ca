import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { apiRoutes } from '../../contract/api/index.ts';
import type { Order } from '../../contract/api/orders.ts';
import { readSignedDocument } from '../../contract/signedDocuments/readSignedDocument.ts';
import { ADDRESSES, exchangeForm } from '../support/browser/exchangeForm.ts';
import { makeOrder, orderPath } from '../support/samples/makeOrder.ts';
import { completedHeading, heading, pay, reachOrder } from '../support/browser/orderPage.ts';
import { useSite } from '../support/browser/useSite.ts';
import { loadWords } from '../support/browser/words.ts';

const say = await loadWords('en');
const { api, site, visit } = useSite();

const WISH = { from: 'btc', to: 'usdttrc20', amount: '0.01', rateMode: 'FLOATING', destinationAddress: ADDRESSES.tron } as const;
const TAMPERED = ADDRESSES.bitcoin;

/** The coin to send, as an answer that was changed on its way tells it. */
function withCoin(
  order: Order,
  change: (coin: Order['pair']['instrumentFrom']) => Partial<Order['pair']['instrumentFrom']>,
): Order {
  const { instrumentFrom } = order.pair;
  return { ...order, pair: { ...order.pair, instrumentFrom: { ...instrumentFrom, ...change(instrumentFrom) } } };
}

const withNetwork = (order: Order, changes: object): Order =>
  withCoin(order, ({ network }) => ({ ...(network && { network: { ...network, ...changes } }) }));

/** Saves the file behind a button and gives its path. */
async function download(page: Page, label: string): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: label, exact: true }).click(),
  ]);
  return await file.path();
}

async function verifyFile(page: Page, file: string): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(file);
}

test.concurrent('verifies the saved guarantee and receipt of a swap offline', async () => {
  const { page, problems, open, close } = await visit({ acceptDownloads: true });
  await open('/exchange-btc-usdttrc20?amount=0.01');
  const form = exchangeForm(page, say);
  await form.address('USDT', 'TRON').fill(ADDRESSES.tron);
  await form.terms.check();
  await form.button(say('exchange.button.ready', { amount: '0.01 BTC' })).click();
  const reference = await reachOrder({ page, problems }, say);
  await page.getByText(say('guarantee.signed')).click();
  const guarantee = await download(page, say('guarantee.save'));
  expect(readSignedDocument(readFileSync(guarantee, 'utf8')).signed?.document['orderId']).toBe(reference.orderId);

  await pay(api, reference);
  await completedHeading(page, say);
  const receipt = await download(page, say('guarantee.saveReceipt'));

  await page.getByRole('link', { name: say('page.verify') }).click();
  await heading(page, say('verify.title')).waitFor();
  // The page and its code are here: from now on nothing may be needed from anywhere.
  await verifyFile(page, guarantee);
  await page.getByText(say('verify.valid'), { exact: true }).waitFor();
  await page.context().setOffline(true);
  await verifyFile(page, receipt);
  await page.getByRole('heading', { name: say('verify.receipt'), exact: true }).waitFor();
  await page.getByText(say('guarantee.outcome.COMPLETED')).waitFor();
  const forged = join(site().dataDirectory, 'forged.json');
  writeFileSync(forged, readFileSync(receipt, 'utf8').replace(ADDRESSES.tron, 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW'));
  await verifyFile(page, forged);
  await page.getByText(say('verify.invalid'), { exact: true }).waitFor();
  expect(problems.filter((problem) => !problem.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  await close();
});

test.concurrent('verifies a first file after the connection is lost', async () => {
  const { guarantee } = await makeOrder(api, WISH);
  const file = join(site().dataDirectory, 'first.json');
  writeFileSync(file, JSON.stringify(guarantee));
  const { page, open, close } = await visit();
  // The page fetches what verifies, which is two files, once it is taken over.
  const code = ['signature', 'sha2'].map(async (name) => {
    const answer = await page.waitForResponse(new RegExp(`/assets/${name}-[^/]*\\.js$`));
    await answer.finished();
  });
  await open('/verify');
  await heading(page, say('verify.title')).waitFor();
  await Promise.all(code);
  await page.context().setOffline(true);
  await verifyFile(page, file);
  await page.getByText(say('verify.valid'), { exact: true }).waitFor();
  await close();
});

/** Answers about orders pass through somebody who changes them; the page itself came as the exchange rendered it. */
async function tamper(page: Page, change: (order: Order) => Order): Promise<void> {
  await page.route(
    (url) => url.pathname === apiRoutes['orders.publicInfo'].path,
    async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: change((await answer.json()) as Order) });
    },
  );
  // Pushed answers are the same calls by another way: without them the page asks.
  await page.routeWebSocket(/\/api\/v2\/ws/, (socket) => void socket.close());
}

test.concurrent.for([
  ['another address', (order: Order) => ({ ...order, depositAddress: TAMPERED })],
  ['another amount', (order: Order) => ({ ...order, claimedDepositAmount: '0.1' })],
  ['a memo more', (order: Order) => ({ ...order, depositAddressMemo: '77' })],
  [
    'a payment scheme with another address in it',
    (order: Order) => withNetwork(order, { paymentUriScheme: `bitcoin:${TAMPERED}?amount=0.05&x` }),
  ],
  ['another chain', (order: Order) => withNetwork(order, { family: 'evm', paymentUriScheme: 'ethereum', chainId: 1 })],
  ['a contract', (order: Order) => withCoin(order, () => ({ contractAddress: '0xATT@1?value=1&x=' }))],
  ['another network’s name', (order: Order) => withNetwork(order, { friendlyTitle: 'Bitcoin Cash' })],
  ['no guarantee', (order: Order) => ({ ...order, depositAddress: TAMPERED, guarantee: null })],
  [
    'a document changed with the address',
    (order: Order) => ({
      ...order,
      depositAddress: TAMPERED,
      ...(order.guarantee && {
        guarantee: { ...order.guarantee, document: { ...order.guarantee.document, depositAddress: TAMPERED } },
      }),
    }),
  ],
] as const)('rejects an answer that was changed on its way to %s, and offers nothing to copy', async ([, change]) => {
  const order = await makeOrder(api, WISH);
  const { page, open, close } = await visit();
  await tamper(page, change);
  await open(orderPath(order));
  const refusal = page.getByRole('alert').filter({ hasText: say('guarantee.refused.title') });
  await refusal.waitFor();
  await heading(page, say('guarantee.refused.title')).waitFor();
  expect(await page.getByRole('button', { name: say('order.copyAddress') }).count()).toBe(0);
  expect(await page.getByRole('button', { name: say('order.copyAmount') }).count()).toBe(0);
  expect(await page.content()).not.toContain(TAMPERED);
  expect(await page.getByRole('img', { name: /QR/ }).count()).toBe(0);
  await close();
});
