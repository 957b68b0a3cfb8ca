import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Order } from '../../../contract/api/orders.ts';
import type { LocaleCode } from '../../i18n/locales.ts';
import { renderPage } from '../../../tests/support/renderPage.tsx';
import {
  at,
  events,
  SAMPLE_DESTINATION,
  SAMPLE_ORDER_ID,
  sampleDeposit,
  sampleOrder,
} from '../../../tests/support/sampleOrder.ts';

vi.stubGlobal('scrollTo', () => undefined);
afterEach(cleanup);

async function show(order: Order, locale: LocaleCode = 'en') {
  const path = `/order/${SAMPLE_ORDER_ID}?destinationAddress=${SAMPLE_DESTINATION}`;
  const page = await renderPage(locale === 'ru' ? `/ru${path}` : path, { 'orders.publicInfo': () => order }, { locale });
  await screen.findByRole('heading', { level: 1 });
  return page;
}

const gone = (changes: Partial<Order> = {}) =>
  sampleOrder({ orderEvents: events('CREATION_END', 'DEPOSIT_REGISTERED', 'INCOMING_FUNDS_DETECTED'), ...changes });

test('a deposit that the network took back can be sent again while the time runs', async () => {
  const { stores } = await show(gone());
  expect(stores.page.title).toBe('The network took your payment back');
  expect(screen.getByText(/only if the money is back there, send it again/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Copy the address' })).toBeTruthy();
  expect(screen.getByRole('timer')).toBeTruthy();
  expect(screen.getByText('Deposit taken back')).toBeTruthy();
  cleanup();
  expect((await show(gone(), 'ru')).stores.page.title).toBe('Сеть отменила ваш платёж');
});

test('when the time is over it says so, and shows no address', async () => {
  await show(gone({ isExpired: true, serverTime: at(30) }));
  expect(screen.getByRole('heading', { level: 1, name: 'This order has expired' })).toBeTruthy();
  expect(screen.getByText(/took your payment back, and no other came in time/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Copy the address' })).toBeNull();
});

test('a refund of what the network took back is not announced', async () => {
  await show(gone({ orderEvents: events('CREATION_END', 'INCOMING_FUNDS_DETECTED', 'RATE_MODE_CHANGED', 'REFUND_REQUESTED') }));
  expect(screen.getByText(/so there is nothing to send back/)).toBeTruthy();
  expect(screen.getByText(/Do not send to this address any more/)).toBeTruthy();
  expect(screen.queryByText(/We send it back as soon as/)).toBeNull();
});

test('nothing is asked about what the network took back', async () => {
  const attention = { reason: 'WRONG_DEPOSIT_AMOUNT' as const, actions: ['CONTACT' as const], deadline: at(24 * 60) };
  await show(gone({ orderEvents: events('CREATION_END', 'INCOMING_FUNDS_DETECTED', 'RATE_MODE_CHANGED'), attention }));
  expect(screen.getByText(/We asked what to do with your payment/)).toBeTruthy();
  expect(screen.queryByText(/is safe/)).toBeNull();
  expect(screen.queryByText(/is being looked after/)).toBeNull();
});

test('an exchange that waits for a price says so, and does not ask for more', async () => {
  const orderEvents = events('CREATION_END', 'DEPOSIT_REGISTERED');
  const deposits = [sampleDeposit({ amount: '0.0495', confirmations: 3 })];
  await show(sampleOrder({ rateMode: 'FLOATING', deposits, orderEvents, waitsFor: 'PRICE' }));
  expect(screen.getByText(/no market gives a price that we trust/)).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'What to send' })).toBeNull();
});
