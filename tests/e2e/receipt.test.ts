import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { PHONE } from '../support/browser/browser.ts';
import { payByCard, submitPurchase } from '../support/browser/cardPurchase.ts';
import { confirmEmail, newCustomer, signUp } from '../support/browser/customers.ts';
import { ADDRESSES, exchangeForm } from '../support/browser/exchangeForm.ts';
import { newAddress } from '../support/browser/newAddress.ts';
import { completedHeading, decide, heading, pay, reachOrder, refundedHeading, untilShown } from '../support/browser/orderPage.ts';
import { readPdf } from '../support/pdfText.ts';
import { useSite } from '../support/browser/useSite.ts';
import { ANY, anyOf, loadWords } from '../support/browser/words.ts';
import { makeOrder, orderPath } from '../support/samples/makeOrder.ts';

const say = await loadWords('en');
const { api, site, visit } = useSite();

/** Prints the page as a browser does, and returns the text of its only page. */
async function printed(page: Page): Promise<string> {
  await page.locator('.receipt').waitFor({ state: 'attached' });
  const { pages, text } = readPdf(await page.pdf({ preferCSSPageSize: true }));
  expect(pages).toBe(1);
  expect(text).toContain(joined(say('receipt.page')));
  // Nothing else of the page.
  expect(text).not.toContain(joined(say('order.print')));
  return text;
}

const joined = (text: string): string => text.replaceAll(/\s/g, '');

test.concurrent.each(['FLOATING', 'FIXED'] as const)(
  'prints an exchange at a %s rate on one page, with the amounts of the page and their values',
  async (rateMode) => {
    const { page, problems, open, close } = await visit();
    const order = await makeOrder(api, {
      from: 'btc',
      to: 'usdttrc20',
      amount: '0.02',
      rateMode,
      destinationAddress: ADDRESSES.tron,
      ...(rateMode === 'FIXED' && { refundAddress: ADDRESSES.bitcoin }),
    });
    await open(orderPath(order));
    await pay(api, order);
    const title = await completedHeading(page, say);
    const lines = await page
      .getByRole('region', { name: say('order.done.madeUp') })
      .getByRole('term')
      .or(page.getByRole('region', { name: say('order.done.madeUp') }).getByRole('definition'))
      .allInnerTexts();
    expect(lines.length).toBeGreaterThanOrEqual(rateMode === 'FIXED' ? 10 : 8);
    const text = await printed(page);
    // Each amount and the price, as the page shows them.
    const figures = lines.flatMap((line) => line.match(/\d[\d,]*\.\d+/g) ?? []);
    for (const figure of [...figures, title.split(' ', 1)[0] ?? '']) expect(text).toContain(figure);
    const { withdrawals, deposits } = await api.call('orders.publicInfo', order);
    for (const hash of [withdrawals[0]?.txHash, deposits[0]?.txHash]) expect(text).toContain(hash);
    expect(Number(withdrawals[0]?.valueUsd)).toBeGreaterThan(0);
    expect(text).toContain(joined('It was not paid in USD.'));
    expect(problems).toEqual([]);
    await close();
  },
);

test.concurrent('prints a refund on one page', async () => {
  const visitor = await visit(PHONE);
  const { page, problems, open, close } = visitor;
  await open('/exchange-btc-usdttrc20?amount=0.01');
  const form = exchangeForm(page, say);
  await form.fixed.check();
  await form.address('USDT', 'TRON').fill(newAddress.tron());
  const refundAddress = newAddress.bitcoin();
  await form.refundAddress('BTC', 'Bitcoin').fill(refundAddress);
  await form.terms.check();
  await form.button(say('exchange.button.ready', { amount: '0.01 BTC' })).click();
  await pay(api, await reachOrder({ page, problems }, say), '0.02');
  const choice = page.getByRole('region', { name: say('order.decision.refund') });
  await untilShown(choice);
  await decide(visitor, say, { way: 'refund', press: () => choice.getByRole('button').click() });
  const title = await refundedHeading(page, say);
  const text = await printed(page);
  expect(text).toContain(joined(say('receipt.returned')));
  // Complete, in the tab in which it was entered.
  expect(text).toContain(refundAddress);
  expect(text).toContain(/\d[\d.]+/.exec(title)?.[0]);
  await close();
});

test.concurrent('prints a card purchase on one page', async () => {
  const customer = newCustomer('anna');
  const visitor = await visit(PHONE);
  const { page, open, close } = visitor;
  await open('/privacy');
  await signUp(page, site().url, customer);
  await confirmEmail(page, api, site().url, customer);
  await open('/exchange-usd-btc?amount=100');
  await submitPurchase(page, say, say('fiat.button.buy', { coin: 'BTC', amount: '100 USD' }));
  await reachOrder(visitor, say);
  await payByCard(page, say, '123');
  await untilShown(heading(page, anyOf(say('fiat.title.DELIVERED', { coins: ANY }))));
  const text = await printed(page);
  expect(text).toContain(joined(say('receipt.byCard')));
  expect(text).toContain('100.00');
  await close();
});
