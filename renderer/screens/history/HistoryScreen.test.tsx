import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Answers } from '../../../tests/support/browser/fakePlatform.ts';
import { renderPage } from '../../../tests/support/browser/renderPage.tsx';
import { SAMPLE_DESTINATION, SAMPLE_ORDER_ID, sampleOrder, sampleOrders } from '../../../tests/support/samples/sampleOrder.ts';

vi.stubGlobal('scrollTo', () => undefined);
afterEach(cleanup);

const TOKEN = 't'.repeat(43);
const OTHER_ID = 'anotherOrder0000000000';
const now = new Date().toISOString();
/** Nothing can come to what ended then. */
const LONG_AGO = '2026-01-01T00:00:00.000Z';
const answer: Answers = { 'orders.publicInfo': ({ orderId }) => ({ ...sampleOrders.wrongAmount(), orderId, createdAt: now }) };

/** The page of a device that made one order and has seen another one end. */
async function show(answers: Answers = answer, options: Parameters<typeof renderPage>[2] = {}) {
  const page = await renderPage(options.locale === 'ru' ? '/ru/history' : '/history', answers, {
    prepare: ({ stores }) => {
      stores.orderHistory.record(sampleOrder({ createdAt: now }));
      stores.orderHistory.record({ ...sampleOrders.completed(), orderId: OTHER_ID, serverTime: LONG_AGO });
      stores.orderTokens.store(SAMPLE_ORDER_ID, TOKEN);
    },
    ...options,
  });
  await screen.findByRole('table');
  return page;
}

const link = (name: RegExp) => screen.getByRole('link', { name });
const isPressed = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const pressIn = async (dialog: string, name: string) =>
  fireEvent.click(within(await screen.findByRole('dialog', { name: dialog })).getByRole('button', { name }));

test('each order is listed with its state as the host now says it, and leads to its page', async () => {
  await show();
  expect(screen.getByText('Completed')).toBeTruthy();
  await screen.findByText('Your decision is needed');
  const [first] = screen.getAllByRole('link', { name: /^Open the order: / });
  expect(first?.getAttribute('href')).toBe(`/order/${SAMPLE_ORDER_ID}?destinationAddress=${SAMPLE_DESTINATION}`);
});

test('money that came to an order which is over is said', async () => {
  const attention = { reason: 'EXTRA_DEPOSIT' as const, actions: ['REFUND' as const], deadline: null };
  await show({ 'orders.publicInfo': ({ orderId }) => ({ ...sampleOrders.completed(), orderId, createdAt: now, attention }) });
  expect(await screen.findAllByText('Another payment arrived')).not.toEqual([]);
});

test('a host that does not answer leaves what was last known, and it is said', async () => {
  await show({});
  await screen.findByText(/The list shows the last known states/);
  expect(screen.getByText('Waiting for the deposit')).toBeTruthy();
});

test('deleting an order says that its pass goes too, offers a copy, and takes both', async () => {
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

test('who deleted a row is led on: its place is gone', async () => {
  await show();
  const [first] = screen.getAllByRole('button', { name: /^Delete from the list/ });
  first?.focus();
  if (first) fireEvent.click(first);
  await pressIn('Delete this order from the list?', 'Delete');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
});

test('who deleted all of them stays at the card that asked', async () => {
  await show();
  const button = screen.getByRole('button', { name: 'Delete all' });
  button.focus();
  fireEvent.click(button);
  await pressIn('Delete all orders from this device?', 'Delete');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Privacy' })));
});

test('staying keeps everything', async () => {
  const { stores } = await show();
  isPressed('Delete all');
  await pressIn('Delete all orders from this device?', 'Keep');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(stores.orderHistory.records).toHaveLength(2);
});

test('the switch deletes the list and keeps nothing from then on', async () => {
  const { stores, fake } = await show();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Store a list of orders on this device' }));
  await pressIn('Store nothing on this device?', 'Delete');
  await screen.findByText('Nothing is stored on this device');
  stores.orderHistory.record(sampleOrder());
  expect(fake.platform.storage.get('orders')).toBeNull();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Store a list of orders on this device' }));
  await screen.findByText('No orders on this device yet');
});

test('the list goes out as a file with passes and as a table without, and comes in on another device', async () => {
  const { fake } = await show();
  isPressed('Save with passes');
  isPressed('Save as a table (CSV)');
  const [list, table] = fake.saved;
  expect([list?.name, table?.name]).toEqual(['orders.json', 'orders.csv']);
  expect([list?.text.includes(TOKEN), table?.text.includes(TOKEN)]).toEqual([true, false]);
  cleanup();

  const other = await renderPage('/history', answer);
  await screen.findByText('No orders on this device yet');
  await choose(other.container, list?.text ?? '');
  await screen.findByText('2 orders were read from the file.');
  await screen.findByRole('table');
  expect(other.stores.orderTokens.get(SAMPLE_ORDER_ID)).toBe(TOKEN);
  // What came in is asked about as if it had been made here.
  await screen.findByText('Your decision is needed');
  await choose(other.container, 'no list');
  await screen.findByText(/This is not a list of orders/);
});

async function choose(container: HTMLElement, text: string): Promise<void> {
  const input = container.querySelector('input[type="file"]');
  if (!input) throw new Error('No file can be chosen');
  fireEvent.change(input, { target: { files: [new File([text], 'orders.json')] } });
  await Promise.resolve();
}

test('in Russian too', async () => {
  await show(answer, { locale: 'ru' });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Ваши заявки на этом устройстве');
  expect(link(/^Открыть пропуск заявки/).getAttribute('href')).toBe('/ru/order');
});
