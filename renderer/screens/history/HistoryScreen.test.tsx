import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answers } from '../../../tests/support/browser/fakePlatform.ts';
import { renderPage } from '../../../tests/support/browser/renderPage.tsx';
import { samplePurchase } from '../../../tests/support/samples/samplePurchase.ts';
import { SAMPLE_DESTINATION, SAMPLE_ORDER_ID, sampleOrder, sampleOrders } from '../../../tests/support/samples/sampleOrder.ts';

const TOKEN = 't'.repeat(43);
const OTHER_ID = 'anotherOrder0000000000';
const now = new Date().toISOString();
/** An end so long ago that no deposit is expected. */
const LONG_AGO = '2026-01-01T00:00:00.000Z';
const answer: Answers = { 'orders.publicInfo': ({ orderId }) => ({ ...sampleOrders.wrongAmount(), orderId, createdAt: now }) };

/** Shows the page of a device with one open and one closed order. */
async function show(answers: Answers = answer, options: Parameters<typeof renderPage>[2] = {}) {
  const page = await renderPage(options.locale === 'ru' ? '/ru/history' : '/history', answers, {
    prepare: ({ stores }) => {
      stores.deviceOrders.record(sampleOrder({ createdAt: now }));
      stores.deviceOrders.record({ ...sampleOrders.completed(), orderId: OTHER_ID, serverTime: LONG_AGO });
      stores.orderTokens.store(SAMPLE_ORDER_ID, TOKEN);
    },
    ...options,
  });
  await screen.findByRole('region', { name: options.locale === 'ru' ? 'Заявки' : 'Orders' });
  return page;
}

const link = (name: RegExp) => screen.getByRole('link', { name });
const isPressed = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const pressIn = async (dialog: string, name: string) =>
  fireEvent.click(within(await screen.findByRole('dialog', { name: dialog })).getByRole('button', { name }));

test('lists each order with its current state and a link to its page', async () => {
  await show();
  expect(screen.getByText('Completed')).toBeTruthy();
  await screen.findByText('Your decision is needed');
  const [first] = screen.getAllByRole('link', { name: /^Open the order: / });
  expect(first?.getAttribute('href')).toBe(`/order/${SAMPLE_ORDER_ID}?destinationAddress=${SAMPLE_DESTINATION}`);
});

test('lists a card purchase with its stage, and offers no sale of its coins', async () => {
  await show({ 'orders.publicInfo': () => samplePurchase({ stage: 'DELIVERED' }, { createdAt: now }) });
  expect((await screen.findByText(/card purchase$/)).textContent).toBe('Bitcoin · card purchase');
  const row = within(
    screen.getAllByRole('listitem').find((item) => item.textContent?.includes('card purchase')) ?? document.body,
  );
  row.getByText('Completed');
  expect(row.getByRole('link', { name: 'Repeat' }).getAttribute('href')).toBe('/exchange-usd-btc?amount=250');
  expect(row.queryByRole('link', { name: /Reverse/ })).toBeNull();
  cleanup();
  await show({ 'orders.publicInfo': () => samplePurchase({ stage: 'VERIFYING' }, { createdAt: now }) });
  await screen.findByText('Verify your identity');
});

test('says what to send and until when, and nothing of it after the time', async () => {
  const soon = new Date(Date.now() + 1_200_000).toISOString();
  const { stores } = await show({ 'orders.publicInfo': () => sampleOrder({ createdAt: now, expiresAt: soon }) });
  expect((await screen.findByText(/^Send 0\.05 BTC by$/)).textContent).toMatch(/by \d\d:\d\d$/);
  act(() => stores.deviceOrders.update(sampleOrder({ createdAt: now, expiresAt: LONG_AGO })));
  await screen.findByText('The time to send is over');
});

test('links the order of a later deposit to its first order', async () => {
  await show({ 'orders.publicInfo': ({ orderId }) => sampleOrder({ orderId, createdAt: now, firstOrderId: OTHER_ID }) });
  const first = await screen.findByRole('link', { name: /^Later payment of order/ });
  expect(first.getAttribute('href')).toContain(`/order/${OTHER_ID}?`);
});

test('shows a deposit to a closed order', async () => {
  const attention = { reason: 'EXTRA_DEPOSIT' as const, actions: ['REFUND' as const], deadline: null };
  await show({ 'orders.publicInfo': ({ orderId }) => ({ ...sampleOrders.completed(), orderId, createdAt: now, attention }) });
  expect(await screen.findAllByText('Another payment arrived')).not.toEqual([]);
});

test('shows the last known state with a notice when the host does not answer', async () => {
  await show({});
  await screen.findByText(/shows the last known states/);
  expect(screen.getByText('Waiting for the deposit')).toBeTruthy();
});

test('warns that deleting an order deletes its pass, offers a copy and deletes both', async () => {
  const { stores, fake } = await show();
  const [first] = screen.getAllByRole('button', { name: /^Delete from the list/ });
  if (first) fireEvent.click(first);
  await screen.findByText(/order pass of 1 unfinished order is deleted too/);
  await pressIn('Delete this order from the list?', 'Save a copy first');
  expect(fake.saved[0]?.text).toContain(TOKEN);
  await pressIn('Delete this order from the list?', 'Delete');
  await waitFor(() => expect(screen.getAllByRole('link', { name: /^Open the order: / })).toHaveLength(1));
  expect(stores.orderTokens.get(SAMPLE_ORDER_ID)).toBeNull();
});

test('moves the focus when the deleted row is removed', async () => {
  await show();
  const [first] = screen.getAllByRole('button', { name: /^Delete from the list/ });
  first?.focus();
  if (first) fireEvent.click(first);
  await pressIn('Delete this order from the list?', 'Delete');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Orders' })));
});

test('keeps the focus on the card after all orders are deleted', async () => {
  await show();
  const button = screen.getByRole('button', { name: 'Delete all' });
  button.focus();
  fireEvent.click(button);
  await pressIn('Delete all orders from this device?', 'Delete');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Privacy' })));
});

test('deletes no order when the dialog is cancelled', async () => {
  const { stores } = await show();
  isPressed('Delete all');
  await pressIn('Delete all orders from this device?', 'Keep');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(stores.deviceOrders.records).toHaveLength(2);
});

test('deletes the list and stores no further orders when switched off', async () => {
  const { stores, fake } = await show();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Store a list of orders on this device' }));
  await pressIn('Store nothing on this device?', 'Delete');
  await screen.findByText('Nothing is stored on this device');
  stores.deviceOrders.record(sampleOrder());
  expect(fake.platform.storage.get('orders')).toBeNull();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Store a list of orders on this device' }));
  await screen.findByText('No orders on this device yet');
});

test('exports a file with passes and a table without, and imports the file on another device', async () => {
  const { fake } = await show();
  isPressed('Save with passes');
  isPressed('Save as a table (CSV)');
  const [list, table] = fake.saved;
  expect([list?.name, table?.name]).toEqual(['orders.json', 'orders.csv']);
  expect([list?.text.includes(TOKEN), table?.text.includes(TOKEN)]).toEqual([true, false]);
  cleanup();

  const other = await renderPage('/history', answer);
  await screen.findByText('No orders on this device yet');
  expect(link(/^Exchange coins$/).getAttribute('href')).toBe('/');
  await choose(other.container, list?.text ?? '');
  await screen.findByText('2 orders were read from the file.');
  await screen.findByRole('region', { name: 'Orders' });
  expect(other.stores.orderTokens.get(SAMPLE_ORDER_ID)).toBe(TOKEN);
  // Imported orders are polled like local ones.
  await screen.findByText('Your decision is needed');
  await choose(other.container, 'no list');
  await screen.findByText(/This is not a list of orders/);
});

async function choose(container: HTMLElement, text: string): Promise<void> {
  const input = container.querySelector('input[type="file"]');
  if (!input) throw new Error('The page has no file input');
  fireEvent.change(input, { target: { files: [new File([text], 'orders.json')] } });
  await Promise.resolve();
}

test('shows the page in Russian', async () => {
  await show(answer, { locale: 'ru' });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Ваши заявки на этом устройстве');
  expect(link(/^Открыть ключ заявки/).getAttribute('href')).toBe('/ru/order');
});

test('searches a list of more than ten orders by number, address and coin', async () => {
  const { stores } = await show();
  expect(screen.queryByRole('searchbox')).toBeNull();
  act(() => {
    for (let number = 10; number < 20; number += 1) {
      stores.deviceOrders.record({ ...sampleOrders.completed(), orderId: `number${number}order000000000`, serverTime: LONG_AGO });
    }
  });
  const shown = () => screen.queryAllByRole('link', { name: /^Open the order: / }).length;
  const search = (value: string) =>
    fireEvent.change(screen.getByRole('searchbox', { name: 'Order, address or coin' }), { target: { value } });
  const all = shown();
  search(' number15');
  expect(shown()).toBe(1);
  for (const text of [SAMPLE_DESTINATION.toLowerCase(), 'btc', '']) {
    search(text);
    expect(shown()).toBe(all);
  }
  search('doge');
  expect(shown()).toBe(0);
  expect(screen.getByText('No order on this device matches “doge”.').getAttribute('role')).toBe('status');
});
