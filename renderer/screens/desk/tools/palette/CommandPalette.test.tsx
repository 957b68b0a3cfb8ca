import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { deskShell } from '../../deskShell.ts';
import { WORKING_HOST } from '../../../../../tests/support/browser/exchangeStores.ts';
import { createFakeTrading } from '../../../../../tests/support/browser/fakeTrading.ts';
import { renderPage } from '../../../../../tests/support/browser/renderPage.tsx';
import { sampleOrder, sampleOrders } from '../../../../../tests/support/samples/sampleOrder.ts';
import { sampleAccount } from '../../../../../tests/support/samples/sampleAccount.ts';

async function show(
  { orders = [] }: { orders?: ReturnType<typeof sampleOrder>[] } = {},
  answers: Parameters<typeof renderPage>[1] = {},
) {
  const trading = createFakeTrading();
  const page = await renderPage(
    '/exchange-btc-usdttrc20?amount=0.05',
    { ...WORKING_HOST, ...answers },
    {
      services: trading.services,
      shell: deskShell,
      prepare: async ({ stores }) => {
        if (answers['users.accountData']) await stores.session.begin();
        orders.forEach((order) => stores.deviceOrders.record(order));
      },
    },
  );
  await screen.findByRole('heading', { level: 1 });
  const user = userEvent.setup();
  await user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Search or run a command' });
  await waitFor(() => expect(page.stores.instruments.state).toBe('ready'));
  return { ...page, ...trading, user, field };
}

const active = () => screen.getAllByRole('option', { selected: true }).map((option) => option.textContent);
function line(text: RegExp): HTMLElement {
  const found = screen.getAllByRole('option').find((option) => text.test(option.textContent));
  if (!found) throw new Error(`No line has the text ${text}`);
  return found;
}

test('opens an exchange from an amount and two coins', async () => {
  const { user, field, router } = await show();
  await user.type(field, '0.2 eth btc');
  expect(active()[0]).toMatch(/^0\.2\u00a0ETH to BTC/);
  expect(document.activeElement).toBe(field);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/exchange-eth-btc'));
  expect(screen.queryByRole('combobox', { name: 'Search or run a command' })).toBeNull();
});

test('opens it in a new window with Ctrl and Enter, or from the next line', async () => {
  const { user, field, opened } = await show();
  await user.type(field, '0.2 eth btc{Control>}{Enter}{/Control}');
  expect(opened).toEqual(['/exchange-eth-btc?amount=0.2']);
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Search or run a command' }), '0.2 eth btc{ArrowDown}{Enter}');
  expect(opened).toHaveLength(2);
});

test('shows what arrives, the alert and the watch list of the exchange', async () => {
  const { user, field, watchedOf } = await show();
  await user.type(field, '0.05 btc usdt');
  await waitFor(() => expect(active()[0]).toContain('3,480.6'));
  expect(line(/^Set an alert for BTC \/ USDT/).textContent).toContain('now');
  await user.click(line(/^Add BTC \/ USDT to the watch list/));
  expect(await watchedOf()).toEqual([{ from: 'btc', to: 'usdttrc20' }]);
});

test('copies the deposit address of an order that still awaits its deposit', async () => {
  const order = sampleOrder();
  const answer = vi.fn(() => order);
  const { user, field, fake } = await show({ orders: [order] }, { 'orders.publicInfo': answer });
  await user.type(field, 'copy');
  await user.click(line(/^Copy the address for 0\.05/));
  await waitFor(() => expect(fake.copied).toEqual([order.depositAddress]));
  answer.mockReturnValue(sampleOrders.expired());
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Search or run a command' }), 'copy{Enter}');
  await screen.findByText(/expects no payment now/);
  expect(fake.copied).toHaveLength(1);
});

test('repeats a completed order with its address', async () => {
  const { user, field, stores } = await show({ orders: [sampleOrders.completed()] });
  await user.type(field, 'repeat{Enter}');
  await waitFor(() => expect(stores.delivery.destination.text).toBe(sampleOrder().destinationAddress));
});

test('finds the orders of the account by number, also those that have ended', async () => {
  const entries = [
    { order: sampleOrders.wrongAmount(), state: 'open' as const },
    { order: { ...sampleOrders.completed(), orderId: 'completedOrder00000000' }, state: 'completed' as const },
  ].map((entry) => ({ ...entry, source: 'SESSION' as const, match: null }));
  const { user, field, router } = await show(
    {},
    {
      'service.health': () => ({
        status: 'OK',
        host: { features: ['accounts', 'order-history'], sandbox: false, brand: 'Causeway' },
      }),
      'users.accountData': () => ({ ...sampleAccount, userId: 7, email: 'anna@example.com' }),
      'orders.history': ({ state }) => ({
        entries: entries.filter((entry) => (state === 'open') === (entry.state === 'open')),
        nextCursor: null,
        counts: null,
      }),
    },
  );
  await waitFor(() => line(/Your decision is needed/));
  await user.type(field, 'completedorder{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/order/completedOrder00000000'));
});

test('runs other commands and finds pages by their words', async () => {
  const { user, field, stores, router } = await show();
  await user.type(field, 'dark{Enter}');
  expect(stores.theme.choice).toBe('dark');
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Search or run a command' }), 'supp{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/support'));
});

test('says what to try when nothing is found', async () => {
  const { user, field } = await show();
  await user.type(field, 'zzzz');
  expect(screen.queryAllByRole('option')).toEqual([]);
  within(screen.getByRole('dialog')).getByText('Nothing matches “zzzz”');
});
