import { expect, test } from 'vitest';
import { accessibilityFaults, scrollsSideways } from '../support/browser/accessibility.ts';
import { PHONE, type Visitor } from '../support/browser/browser.ts';
import { newCustomer, signIn, signUp } from '../support/browser/customers.ts';
import { ADDRESSES, exchangeForm } from '../support/browser/exchangeForm.ts';
import { recordShifts } from '../support/browser/layoutShift.ts';
import { decide, heading, pay, reachOrder } from '../support/browser/orderPage.ts';
import { untilEvent } from '../support/samples/makeOrder.ts';
import { useSite } from '../support/browser/useSite.ts';
import { loadWords } from '../support/browser/words.ts';

const say = await loadWords('en');
const { api, site, visit } = useSite();

/** Fills in the form of 0.01 BTC at a fixed rate and creates the order. */
async function exchange({ page, problems }: Visitor) {
  const form = exchangeForm(page, say);
  await form.fixed.check();
  await form.address('USDT', 'TRON').fill(ADDRESSES.tron);
  await form.refundAddress('BTC', 'Bitcoin').fill(ADDRESSES.bitcoin);
  await form.terms.check();
  await form.button(say('exchange.button.ready', { amount: '0.01 BTC' })).click();
  return await reachOrder({ page, problems }, say);
}

test.concurrent('lets a signed-in customer decide about an order on another device without its order pass', async () => {
  const customer = newCustomer('anna');
  const first = await visit();
  await signUp(first.page, site().url, customer);
  await first.open('/exchange-btc-usdttrc20?amount=0.01');
  await exchangeForm(first.page, say).form.waitFor();
  expect(await first.page.getByRole('textbox', { name: say('exchange.email') }).count()).toBe(0);
  const reference = await exchange(first);
  await first.page.getByText(say('pass.own')).waitFor();
  expect(await first.page.evaluate(() => localStorage.getItem('orders'))).toBeNull();
  expect(first.problems).toEqual([]);
  await first.close();
  await pay(api, reference, '0.02');
  await untilEvent(api, reference, 'RATE_MODE_CHANGED');

  const second = await visit({ ...PHONE, reducedMotion: 'reduce' });
  const { page } = second;
  await signIn(page, site().url, customer);
  await second.open('/profile/history');
  const open = page.getByRole('region', { name: say('history.open') });
  await open.getByRole('link', { name: say('history.decide'), exact: true }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
  await open.getByRole('link', { name: say('history.decide'), exact: true }).click();
  await heading(page, say('order.decision.ask.WRONG_DEPOSIT_AMOUNT', { sent: '0.02 BTC', claimed: '0.01 BTC' })).waitFor();
  const accept = page.getByRole('button', { name: say('order.decision.accept', { sent: '0.02 BTC' }) });
  await decide(second, say, { way: 'accept', press: () => accept.click() });
  await second.open('/profile/history');
  const repeat = page.getByRole('link', { name: say('order.repeat'), exact: true });
  expect(await repeat.getAttribute('href')).toBe('/exchange-btc-usdttrc20?amount=0.02');
  expect(second.problems).toEqual([]);
  await second.close();
});

test.concurrent('adds an order of this device to the account, which then has it on every device', async () => {
  const first = await visit();
  await first.open('/exchange-btc-usdttrc20?amount=0.01');
  const { orderId } = await exchange(first);
  const customer = newCustomer('boris');
  await signUp(first.page, site().url, customer);
  const shifts = await recordShifts(first.page);
  await first.open('/history');
  await first.page.waitForURL('**/profile/history');
  await first.page.getByText(say('history.deviceOnly')).waitFor();
  const { total, moved } = await shifts();
  expect(total, moved.join('\n')).toBeLessThanOrEqual(0.005);
  await first.page.getByRole('button', { name: say('history.claim') }).click();
  await first.page.getByText(say('history.deviceOnly')).waitFor({ state: 'detached' });
  await first.page.getByRole('link', { name: say('history.openOrder', { exchange: '' }) }).waitFor();
  await first.page.context().clearCookies();
  await first.open('/history');
  await first.page.getByText(say('history.empty')).waitFor();
  expect(first.problems).toEqual([]);
  await first.close();

  const second = await visit();
  await signIn(second.page, site().url, customer);
  await second.open('/profile/history');
  await second.page.getByRole('link', { name: say('history.openOrder', { exchange: '' }) }).waitFor();
  await second.page.getByRole('searchbox').fill(orderId.slice(0, 8));
  await second.page.locator('mark').waitFor();
  expect(second.problems).toEqual([]);
  await second.close();
});
