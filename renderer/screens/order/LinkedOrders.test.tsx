import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Order } from '../../../contract/api/orders.ts';
import { renderPage } from '../../../tests/support/browser/renderPage.tsx';
import { signSample } from '../../../tests/support/samples/sampleGuarantee.ts';
import {
  at,
  SAMPLE_DESTINATION,
  SAMPLE_ORDER_ID,
  SAMPLE_TIME,
  sampleDeposit,
  sampleOrder,
  sampleOrders,
} from '../../../tests/support/samples/sampleOrder.ts';

afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const LATER_ID = 'laterOrder000000000000';
const path = `/order/${SAMPLE_ORDER_ID}?destinationAddress=${SAMPLE_DESTINATION}`;
const laterPath = `/order/${LATER_ID}?destinationAddress=${SAMPLE_DESTINATION}`;
const guarantee = signSample({ rateMode: 'FLOATING', laterDeposits: { rule: 'NEW_ORDER', withinHours: '24' } });
const laterOrders: Order['laterOrders'] = [{ orderId: LATER_ID, amount: '1.2', status: 'CONFIRMING', createdAt: at(60) }];
const paid = (changes: Partial<Order> = {}): Order => ({
  ...sampleOrders.completed(),
  rateMode: 'FLOATING',
  guarantee,
  ...changes,
});
const later = () => sampleOrder({ orderId: LATER_ID, firstOrderId: SAMPLE_ORDER_ID, serverTime: at(61) });

async function show(order: Order, locale: 'en' | 'ru' = 'en') {
  vi.useFakeTimers({ now: SAMPLE_TIME, toFake: ['Date'] });
  const answer = ({ orderId }: { orderId: string }) => (orderId === LATER_ID ? later() : order);
  const page = await renderPage(
    `${locale === 'ru' ? '/ru' : ''}${order.orderId === LATER_ID ? laterPath : path}`,
    { 'orders.publicInfo': answer },
    { locale, prepare: ({ stores }) => void stores.orderTokens.store(SAMPLE_ORDER_ID, 't'.repeat(43)) },
  );
  await screen.findByRole('heading', { level: 1 });
  return page;
}

test.each([
  ['en', 'Later payments', 'Open the order for 1.20 BTC', 'Confirming', ''],
  ['ru', 'Следующие платежи', 'Открыть заявку на 1,20 BTC', 'Подтверждается', '/ru'],
] as const)('lists the orders of later deposits with links: %s', async (locale, title, name, stage, prefix) => {
  await show(paid({ laterOrders }), locale);
  const list = within(screen.getByRole('region', { name: title }));
  const link = list.getByRole('link', { name: (text) => text.replaceAll('\u00a0', ' ') === name });
  expect(link.getAttribute('href')).toBe(`${prefix}${laterPath}`);
  expect(list.getByRole('definition').textContent).toBe(stage);
});

test('adds the order of a later deposit to the list of this device, with the pass of the first', async () => {
  const { stores } = await show(paid({ laterOrders }));
  await waitFor(() => expect(stores.deviceOrders.find(LATER_ID)).not.toBeNull());
  expect(stores.orderTokens.all(LATER_ID)).toEqual(['t'.repeat(43)]);
});

test('links the order of a later deposit to the first one and shares its pass', async () => {
  const { stores } = await show(later());
  expect(screen.getByRole('link', { name: 'Open the earlier order' }).getAttribute('href')).toBe(path);
  expect(stores.orderTokens.all(LATER_ID)).toEqual(['t'.repeat(43)]);
});

test.each([
  ['en', /Was this a test\? 0\.02.BTC of the order is left.*Send it to .* until .*, 14:06/],
  ['ru', /Это была проверка\? От заявки осталось 0,02.BTC.*Отправьте остаток на .* до .*, 14:06/],
] as const)('says until when the rest can be sent after a paid test: %s', async (locale, said) => {
  await show(paid({ deposits: [sampleDeposit({ amount: '0.03', confirmations: 2 })] }), locale);
  expect(document.querySelector('main')?.textContent).toMatch(said);
});

test.each([
  ['after the whole amount', paid()],
  ['after the hours that were signed', paid({ serverTime: at(25 * 60) })],
  ['for a fixed rate', paid({ guarantee: signSample() })],
  ['on the page of a later deposit', paid({ firstOrderId: LATER_ID })],
])('does not ask for the rest %s', async (_, order) => {
  await show(order);
  expect(screen.queryByText(/Was this a test/)).toBeNull();
});

test('states the rule for later deposits while a floating order waits', async () => {
  await show(sampleOrder({ rateMode: 'FLOATING', guarantee, minimumDeposit: '0.000344' }));
  const rule = /Send at least 0\.00038.BTC.* Send the rest to the same address within 24 hours of your first deposit/;
  expect(screen.getByText(rule)).toBeTruthy();
});

test.each<[string, Partial<Order>]>([
  [
    'what has arrived is too small',
    { minimumDeposit: '0.000344', waitsFor: 'REST', deposits: [sampleDeposit({ amount: '0.0001' })] },
  ],
  ['the host states no smallest deposit', { minimumDeposit: null }],
])('suggests no test when %s', async (_what, changes) => {
  await show(sampleOrder({ rateMode: 'FLOATING', guarantee, ...changes }));
  expect(screen.queryByText(/try a small amount/)).toBeNull();
});
