import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Order } from '../../../../contract/api/orders.ts';
import type { LocaleCode } from '../../../../contract/paths/locales.ts';
import { renderPage } from '../../../../tests/support/browser/renderPage.tsx';
import {
  at,
  events,
  SAMPLE_DESTINATION,
  SAMPLE_ORDER_ID,
  sampleDeposit,
  sampleOrder,
  sampleOrders,
} from '../../../../tests/support/samples/sampleOrder.ts';

async function show(order: Order, locale: LocaleCode = 'en') {
  const path = `/order/${SAMPLE_ORDER_ID}?destinationAddress=${SAMPLE_DESTINATION}`;
  const page = await renderPage(locale === 'ru' ? `/ru${path}` : path, { 'orders.publicInfo': () => order }, { locale });
  await screen.findByRole('heading', { level: 1 });
  return page;
}

const reorged = (changes: Partial<Order> = {}) =>
  sampleOrder({
    status: 'CONFIRMING',
    orderEvents: events('CREATION_END', 'DEPOSIT_REGISTERED', 'INCOMING_FUNDS_DETECTED'),
    ...changes,
  });

test('asks to send a reorged deposit again before the time limit', async () => {
  const { stores } = await show(reorged());
  expect(stores.page.title).toBe('The network dropped your deposit');
  expect(screen.getByText(/Only if the money is back there, send it again/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Copy the address' })).toBeTruthy();
  expect(screen.getByRole('timer')).toBeTruthy();
  expect(screen.getByText('Deposit dropped')).toBeTruthy();
  cleanup();
  expect((await show(reorged(), 'ru')).stores.page.title).toBe('Платёж исчез из сети');
});

test('shows an expired order without an address after the time limit', async () => {
  await show(reorged({ isExpired: true, serverTime: at(30) }));
  expect(screen.getByRole('heading', { level: 1, name: 'This order has expired' })).toBeTruthy();
  expect(screen.getByText(/dropped your deposit, and no other arrived in time/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Copy the address' })).toBeNull();
});

test('announces no refund of a reorged deposit', async () => {
  const orderEvents = events('CREATION_END', 'INCOMING_FUNDS_DETECTED', 'RATE_MODE_CHANGED', 'REFUND_REQUESTED');
  await show(reorged({ status: 'REFUND_REQUESTED', orderEvents }));
  expect(screen.getByText(/so there is nothing to send back/)).toBeTruthy();
  expect(screen.getByText(/Do not send to this address any more/)).toBeTruthy();
  expect(screen.queryByText(/We send your money back as soon as/)).toBeNull();
});

test('asks no decision about a reorged deposit', async () => {
  const attention = { reason: 'WRONG_DEPOSIT_AMOUNT' as const, actions: ['CONTACT' as const], deadline: at(24 * 60) };
  const orderEvents = events('CREATION_END', 'INCOMING_FUNDS_DETECTED', 'RATE_MODE_CHANGED');
  await show(reorged({ status: 'DECISION_NEEDED', orderEvents, attention }));
  expect(screen.getByText(/We asked what to do with your deposit/)).toBeTruthy();
  expect(screen.queryByText(/is safe/)).toBeNull();
  expect(screen.queryByText(/taking care of something/)).toBeNull();
});

const DEPOSIT_REORGED = { reason: 'DEPOSIT_REORGED' as const, actions: ['CONTACT' as const], deadline: null };
/** A booked deposit stays in the response after a reorg. */
const payoutWaits = () => {
  const order = sampleOrders.payingOut();
  return { ...order, withdrawals: order.withdrawals.map((payout) => ({ ...payout, sentAt: null, txHash: null })) };
};

test.each([
  [
    'en',
    'The network dropped your deposit',
    /we send nothing until it appears again\. Then the exchange continues automatically/,
  ],
  ['ru', 'Платёж исчез из сети', /пока он не появится снова, мы ничего не отправляем\. Затем обмен продолжится автоматически/],
] as const)('explains a confirmed deposit that was reorged before the payout was sent, in %s', async (locale, title, said) => {
  const { stores } = await show({ ...payoutWaits(), attention: DEPOSIT_REORGED }, locale);
  expect(stores.page.title).toBe(title);
  const notice = screen.getByText(said);
  expect(notice.textContent).toMatch(/If the money is back in your wallet|Если деньги вернулись/);
  expect(document.querySelector('main')?.textContent).not.toMatch(/is confirmed|подтверждён/);
  expect(screen.getByRole('link', { name: /Write to support|Написать в поддержку/ })).toBeTruthy();
  const stopped = screen.getByText(/Deposit dropped|Платёж отменён сетью/).closest('li');
  expect(stopped?.textContent).toMatch(/stopped|остановлено/);
});

test('explains a blocked refund of a reorged deposit without mentioning an exchange', async () => {
  const [refund] = sampleOrders.refunded().refunds;
  const refunds = refund ? [{ ...refund, sentAt: null, txHash: null }] : [];
  const { stores } = await show({ ...sampleOrders.refundRequested(), refunds, attention: DEPOSIT_REORGED });
  expect(stores.page.title).toBe('The network dropped your deposit');
  expect(screen.getByText(/until it appears again\. Then the refund continues automatically/)).toBeTruthy();
});

test.each([
  ['en', /the time to send it is over.*we do not have all data of the Bitcoin network yet.*send nothing more/],
  ['ru', /время на отправку вышло.*данные сети Bitcoin.*больше ничего не отправляйте/],
] as const)('asks for no more while the network is not read up to the time limit: %s', async (locale, text) => {
  const orderEvents = events('CREATION_END', 'DEPOSIT_REGISTERED');
  const deposits = [sampleDeposit({ amount: '0.03' })];
  await show(sampleOrder({ deposits, orderEvents, serverTime: at(25), waitsFor: 'DEPOSIT_NETWORK' }), locale);
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^(Copy the address|Копировать адрес)/ })).toBeNull();
});

test('explains a missing price and does not ask for more', async () => {
  const orderEvents = events('CREATION_END', 'DEPOSIT_REGISTERED');
  const deposits = [sampleDeposit({ amount: '0.0495', confirmations: 3 })];
  await show(sampleOrder({ rateMode: 'FLOATING', deposits, orderEvents, waitsFor: 'PRICE' }));
  expect(screen.getByText(/no market gives a price that we trust/)).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'What to send' })).toBeNull();
});
