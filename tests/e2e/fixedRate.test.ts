import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { amount, roundToDecimal } from '../../contract/money.ts';
import { ADDRESSES, exchangeForm } from '../support/exchangeForm.ts';
import { owedFor } from '../support/ledger.ts';
import { arrivedAt, completedHeading, heading, pay, reachOrder, written, type OrderReference } from '../support/orderPage.ts';
import { useSite } from '../support/useSite.ts';
import { ANY, anyOf, loadWords } from '../support/words.ts';

const say = await loadWords('en');
const { api, site, visit } = useSite();

/** Makes a fixed-rate order of 0.01 BTC in the form, with a refund address. */
async function order(page: Page, open: (path: string) => Promise<void>, destination: string): Promise<OrderReference> {
  await open('/exchange-btc-usdttrc20?amount=0.01');
  const form = exchangeForm(page, say);
  await form.fixed.check();
  await form.address('USDT', 'TRON').fill(destination);
  await form.refundAddress('BTC', 'Bitcoin').fill(ADDRESSES.bitcoin);
  await form.terms.check();
  await form.button(say('exchange.button.ready', { amount: '0.01 BTC' })).click();
  const reference = await reachOrder(page);
  await heading(page, say('order.title.exact', { amount: '0.01 BTC' })).waitFor();
  return reference;
}

test('a deposit of another amount than the fixed one is sent back when the customer wants that', async () => {
  const { page, problems, open, close } = await visit();
  const reference = await order(page, open, 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8');
  await pay(api, reference, '0.02');

  await heading(page, say('order.decision.ask.WRONG_DEPOSIT_AMOUNT', { sent: '0.02 BTC', claimed: '0.01 BTC' })).waitFor();
  const takeItBack = page.getByRole('region', { name: say('order.decision.refund') });
  const { refundAmount = '', networkFee } = await api.call('orders.refundInfo', { orderId: reference.orderId });
  await takeItBack.getByText(`−${written(networkFee, 'BTC', 'en')}`).waitFor();
  await takeItBack.getByRole('button').click();

  await heading(page, say('order.title.refunded', { amount: written(refundAmount, 'BTC', 'en') })).waitFor();
  expect(await arrivedAt(api, ADDRESSES.bitcoin)).toEqual([refundAmount]);
  expect(await arrivedAt(api, reference.destinationAddress)).toEqual([]);
  expect(await owedFor(site().dataDirectory, reference.orderId)).toEqual([]);
  expect(problems).toEqual([]);
  await close();
});

test('when the market moves before the deposit, the customer accepts the new rate and is paid by it', async () => {
  const { page, problems, open, close } = await visit();
  const reference = await order(page, open, 'TN3W4H6rK2ce4vX9YnFQHwKENnHjoxb3m9');
  const agreed = (await api.call('orders.publicInfo', reference)).amountToGet;
  const { market } = await api.call('sandbox.state', {});
  const before = market.prices.find(({ symbol }) => symbol === 'BTC')?.price ?? '';
  const after = roundToDecimal(amount(before).times(amount('0.95')), 2, 'down');
  await api.call('sandbox.price', { symbol: 'BTC', price: after });
  await pay(api, reference);

  await heading(page, say('order.decision.ask.HIGH_VOLATILITY')).waitFor();
  const goOn = page.getByRole('region', { name: anyOf(`${say('order.decision.continue')}${ANY}`) });
  await goOn.getByText(written(agreed, 'USDT', 'en')).waitFor();
  await goOn.getByRole('button', { name: say('order.decision.accept', { sent: '0.01 BTC' }) }).click();

  const title = await completedHeading(page, say);
  const { withdrawals, orderEvents } = await api.call('orders.publicInfo', reference);
  const arrived = withdrawals[0]?.amount ?? '';
  expect(orderEvents.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['FIXED_RATE_HIGH_VOLATILITY_DETECTED', 'RATE_MODE_CHANGED', 'RATE_MODE_CHANGE_ACCEPTED']),
  );
  expect(amount(arrived).lt(amount(agreed))).toBe(true);
  expect(title).toBe(say('order.title.completed', { amount: written(arrived, 'USDT', 'en') }));
  expect(await arrivedAt(api, reference.destinationAddress)).toEqual([arrived]);
  expect(await owedFor(site().dataDirectory, reference.orderId)).toEqual([]);
  expect(problems).toEqual([]);
  await close();
});
