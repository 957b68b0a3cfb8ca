import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { Order } from '../../../../contract/api/orders.ts';
import type { FollowedOrder } from '../../../../contract/schemas/trading.ts';
import { deskShell } from '../deskShell.ts';
import { WORKING_HOST } from '../../../../tests/support/browser/exchangeStores.ts';
import { renderPage } from '../../../../tests/support/browser/renderPage.tsx';
import { sampleOrders } from '../../../../tests/support/samples/sampleOrder.ts';

async function show(orders: Order[]) {
  const follow = vi.fn((_orders: readonly FollowedOrder[]) => undefined);
  const unfollow = vi.fn((_orderIds: readonly string[]) => undefined);
  const find = (orderId: string): Order => {
    const order = orders.find((one) => one.orderId === orderId);
    if (!order) throw new Error(orderId);
    return order;
  };
  const page = await renderPage(
    '/exchange-btc-usdttrc20',
    { ...WORKING_HOST, 'orders.publicInfo': ({ orderId }) => find(orderId) },
    {
      shell: deskShell,
      services: { runningOrders: { follow, unfollow } },
      prepare: ({ stores }) => orders.forEach((order) => stores.deviceOrders.record(order)),
    },
  );
  const pane = within(await screen.findByRole('complementary', { name: 'Running orders' }));
  await pane.findByRole('link', { name: 'All orders' });
  return { ...page, pane, follow, unfollow, user: userEvent.setup() };
}

const waiting = sampleOrders.awaitingDeposit;

test('shows what to do for a running order and copies the address to pay to', async () => {
  const order = waiting();
  const { pane, fake, follow, user } = await show([order]);
  expect(await pane.findByRole('link', { name: /^Send .*BTC/ })).toBeDefined();
  expect(pane.getByRole('img', { name: 'Step 2 of 4' })).toBeDefined();
  await user.click(await pane.findByRole('button', { name: 'Copy the address' }));
  expect(fake.copied).toEqual([order.depositAddress]);
  expect(follow).toHaveBeenLastCalledWith([{ orderId: order.orderId, destinationAddress: order.destinationAddress }]);
});

test('lists an order that asks for a decision first, with its answer', async () => {
  const decision = { ...sampleOrders.wrongAmount(), orderId: 'b'.repeat(22), createdAt: '2020-01-01T00:00:00.000Z' };
  const { pane } = await show([waiting(), decision]);
  const [first] = await pane.findAllByRole('listitem');
  if (!first) throw new Error('No order');
  expect(within(first).getByRole('link', { name: 'Answer' })).toBeDefined();
});

test('moves a completed order of today to the orders that can be repeated', async () => {
  const created = new Date().toISOString();
  const order = { ...waiting(), createdAt: created };
  const { pane, stores, unfollow } = await show([order]);
  await pane.findByRole('link', { name: /^Send/ });
  const completed = { ...sampleOrders.completed(), orderId: order.orderId, createdAt: created };
  act(() => stores.deviceOrders.update({ ...completed, serverTime: '2999-01-01T00:00:00.000Z' }));
  await waitFor(() => expect(pane.getByRole('heading', { name: /Done today/ })).toBeDefined());
  expect(pane.getByRole('link', { name: /^Repeat/ }).getAttribute('href')).toMatch(/^\/exchange-btc-usdttrc20\?amount=/);
  expect(pane.queryByRole('link', { name: /^Send/ })).toBeNull();
  // The shell notifies of the end, which it finds by itself.
  expect(unfollow).not.toHaveBeenCalled();
});

test('follows no order that the customer has deleted from the list', async () => {
  const [first, second] = [waiting(), { ...waiting(), orderId: 'b'.repeat(22) }];
  const { pane, stores, follow, unfollow, unmount } = await show([first, second]);
  await waitFor(() => expect(follow).toHaveBeenCalled());
  act(() => stores.deviceOrders.remove(first.orderId));
  await waitFor(() => expect(unfollow.mock.calls).toEqual([[[first.orderId]]]));
  expect(pane.getAllByRole('listitem')).toHaveLength(1);
  unmount();
  expect(unfollow).toHaveBeenCalledOnce();
});

test('marks the order whose page is shown', async () => {
  const order = waiting();
  const { pane, user } = await show([order]);
  const link = await pane.findByRole('link', { name: /^Send .*BTC/ });
  expect(link.getAttribute('aria-current')).toBeNull();
  await user.click(link);
  await waitFor(() => expect(link.getAttribute('aria-current')).toBe('page'));
});

test('opens the dialog for an order pass', async () => {
  const { pane, user } = await show([]);
  expect(pane.getByText(/No order is running/)).toBeDefined();
  await user.click(pane.getByRole('button', { name: 'open one' }));
  expect(await screen.findByRole('dialog')).toBeDefined();
});
