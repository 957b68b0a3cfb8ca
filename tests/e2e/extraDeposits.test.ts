import type { Locator } from 'playwright';
import { expect, test, vi } from 'vitest';
import { compare } from '../../contract/money.ts';
import type { Visitor } from '../support/browser/browser.ts';
import { PATIENCE } from '../support/chainPatience.ts';
import { exchangeForm } from '../support/browser/exchangeForm.ts';
import { newAddress } from '../support/browser/newAddress.ts';
import { owedFor, reconciled, untilUnattributed } from '../support/ledger.ts';
import {
  arrivedAt,
  completedHeading,
  decide,
  heading,
  pay,
  reachOrder,
  untilShown,
  type OrderReference,
} from '../support/browser/orderPage.ts';
import { useSite } from '../support/browser/useSite.ts';
import { ANY, anyOf, loadWords } from '../support/browser/words.ts';

const say = await loadWords('en');
const { api, site, visit } = useSite();

interface Wish {
  from: 'btc' | 'xrp' | 'eth';
  amount: string;
}

/** Makes a floating order in the form, so that this browser holds its pass. */
async function order({ page, problems, open }: Visitor, { from, amount }: Wish): Promise<OrderReference> {
  await open(`/exchange-${from}-usdttrc20?amount=${amount}`);
  const form = exchangeForm(page, say);
  await form.address('USDT', 'TRON').fill(newAddress.tron());
  await form.terms.check();
  await form.button(say('exchange.button.ready', { amount: `${amount} ${from.toUpperCase()}` })).click();
  const reference = await reachOrder({ page, problems }, say);
  await heading(page, say('order.title.send', { amount: `${amount} ${from.toUpperCase()}` })).waitFor();
  return reference;
}

/** Requests the refund of an extra deposit in its form, and waits until it is sent. */
async function requestRefund(visitor: Visitor, extra: Locator): Promise<void> {
  // The network fee changes, and the amount on the button with it.
  const button = extra.getByRole('button', { name: anyOf(say('order.decision.refundNow', { amount: ANY })) });
  const decided = extra.getByText(say('order.extra.state.REFUNDED'));
  await decide(visitor, say, { way: 'refund', press: () => button.click(), decided });
}

/** BTC of about 7 USD: less than the smallest exchange at any network fees, which change, and more than the fee of a refund */
const TOO_SMALL = '0.00008';

test.concurrent('refunds a second payment that is too small to exchange, minus the network fee', async () => {
  const visitor = await visit();
  const { page, problems, close } = visitor;
  const reference = await order(visitor, { from: 'btc', amount: '0.01' });
  await pay(api, reference);
  await completedHeading(page, say);
  await pay(api, reference, TOO_SMALL);

  const extraDeposit = async () => (await api.call('orders.refundInfo', { orderId: reference.orderId })).extra?.[0];
  await vi.waitFor(async () => expect((await extraDeposit())?.actions ?? []).toContain('REFUND'), PATIENCE);
  await page.reload();
  const extra = page.getByRole('form', { name: /^0\.000080*\sBTC$/ });
  const refundAddress = newAddress.bitcoin();
  await extra.getByRole('textbox').fill(refundAddress);
  await requestRefund(visitor, extra);

  const refundAmount = (await extraDeposit())?.refundAmount ?? '';
  expect(await arrivedAt(api, refundAddress)).toEqual([refundAmount]);
  expect(compare(refundAmount, TOO_SMALL)).toBe(-1);
  expect(await completedHeading(page, say)).toContain('USDT');
  expect(await owedFor(site().dataDirectory, reference.orderId)).toEqual([]);
  expect(problems).toEqual([]);
  await close();
});

test.concurrent('completes an order after its deposit without a memo is claimed by transaction', async () => {
  const visitor = await visit();
  const { page, problems, close } = visitor;
  const reference = await order(visitor, { from: 'xrp', amount: '300' });
  const { depositAddress } = await api.call('orders.publicInfo', reference);
  const { txHash } = await api.call('sandbox.send', { instrumentSlug: 'xrp', toAddress: depositAddress, amount: '300' });

  await page.getByText(/^I forgot the /).click();
  const hash = page.getByRole('textbox', { name: say('claim.hash') });
  const claim = page.getByRole('button', { name: say('claim.send') });
  await hash.fill(`${txHash.slice(0, -2)}${txHash.endsWith('00') ? '11' : '00'}`);
  await claim.click();
  await page.getByText(say('claim.notFound')).waitFor();
  await untilUnattributed(site().dataDirectory, { network: 'ripple', txHash });
  await hash.fill(txHash);
  await claim.click();
  await untilShown(page.getByText(say('claim.found')));
  await completedHeading(page, say);
  const { withdrawals } = await api.call('orders.publicInfo', reference);
  expect(await arrivedAt(api, reference.destinationAddress)).toEqual(withdrawals.map(({ amount }) => amount));
  // The deposit was booked as unattributed before the claim gave it to the order.
  expect(await owedFor(site().dataDirectory, reference.orderId)).toEqual(['UNATTRIBUTED xrp']);
  // The console shows the refused claim. Nothing else may be wrong.
  expect(problems.filter((problem) => !problem.includes('claim-deposit'))).toEqual([]);
  await close();
});

test.concurrent('refunds a claimed wrong-network deposit on its own network', async () => {
  const visitor = await visit();
  const { page, problems, close } = visitor;
  const reference = await order(visitor, { from: 'eth', amount: '0.5' });
  const { depositAddress } = await api.call('orders.publicInfo', reference);
  const payment = { instrumentSlug: 'usdtbep20', toAddress: depositAddress, amount: '200' };
  const { txHash } = await api.call('sandbox.send', payment);
  await api.call('sandbox.mine', { networkSlug: 'bsc', blocks: 30 });

  await page.getByText(say('claim.summaryOtherNetwork')).click();
  await page.getByRole('textbox', { name: say('claim.hash') }).fill(txHash);
  await page.getByRole('button', { name: say('claim.send') }).click();
  await untilShown(page.getByText(say('claim.found')));
  const extra = page.getByRole('form', { name: '200 USDT' });
  const refundAddress = newAddress.ethereum();
  await extra.getByRole('textbox').fill(refundAddress);
  await requestRefund(visitor, extra);

  const { refunds } = await api.call('orders.publicInfo', reference);
  expect(await arrivedAt(api, refundAddress)).toEqual(refunds.map(({ amount }) => amount));
  expect(refunds).toMatchObject([{ instrument: { slug: 'usdtbep20' }, depositTxHash: txHash }]);
  expect(await owedFor(site().dataDirectory, reference.orderId)).toEqual([]);
  expect(problems).toEqual([]);
  await close();
});

test.concurrent('exchanges a small test first, then the rest as an order of its own', async () => {
  const { page, problems, open, close } = await visit();
  const destinationAddress = newAddress.tron();
  await open('/exchange-btc-usdttrc20?amount=0.01');
  const form = exchangeForm(page, say);
  await form.form.getByText(say('exchange.laterDeposits', { hours: 24 })).waitFor();
  await form.address('USDT', 'TRON').fill(destinationAddress);
  await form.terms.check();
  await form.button(say('exchange.button.ready', { amount: '0.01 BTC' })).click();
  const first = await reachOrder({ page, problems }, say);
  await page.getByText(say('order.send.close'), { exact: true }).click();
  await page.getByText(anyOf(`${ANY}${say('order.send.later', { hours: 24, amount: ANY })}`)).waitFor();
  await page.getByText(say('chain.collecting', { amount: '' })).waitFor();
  await pay(api, first, '0.002');
  await completedHeading(page, say);
  await page.getByText(/^Was this a test\?/).waitFor();

  // The page is still open: it shows the rest by itself.
  await pay(api, first, '0.008');
  const link = page.getByRole('link', { name: say('order.later.open', { amount: '0.008 BTC' }) });
  await untilShown(link);
  await link.click();
  await untilShown(page.getByRole('link', { name: say('order.later.openFirst') }));
  // The order is shown as soon as it is read, a moment before the navigation ends.
  await page.waitForURL((url) => !url.pathname.endsWith(first.orderId));
  const later = await reachOrder({ page, problems }, say);
  await completedHeading(page, say);
  const paid = await Promise.all([later, first].map(async (order) => (await api.call('orders.publicInfo', order)).withdrawals));
  expect(await arrivedAt(api, destinationAddress)).toEqual(paid.flat().map(({ amount }) => amount));
  expect(await owedFor(site().dataDirectory, later.orderId)).toEqual([]);

  await open('/history');
  await heading(page, say('history.title')).waitFor();
  const orders = page.getByRole('link', { name: /BTC/ });
  await orders.nth(1).waitFor();
  expect(await orders.count()).toBe(2);
  expect(problems).toEqual([]);
  await close();
});

test('reconciles the ledger with the networks after all of these refunds and payouts', async () => {
  await reconciled(site().dataDirectory);
});
