import type { Page } from 'playwright';
import { apiRoutes, type CallOutput } from '../../contract/api/index.ts';
import { expect, test } from 'vitest';
import { accessibilityFaults } from '../support/browser/accessibility.ts';
import { PHONE, RUSSIAN, tabTo } from '../support/browser/browser.ts';
import {
  buyForm,
  CARD_PROVIDER,
  checkDocuments,
  DECLINED_CVV,
  payByCard,
  payByKeyboard,
  providerDialog,
  submitPurchase,
} from '../support/browser/cardPurchase.ts';
import { confirmEmail, newCustomer, signUp } from '../support/browser/customers.ts';
import { ADDRESSES, exchangeForm } from '../support/browser/exchangeForm.ts';
import { newAddress } from '../support/browser/newAddress.ts';
import { owedFor } from '../support/ledger.ts';
import {
  arrivedAt,
  completedHeading,
  heading,
  reachOrder,
  untilShown,
  written,
  type OrderReference,
} from '../support/browser/orderPage.ts';
import { useSite } from '../support/browser/useSite.ts';
import { ANY, anyOf, loadWords, type Say } from '../support/browser/words.ts';

const { api, site, visit } = useSite();

test.concurrent('swaps BTC to USDT on TRON on a phone by keyboard alone', async () => {
  const say = await loadWords('en');
  const { page, problems, open, close } = await visit(PHONE);
  const destination = newAddress.tron();
  const form = exchangeForm(page, say);
  await open('/?send=eth&receive=xmr');

  for (const [coin, search] of [
    [form.sendCoin, 'bitcoin'],
    [form.receiveCoin, 'tether trc'],
  ] as const) {
    await tabTo(coin);
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: say('selector.search') }).waitFor();
    await page.keyboard.type(search);
    await page.keyboard.press('Enter');
  }
  await page.getByRole('button', { name: say('exchange.chooseReceive', { coin: 'USDT on TRON' }) }).waitFor();
  await tabTo(form.send);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('0.01');
  await tabTo(form.address('USDT', 'TRON'));
  await page.keyboard.type(destination);
  await page.getByText(say('exchange.addressValid', { network: 'TRON' })).waitFor();
  await tabTo(form.terms);
  await page.keyboard.press('Space');
  await tabTo(form.button(say('exchange.button.ready', { amount: '0.01 BTC' })));
  await page.keyboard.press('Enter');

  const reference = await reachOrder({ page, problems }, say);
  await heading(page, say('order.title.send', { amount: '0.01 BTC' })).waitFor();
  await expectOrderAsAgreed(page, say, reference, '0.01');
  await tabTo(page.getByRole('link', { name: say('order.send.sandbox') }));
  await page.keyboard.press('Enter');
  await tabTo(page.getByRole('button', { name: say('sandbox.send.button'), exact: true }));
  await page.keyboard.press('Enter');
  await tabTo(page.getByRole('button', { name: say('sandbox.back') }));
  await page.keyboard.press('Enter');

  await expectCompleted(page, say, reference);
  expect(problems).toEqual([]);
  await close();
});

test.concurrent('swaps BTC to USDT on TRON in Russian with the pointer', async () => {
  const say = await loadWords('ru');
  const { page, problems, open, close } = await visit(RUSSIAN);
  const form = exchangeForm(page, say);
  await open('/ru/exchange-eth-btc');

  for (const [coin, search, option] of [
    [form.receiveCoin, 'usdt', /^USDT .* TRON/],
    [form.sendCoin, 'btc', /^BTC .* Bitcoin/],
  ] as const) {
    await coin.click();
    await page.getByRole('combobox').fill(search);
    await page.getByRole('option', { name: option }).click();
  }
  await page.waitForURL(/\/ru\/exchange-btc-usdttrc20/);
  await form.send.fill('0,02');
  await form.address('USDT', 'TRON').fill(newAddress.tron());
  await page.getByText(say('exchange.addressValid', { network: 'TRON' })).waitFor();
  await form.terms.check();
  await form.button(say('exchange.button.ready', { amount: '0,02 BTC' })).click();

  const reference = await reachOrder({ page, problems }, say);
  await heading(page, say('order.title.send', { amount: '0,02 BTC' })).waitFor();
  await expectOrderAsAgreed(page, say, reference, '0.02');
  await page.getByRole('link', { name: say('order.send.sandbox') }).click();
  await page.getByRole('button', { name: say('sandbox.send.button'), exact: true }).click();
  await page.getByRole('button', { name: say('sandbox.back') }).click();

  await expectCompleted(page, say, reference);
  expect(problems).toEqual([]);
  await close();
});

test.concurrent('buys BTC with a card below and above the threshold, and tells a decline', async () => {
  const say = await loadWords('en');
  const customer = newCustomer('anna');
  const { page, problems, open, close } = await visit({ reducedMotion: 'reduce' });
  await open('/privacy');
  await signUp(page, site().url, customer);
  await confirmEmail(page, api, site().url, customer);

  await open('/');
  await tabTo(page.getByRole('link', { name: say('page.buy') }).first());
  await page.keyboard.press('Enter');
  await heading(page, say('fiat.title', { coin: 'BTC' })).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const form = buyForm(page, say);
  await tabTo(form.address);
  await page.keyboard.type(ADDRESSES.bitcoin);
  await page.getByText(say('exchange.addressValid', { network: 'Bitcoin' })).waitFor();
  await tabTo(form.terms);
  await page.keyboard.press('Space');
  await tabTo(form.button(say('fiat.button.buy', { coin: 'BTC', amount: '200 USD' })));
  await page.keyboard.press('Enter');
  const bought = await reachOrder({ page, problems }, say);
  const question = providerDialog(page, say('fiat.next.pay', CARD_PROVIDER));
  await question.waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await tabTo(question.getByRole('button', { name: say('fiat.pay', CARD_PROVIDER) }));
  await page.keyboard.press('Enter');
  await page.getByLabel('Card number').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await payByKeyboard(page);
  await expectDelivered(page, say, bought);
  expect(await accessibilityFaults(page)).toEqual([]);

  await open('/exchange-usd-btc?amount=100');
  await submitPurchase(page, say, say('fiat.button.buy', { coin: 'BTC', amount: '100 USD' }));
  await payByCard(page, say, DECLINED_CVV);
  await untilShown(heading(page, say('fiat.title.DECLINED')));
  expect(await accessibilityFaults(page)).toEqual([]);

  await open('/exchange-usd-btc?amount=900');
  await submitPurchase(page, say, say('fiat.button.verification'));
  await checkDocuments(page, say, 'accepted');
  await page.getByText(say('fiat.verify.passed')).waitFor();
  await submitPurchase(page, say, say('fiat.button.buy', { coin: 'BTC', amount: '900 USD' }));
  const verified = await reachOrder({ page, problems }, say);
  await payByCard(page, say, '123');
  await expectDelivered(page, say, verified);
  // §8: the provider knows the e-mail since the first purchase.
  expect(problems).toEqual([expect.stringMatching(/409.*sign-up/)]);
  await close();
});

test.concurrent('buys nothing for a customer whose documents the card provider rejects', async () => {
  const say = await loadWords('en');
  const customer = newCustomer('boris');
  const { page, problems, open, close } = await visit({ ...PHONE, reducedMotion: 'reduce' });
  await open('/privacy');
  await signUp(page, site().url, customer);
  await confirmEmail(page, api, site().url, customer);
  await open('/exchange-usd-btc?amount=900');
  await submitPurchase(page, say, say('fiat.button.verification'));
  await providerDialog(page, say('fiat.verify.title', CARD_PROVIDER)).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await checkDocuments(page, say, 'rejected');
  await page.getByText(say('fiat.verify.rejected', CARD_PROVIDER)).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await submitPurchase(page, say, say('fiat.button.smallerAmount', { amount: '750 USD' }));
  await buyForm(page, say)
    .button(say('fiat.button.buy', { coin: 'BTC', amount: '750 USD' }))
    .waitFor();
  await open('/history');
  expect(await page.getByText(say('history.purchase')).count()).toBe(0);
  expect(problems).toEqual([]);
  await close();
});

test.concurrent('shows each stage of a purchase while it runs, on a phone', async () => {
  const say = await loadWords('ru');
  const customer = newCustomer('clara');
  const { page, problems, open, close } = await visit({ ...PHONE, ...RUSSIAN, viewport: { width: 360, height: 780 } });
  await open('/ru/privacy');
  await signUp(page, site().url, customer);
  await confirmEmail(page, api, site().url, customer);
  await open('/ru/exchange-usd-btc?amount=100');
  await submitPurchase(page, say, say('fiat.button.buy', { coin: 'BTC', amount: '100 USD' }));
  await providerDialog(page, say('fiat.next.pay', CARD_PROVIDER))
    .getByRole('button', { name: say('fiat.notNow') })
    .click();
  const coins = { coins: ANY };
  for (const stage of ['AUTHORISING', 'PAID', 'DELIVERING', 'EXPIRED', 'DELIVERY_FAILED'] as const) {
    await page.route(`**${apiRoutes['orders.publicInfo'].path}*`, async (route) => {
      const response = await route.fetch();
      const order = (await response.json()) as CallOutput<'orders.publicInfo'>;
      await route.fulfill({ response, json: { ...order, fiat: { ...order.fiat, stage, deadline: null, cardEnding: '4417' } } });
    });
    await untilShown(heading(page, anyOf(say(`fiat.title.${stage}`, { ...CARD_PROVIDER, ...coins }))));
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await page.unrouteAll();
  }
  expect(problems).toEqual([]);
  await close();
});

/** The page shows that the purchase is delivered, and the network has what it names. */
async function expectDelivered(page: Page, say: Say, reference: OrderReference): Promise<void> {
  await untilShown(heading(page, anyOf(say('fiat.title.DELIVERED', { coins: ANY }))));
  // A purchase is shown to its customer only.
  const answer = await page.request.get(`${site().url}${apiRoutes['orders.publicInfo'].path}`, { params: { ...reference } });
  const { withdrawals } = (await answer.json()) as CallOutput<'orders.publicInfo'>;
  expect(withdrawals).toHaveLength(1);
  expect(await arrivedAt(api, reference.destinationAddress)).toContain(withdrawals[0]?.amount);
}

/** The page shows what the host has: where to send it, and what arrives. */
async function expectOrderAsAgreed(page: Page, say: Say, reference: OrderReference, claimed: string): Promise<void> {
  const order = await api.call('orders.publicInfo', reference);
  expect(order).toMatchObject({ claimedDepositAmount: claimed, rateMode: 'FLOATING' });
  const toSend = page.getByRole('region', { name: say('order.send.region') });
  await toSend.getByText(order.depositAddress, { exact: true }).waitFor();
  const details = page.getByRole('region', { name: say('order.details') });
  await details.getByText(written(order.amountToGet, 'USDT', localeOf(page))).waitFor();
}

/** Page, host, network and ledger agree on what arrived. */
async function expectCompleted(page: Page, say: Say, reference: OrderReference): Promise<void> {
  const title = await completedHeading(page, say);
  const { withdrawals } = await api.call('orders.publicInfo', reference);
  expect(withdrawals).toHaveLength(1);
  const arrived = withdrawals[0]?.amount ?? '';
  expect(title).toBe(say('order.title.completed', { amount: written(arrived, 'USDT', localeOf(page)) }));
  expect(await arrivedAt(api, reference.destinationAddress)).toEqual([arrived]);
  expect(await owedFor(site().dataDirectory, reference.orderId)).toEqual([]);
}

const localeOf = (page: Page) => (new URL(page.url()).pathname.startsWith('/ru') ? 'ru' : 'en');
