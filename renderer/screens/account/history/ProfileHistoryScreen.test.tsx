import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { HistoryEntry, HistoryInput, OrderHistory } from '../../../../contract/api/history.ts';
import { ApiError } from '../../../../contract/errors.ts';
import type { Answers } from '../../../../tests/support/browser/fakePlatform.ts';
import { renderPage } from '../../../../tests/support/browser/renderPage.tsx';
import { sampleOrder, sampleOrders } from '../../../../tests/support/samples/sampleOrder.ts';
import { sampleAccount } from '../../../../tests/support/samples/sampleAccount.ts';

const TOKEN = 't'.repeat(43);
const DEVICE_ID = 'orderOfThisDevice00000';
const DONE_ID = 'completedOrder00000000';
const OLD_ID = 'anOlderOrder0000000000';
const now = new Date().toISOString();

const entry = (
  order: HistoryEntry['order'],
  state: HistoryEntry['state'],
  match: HistoryEntry['match'] = null,
): HistoryEntry => ({
  order,
  state,
  source: 'SESSION',
  match,
});
const open = entry(sampleOrders.wrongAmount(), 'open');
const done = entry({ ...sampleOrders.completed(), orderId: DONE_ID }, 'completed');
const old = entry({ ...sampleOrders.completed(), orderId: OLD_ID, createdAt: '2026-01-05T10:00:00.000Z' }, 'completed');
const COUNTS = [
  { state: 'open' as const, count: 1, hasMore: false },
  { state: 'completed' as const, count: 1000, hasMore: true },
  { state: 'refunded' as const, count: 0, hasMore: false },
  { state: 'expired' as const, count: 0, hasMore: false },
];
const page = (entries: HistoryEntry[], nextCursor: string | null = null): OrderHistory => ({
  entries,
  nextCursor,
  counts: COUNTS,
});

function answerHistory(input: HistoryInput): OrderHistory {
  if (input.orderIds !== undefined) return { ...page([]), counts: null };
  if (input.search !== undefined) {
    return {
      ...page(input.search === '0x9c41' ? [{ ...done, match: { field: 'PAYOUT_HASH', text: '0x9c41e7aab02d' } }] : []),
      counts: null,
    };
  }
  if (input.cursor !== undefined) return page([old]);
  return input.state === 'open' ? page([open]) : page(input.state === 'refunded' ? [] : [done], 'next');
}

const ACCOUNT = { ...sampleAccount, userId: 7, email: 'anna@example.com', createdAt: now };

async function show(answers: Answers = {}) {
  return await renderPage(
    '/profile/history',
    {
      'service.health': () => ({
        status: 'OK',
        host: { features: ['order-token', 'accounts', 'order-history'], sandbox: false, brand: 'Causeway' },
      }),
      'users.accountData': () => ({ ...ACCOUNT, adminPermissionsScope: { scopes: [] } }),
      'orders.history': answerHistory,
      'orders.publicInfo': ({ orderId }) => sampleOrder({ orderId }),
      ...answers,
    },
    {
      prepare: async ({ stores }) => {
        await stores.session.begin();
        stores.deviceOrders.record(sampleOrder({ orderId: DEVICE_ID, createdAt: now }));
        stores.orderTokens.store(DEVICE_ID, TOKEN);
      },
    },
  );
}

const group = (name: string) => screen.findByRole('region', { name });
const rowsOf = (region: HTMLElement) => within(region).getAllByRole('listitem');

test('lists open orders first, then months, and loads the next page', async () => {
  await show({
    'orders.history': (input) =>
      input.orderIds === undefined ? answerHistory(input) : page([{ ...open, order: { ...open.order, orderId: DEVICE_ID } }]),
  });
  expect(rowsOf(await group('Open'))).toHaveLength(1);
  expect(within(await group('Open')).getByRole('link', { name: 'Answer' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'January 2026' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await group('January 2026');
  expect(screen.getByRole('radio', { name: 'All 1,001+' })).toBeTruthy();
});

test('filters by state, and offers all orders when none matches', async () => {
  const { fake } = await show();
  fireEvent.click(await screen.findByRole('radio', { name: 'Refunded 0' }));
  await screen.findByText('No order matches these filters');
  expect(fake.calls.at(-1)).toMatchObject({ name: 'orders.history', input: { state: 'refunded' } });
  fireEvent.click(screen.getByRole('button', { name: 'Show all orders' }));
  await group('Open');
});

test('says what a search found, and where it looked', async () => {
  await show();
  const field = await screen.findByRole('searchbox', { name: 'Search by order, address or hash' });
  fireEvent.change(field, { target: { value: '0x9c41' } });
  await screen.findByText(/payout/);
  fireEvent.change(field, { target: { value: 'bc1qzz' } });
  await screen.findByText('No order has “bc1qzz”');
  fireEvent.click(screen.getAllByRole('button', { name: 'Clear the search' })[0] as HTMLElement);
  await group('Open');
});

test('marks an order that only this device has, and adds it to the account', async () => {
  const claimed = entry(sampleOrder({ orderId: DEVICE_ID }), 'open');
  let isClaimed = false;
  const { fake } = await show({
    'orders.claim': () => ((isClaimed = true), claimed),
    'orders.history': (input) => (isClaimed && input.state === 'open' ? page([open, claimed]) : answerHistory(input)),
  });
  await screen.findByText('Only on this device');
  fireEvent.click(screen.getByRole('button', { name: 'Add to the account' }));
  await waitFor(() => expect(screen.queryByText('Only on this device')).toBeNull());
  await waitFor(() => expect(fake.platform.storage.get('orders')).toBeNull());
  expect(rowsOf(await group('Open'))).toHaveLength(2);
  expect(fake.callsOf('orders.claim')).toMatchObject([{ input: { orderId: DEVICE_ID }, options: { orderToken: TOKEN } }]);
});

test('explains why an order can’t be added', async () => {
  await show({
    'orders.claim': () => {
      throw new ApiError('ERR_NOT_ACCEPTABLE', 'This order belongs to another account.');
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Add to the account' }));
  await screen.findByText(/belongs to another account/);
  expect(screen.getByText('Only on this device')).toBeTruthy();
});

test('adds an order with the link of its order pass', async () => {
  const { fake } = await show({ 'orders.claim': () => entry(sampleOrder(), 'open') });
  fireEvent.click(await screen.findByRole('button', { name: 'Add an order' }));
  const link = `https://causeway.example/order/${OLD_ID}?destinationAddress=bc1qexample#pass=${TOKEN}`;
  fireEvent.change(screen.getByRole('textbox', { name: 'Or paste the link' }), { target: { value: link } });
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Add the order' })));
  await screen.findByText(/^The order is in your account now/);
  expect(fake.callsOf('orders.claim')).toMatchObject([{ input: { orderId: OLD_ID }, options: { orderToken: TOKEN } }]);
});

test('saves all orders as a table', async () => {
  const { fake } = await show({ 'orders.historyTable': () => `created,order\r\n${now},${OLD_ID}\r\n` });
  await group('Open');
  fireEvent.click(screen.getByRole('button', { name: 'CSV' }));
  await waitFor(() => expect(fake.saved).toHaveLength(1));
  expect(fake.saved[0]).toMatchObject({ name: 'orders.csv', mediaType: 'text/csv' });
  expect(fake.saved[0]?.text).toContain(OLD_ID);
});

test('shows that the orders did not load, and loads them again', async () => {
  let isDown = true;
  await show({
    'orders.history': (input) => {
      if (isDown) throw new ApiError('ERR_SERVICE_UNAVAILABLE', 'down');
      return answerHistory(input);
    },
  });
  await screen.findByText('The orders did not load');
  isDown = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await group('Open');
});
