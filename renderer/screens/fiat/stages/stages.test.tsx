import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ORDER_HISTORY_FEATURE } from '../../../../contract/features.ts';
import type { FiatPurchase } from '../../../../contract/api/fiat.ts';
import type { Order } from '../../../../contract/api/orders.ts';
import type { Answers } from '../../../../tests/support/browser/fakePlatform.ts';
import { renderPage } from '../../../../tests/support/browser/renderPage.tsx';
import { CARD_HOST, SAMPLE_TERMS } from '../../../../tests/support/samples/sampleFiat.ts';
import { at, SAMPLE_ORDER_ID } from '../../../../tests/support/samples/sampleOrder.ts';
import { samplePurchase } from '../../../../tests/support/samples/samplePurchase.ts';

/** Shows the page of a purchase, with its title, its card and what is beside it. */
async function show(fiat: Partial<FiatPurchase>, changes: Partial<Order> = {}, locale: 'en' | 'ru' = 'en', more: Answers = {}) {
  const openInPlace = vi.fn();
  const order = samplePurchase(fiat, changes);
  const path = `${locale === 'ru' ? '/ru' : ''}/order/${SAMPLE_ORDER_ID}?destinationAddress=${order.destinationAddress}`;
  const answers = { ...CARD_HOST, 'orders.publicInfo': () => order, ...more };
  const page = await renderPage(path, answers, { locale, services: { openInPlace } });
  const title = await screen.findByRole('heading', { level: 1 });
  const card = screen.getByRole('region', { name: locale === 'en' ? 'Where the purchase stands' : 'На каком этапе покупка' });
  const words = (element: HTMLElement) => element.textContent?.replaceAll('\u00a0', ' ') ?? '';
  // A text that lacks a value is shown as its id.
  expect(words(document.body)).not.toMatch(/\bfiat\.[a-zA-Z]/);
  return { ...page, title: words(title), card: words(card), openInPlace, user: userEvent.setup() };
}

const SENT = { withdrawals: [{ amount: '0.0029903', sentAt: at(9), txHash: 'e3b7a09c5f41d2c8', explorerUrl: null }] };

test('AWAITING_PAYMENT: shows the host of the payment page before it opens', async () => {
  const { title, card, user, openInPlace } = await show({ stage: 'AWAITING_PAYMENT', deadline: at(29) });
  expect(title).toBe('Pay 250 USD at Mercuryo');
  expect(card).toContain('To pay, everything included250.00 USD');
  screen.getByRole('timer', { name: 'Time to pay' });
  await user.click(screen.getByRole('button', { name: 'Pay at Mercuryo' }));
  const dialog = within(screen.getByRole('dialog', { name: 'You pay at Mercuryo' }));
  dialog.getByText('exchange.mercuryo.example');
  expect(openInPlace).not.toHaveBeenCalled();
  await user.click(dialog.getByRole('button', { name: 'Pay at Mercuryo' }));
  expect(openInPlace).toHaveBeenCalledWith('https://exchange.mercuryo.example/pay/1');
});

test('AWAITING_PAYMENT: opens no page that is not the provider’s', async () => {
  const { card } = await show({ stage: 'AWAITING_PAYMENT' }, { redirectUrl: 'https://mercuryo.evil.example/pay/1' });
  expect(card).toContain('does not belong to Mercuryo');
  expect(screen.queryByRole('button', { name: 'Pay at Mercuryo' })).toBeNull();
});

test('AUTHORISING: says that the bank may ask for a code', async () => {
  const { title, card } = await show({ stage: 'AUTHORISING' });
  expect([title, card]).toEqual(['Your bank is checking the payment', expect.stringContaining('or for a code')]);
});

test.each([
  ['AUTHORISING', 'Usually takes up to 2 min.'],
  ['PAID', 'Usually takes up to 20 min.'],
  ['DELIVERING', 'Usually takes up to 20 min.'],
] as const)('%s: says how long it usually takes', async (stage, text) => {
  const usual = { confirmSeconds: 120, deliverSeconds: 1_200 };
  await show({ stage }, {}, 'en', { 'fiat.terms': () => ({ ...SAMPLE_TERMS, usual }) });
  expect((await screen.findByText(/Usually takes/)).textContent?.replaceAll('\u00a0', ' ')).toContain(text);
});

test('VERIFYING: says that the money is held and not charged, and until when to verify', async () => {
  const { title, card } = await show({ stage: 'VERIFYING', wasHeld: true, deadline: at(40) });
  expect(title).toBe('Mercuryo wants to verify you');
  expect(card).toContain('Your bank holds 250.00 USD, and nothing is charged yet');
  screen.getByRole('timer', { name: 'Time to verify' });
});

test('PAID: says that the provider prepares the coins', async () => {
  const { title, card } = await show({ stage: 'PAID', cardEnding: '4417' });
  expect(title).toBe('Paid: Mercuryo prepares your coins');
  expect(card).toContain('Payment of 250.00 USD confirmed, card ending 4417');
});

test('DELIVERING: shows that the coins are on their way', async () => {
  const { title, card } = await show({ stage: 'DELIVERING' });
  expect(title.replaceAll('\u00a0', ' ')).toBe('0.0029903 BTC are on their way');
  expect(card).toContain('Mercuryo sends your BTC on Bitcoin');
});

test('DELIVERED: shows the transaction', async () => {
  const { title, card } = await show({ stage: 'DELIVERED' }, SENT);
  expect(title).toBe('Completed: 0.0029903 BTC sent to you');
  expect(card).toMatch(/Transactione3b7a0/);
  expect(screen.getByRole('link', { name: 'Buy again' }).getAttribute('href')).toBe('/exchange-usd-btc?amount=250');
  expect(screen.getByRole('link', { name: 'Exchange this BTC' }).getAttribute('href')).toBe(
    '/exchange-btc-usdttrc20?amount=0.0029903',
  );
});

test('DECLINED: says why, and that nothing was charged', async () => {
  const { title, card } = await show({ stage: 'DECLINED', reason: 'DECLINED_BY_BANK' });
  expect([title, card]).toEqual([
    'The payment was declined',
    expect.stringMatching(/Your bank declined the payment\..*Nothing was charged/),
  ]);
  screen.getByRole('link', { name: 'Try another card' });
});

test('CANCELLED: says that held money returns to the card, and when', async () => {
  const held = await show({ stage: 'CANCELLED', reason: 'NOT_VERIFIED', wasHeld: true, cardEnding: '4417' });
  expect(held.card).toMatch(/not verified at Mercuryo.*Goes back to the card ending 4417250\.00 USD.*3 working days/);
  held.unmount();
  const { card } = await show({ stage: 'CANCELLED' });
  expect(card).toContain('Nothing was held or charged');
});

test('DELIVERY_FAILED: leads to the provider’s support with its number', async () => {
  const { title, card } = await show({ stage: 'DELIVERY_FAILED' });
  expect([title, card]).toEqual([
    'Mercuryo could not send the coins',
    expect.stringMatching(/Its support returns the money.*Mercuryo’s payment number: 0c41f7e2a9\..*support@mercuryo\.example/),
  ]);
});

test('EXPIRED: says that nothing was charged, and offers another try', async () => {
  const { title, card } = await show({ stage: 'EXPIRED' });
  expect([title, card]).toEqual(['Nobody paid in time', expect.stringContaining('Nothing was charged')]);
  screen.getByRole('link', { name: 'Buy again' });
});

test('shows that a report is not known as processing', async () => {
  expect((await show({ stage: 'AUTHORISING', isProcessing: true })).title).toBe('Mercuryo is processing the purchase');
});

test('finds the purchase of the customer when the provider returns without the address, in any tab', async () => {
  const order = samplePurchase({ stage: 'PAID' });
  const health = CARD_HOST['service.health']();
  const history = vi.fn((_input: { orderIds?: string }) => ({
    entries: [{ order, state: 'open' as const, source: 'SESSION' as const, match: null }],
    nextCursor: null,
    counts: null,
  }));
  const answers = {
    ...CARD_HOST,
    'service.health': () => ({ ...health, host: { ...health.host, features: [...health.host.features, ORDER_HISTORY_FEATURE] } }),
    'orders.publicInfo': () => order,
    'orders.history': history,
  };
  const session = { exists: true, onRenewed: () => () => undefined };
  const { router } = await renderPage(`/order/${SAMPLE_ORDER_ID}`, answers, { services: { session } });
  await screen.findByRole('heading', { level: 1, name: 'Paid: Mercuryo prepares your coins' });
  expect(router.state.location.search).toBe(`?destinationAddress=${order.destinationAddress}`);
  expect(history.mock.calls[0]?.[0]).toEqual({ orderIds: SAMPLE_ORDER_ID });
});

test('says who sells, what each fee is and how to reach both supports, in Russian too', async () => {
  const { unmount } = await show({ stage: 'PAID' });
  const aside = screen.getByRole('complementary').textContent?.replaceAll('\u00a0', ' ');
  expect(aside).toMatch(/Card fee, Mercuryo9\.50 USD.*Network fee, Bitcoin1\.76 USD/);
  expect(aside).toContain('Mercuryo sells and sends the coins');
  unmount();
  expect((await show({ stage: 'PAID' }, {}, 'ru')).title).toBe('Оплачено: Mercuryo готовит монеты');
});
