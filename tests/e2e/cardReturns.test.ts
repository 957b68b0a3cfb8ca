import process from 'node:process';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { PHONE, type Visitor } from '../support/browser/browser.ts';
import { payByCard, submitPurchase } from '../support/browser/cardPurchase.ts';
import { confirmEmail, newCustomer, signUp } from '../support/browser/customers.ts';
import { ADDRESSES } from '../support/browser/exchangeForm.ts';
import { heading, reachOrder } from '../support/browser/orderPage.ts';
import { useSite } from '../support/browser/useSite.ts';
import { ANY, anyOf, loadWords } from '../support/browser/words.ts';
import { makeOrder, orderPath } from '../support/samples/makeOrder.ts';

const say = await loadWords('en');
// Slow enough that a page opens while the order goes on.
const { api, site, visit } = useSite({ environment: { EMBEDDED_CHAIN_SPEED: '60' } });

/** How often each page is opened. `RETURNS=50` is the long form. */
const RETURNS = Number(process.env['RETURNS'] ?? 3);
/** The processor is this many times slower than that of the machine. */
const SLOWDOWN = 6;
/** Purchases of one customer before the provider asks for documents */
const WITHOUT_DOCUMENTS = 20;
/** From the click on the link of the provider's page to the complete page of the order. */
const LIMIT_MS = 60_000;

async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

async function customerAt(visitor: Visitor): Promise<Visitor> {
  const customer = newCustomer('anna');
  await visitor.open('/privacy');
  await signUp(visitor.page, site().url, customer);
  await confirmEmail(visitor.page, api, site().url, customer);
  return visitor;
}

test('shows the purchase after each return from the page of the card provider', async () => {
  const shown = anyOf(say('fiat.title.DELIVERED', { coins: ANY }));
  let visitor: Visitor | undefined;
  for (let count = 0; count < RETURNS; count += 1) {
    if (!visitor || count % WITHOUT_DOCUMENTS === 0) {
      await visitor?.close();
      visitor = await customerAt(await visit(PHONE));
    }
    const { page, open, problems } = visitor;
    // Without the draft of the purchase before.
    await page.evaluate(() => sessionStorage.clear());
    await open('/exchange-usd-btc?amount=30');
    await submitPurchase(page, say, say('fiat.button.buy', { coin: 'BTC', amount: '30 USD' }));
    await reachOrder(visitor, say);
    await slowDown(page, SLOWDOWN);
    await payByCard(page, say, '123');
    await page.getByRole('region', { name: say('fiat.details'), exact: true }).waitFor({ timeout: LIMIT_MS });
    await heading(page, shown).waitFor({ timeout: LIMIT_MS });
    expect(await page.locator('main [aria-busy=true]').count(), `return ${count + 1}`).toBe(0);
    expect(problems).toEqual([]);
    await slowDown(page, 1);
  }
  await visitor?.close();
});

test('shows the order each time that its page is opened', async () => {
  const { page, problems, close } = await visit(PHONE);
  for (let count = 0; count < RETURNS; count += 1) {
    const order = await makeOrder(api, {
      from: 'btc',
      to: 'usdttrc20',
      amount: '0.01',
      rateMode: 'FLOATING',
      destinationAddress: ADDRESSES.tron,
    });
    await slowDown(page, SLOWDOWN);
    await page.goto(orderPath(order));
    await page.getByText(order.depositAddress, { exact: true }).first().waitFor({ timeout: LIMIT_MS });
    await page.getByRole('region', { name: say('order.details') }).waitFor({ timeout: LIMIT_MS });
    // After the page has taken over too.
    await page.waitForLoadState('networkidle');
    expect(await page.locator('main [aria-busy=true]').count(), `page ${count + 1}`).toBe(0);
    await page.getByText(order.depositAddress, { exact: true }).first().waitFor({ timeout: LIMIT_MS });
    await slowDown(page, 1);
  }
  expect(problems).toEqual([]);
  await close();
});
