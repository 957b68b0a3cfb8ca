import { expect, test } from 'vitest';
import { amount, roundToDecimal, sum } from '../../contract/money.ts';
import type { Visitor } from '../support/browser/browser.ts';
import { exchangeForm } from '../support/browser/exchangeForm.ts';
import { newAddress } from '../support/browser/newAddress.ts';
import { owedFor } from '../support/ledger.ts';
import {
  arrivedAt,
  completedHeading,
  decide,
  heading,
  pay,
  reachOrder,
  refundedHeading,
  untilShown,
  written,
  type OrderReference,
} from '../support/browser/orderPage.ts';
import { useSite } from '../support/browser/useSite.ts';
import { ANY, anyOf, loadWords } from '../support/browser/words.ts';

const say = await loadWords('en');
const { api, site, visit } = useSite();

/** What a test sends. Each has a coin of its own, because one of them moves the price of its coin. */
interface Sent {
  ticker: string;
  network: string;
  amount: string;
  refundAddress: string;
}

/** Makes a fixed-rate order in the form, with a refund address. */
async function order(
  { page, problems, open }: Visitor,
  { ticker, network, amount, refundAddress }: Sent,
): Promise<OrderReference> {
  await open(`/exchange-${ticker.toLowerCase()}-usdttrc20?amount=${amount}`);
  const form = exchangeForm(page, say);
  await form.fixed.check();
  await form.address('USDT', 'TRON').fill(newAddress.tron());
  await form.refundAddress(ticker, network).fill(refundAddress);
  await form.terms.check();
  await form.button(say('exchange.button.ready', { amount: `${amount} ${ticker}` })).click();
  const reference = await reachOrder({ page, problems }, say);
  await heading(page, say('order.title.exact', { amount: `${amount} ${ticker}` })).waitFor();
  return reference;
}

test.concurrent('refunds a deposit that differs from the fixed amount when the customer requests it', async () => {
  const visitor = await visit();
  const { page, problems, close } = visitor;
  const refundAddress = newAddress.bitcoin();
  const reference = await order(visitor, { ticker: 'BTC', network: 'Bitcoin', amount: '0.01', refundAddress });
  await pay(api, reference, '0.02');

  await untilShown(heading(page, say('order.decision.ask.WRONG_DEPOSIT_AMOUNT', { sent: '0.02 BTC', claimed: '0.01 BTC' })));
  const takeItBack = page.getByRole('region', { name: say('order.decision.refund') });
  const fee = takeItBack.getByText(/^−[\d.]+\sBTC$/);
  let shownFee = '';
  const press = async () => {
    // The fee moves, and the page with it: what stands there at the press counts.
    shownFee = (await fee.textContent())?.replaceAll(/[^\d.]/g, '') ?? '';
    await takeItBack.getByRole('button').click();
  };
  await decide(visitor, say, { way: 'refund', press });

  const { refunds } = await api.call('orders.publicInfo', reference);
  expect(refunds).toHaveLength(1);
  const { amount: refunded = '', networkFee = '' } = refunds[0] ?? {};
  // A fall until it leaves is the customer's, a small rise ours.
  expect(amount(networkFee).lte(amount(shownFee))).toBe(true);
  expect(sum([refunded, networkFee])).toBe('0.02');
  expect(await refundedHeading(page, say)).toBe(say('order.title.refunded', { amount: written(refunded, 'BTC', 'en') }));
  expect(await arrivedAt(api, refundAddress)).toEqual([refunded]);
  expect(await arrivedAt(api, reference.destinationAddress)).toEqual([]);
  expect(await owedFor(site().dataDirectory, reference.orderId)).toEqual([]);
  expect(problems).toEqual([]);
  await close();
});

test.concurrent('pays out at the new rate after the market moved and the customer accepted', async () => {
  const visitor = await visit();
  const { page, problems, close } = visitor;
  const sent = { ticker: 'LTC', network: 'Litecoin', amount: '5', refundAddress: newAddress.litecoin() };
  const reference = await order(visitor, sent);
  const agreed = (await api.call('orders.publicInfo', reference)).amountToGet;
  const { market } = await api.call('sandbox.state', {});
  const before = market.prices.find(({ symbol }) => symbol === 'LTC')?.price ?? '';
  const after = roundToDecimal(amount(before).times(amount('0.95')), 2, 'down');
  await api.call('sandbox.price', { symbol: 'LTC', price: after });
  await untilShown(heading(page, say('order.title.rateLost')));
  await pay(api, reference);

  await untilShown(heading(page, say('order.decision.ask.HIGH_VOLATILITY')));
  const goOn = page.getByRole('region', { name: anyOf(`${say('order.decision.continue')}${ANY}`) });
  await goOn.getByText(written(agreed, 'USDT', 'en')).waitFor();
  const accept = goOn.getByRole('button', { name: say('order.decision.accept', { sent: '5 LTC' }) });
  await decide(visitor, say, { way: 'accept', press: () => accept.click() });

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
