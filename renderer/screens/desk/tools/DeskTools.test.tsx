import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { deskShell } from '../deskShell.ts';
import { WORKING_HOST } from '../../../../tests/support/browser/exchangeStores.ts';
import { createFakeTrading } from '../../../../tests/support/browser/fakeTrading.ts';
import { renderPage } from '../../../../tests/support/browser/renderPage.tsx';
import { SAMPLE_ORDER_ID, sampleOrder } from '../../../../tests/support/samples/sampleOrder.ts';

const { orderId, destinationAddress } = sampleOrder();
const PASS = JSON.stringify({ kind: 'order-pass', version: 1, orderId, destinationAddress, pass: 't'.repeat(43) });

async function show(path = '/exchange-btc-usdttrc20?amount=0.05') {
  const trading = createFakeTrading();
  const answers = { ...WORKING_HOST, 'orders.publicInfo': () => sampleOrder() };
  const page = await renderPage(path, answers, { services: trading.services, shell: deskShell });
  await screen.findByRole('heading', { level: 1 });
  return { ...page, ...trading, user: userEvent.setup() };
}

test('opens the order of a pass that is dropped on the window', async () => {
  const { router } = await show();
  const dataTransfer = { files: [new File([PASS], 'order.orderpass')], types: ['Files'] };
  // The code that accepts files is loaded after the first render.
  await waitFor(() => {
    fireEvent.dragOver(document.body, { dataTransfer });
    screen.getByText('Drop the order pass to open its order');
  });
  fireEvent.drop(document.body, { dataTransfer });
  await waitFor(() => expect(router.state.location.pathname).toBe(`/order/${SAMPLE_ORDER_ID}`));
  expect(screen.queryByText('Drop the order pass to open its order')).toBeNull();
});

test('opens the order of a pass that the system hands over, and refuses other files', async () => {
  const { router, openFile } = await show();
  act(() => openFile('{"kind":"orders"}'));
  await screen.findByText(/This is not an order pass/);
  act(() => openFile(PASS));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/order/${SAMPLE_ORDER_ID}`));
});

test('opens a chosen pass from the dialog', async () => {
  const { user, router } = await show();
  await user.keyboard('{Control>}o{/Control}');
  const dialog = await screen.findByRole('dialog', { name: 'Open an order pass' });
  const input = dialog.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error('No file can be chosen');
  fireEvent.change(input, { target: { files: [new File(['half'], 'order.orderpass')] } });
  await within(dialog).findByText(/This is not an order pass/);
  fireEvent.change(input, { target: { files: [new File([PASS], 'order.orderpass')] } });
  await waitFor(() => expect(router.state.location.pathname).toBe(`/order/${SAMPLE_ORDER_ID}`));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('carries out commands of the system', async () => {
  const { sendCommand, router } = await show('/support');
  act(() => sendCommand('newExchange'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  await waitFor(() => expect(document.activeElement?.getAttribute('data-step')).toBe('amount'));
  act(() => sendCommand('preferences'));
  await screen.findByRole('dialog', { name: 'Preferences' });
  act(() => sendCommand('addressBook'));
  await screen.findByRole('dialog', { name: 'Address book' });
  expect(screen.queryByRole('dialog', { name: 'Preferences' })).toBeNull();
});

test('lists the shortcuts, swaps the sides and opens a window by keyboard', async () => {
  const { user, stores, opened } = await show();
  await user.keyboard('?');
  const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  dialog.getByText('Search or run a command');
  await user.keyboard('{Control>}s{/Control}');
  expect([stores.exchange.send, stores.exchange.receive]).toEqual(['usdttrc20', 'btc']);
  await user.keyboard('{Control>}n{/Control}');
  expect(opened[0]).toMatch(/^\/exchange-/);
});

test('changes the theme, the language and whether the app keeps running, and saves the logs', async () => {
  const { user, stores, router, keepsRunning } = await show();
  fireEvent.keyDown(document.body, { key: ',', code: 'Comma', ctrlKey: true });
  const dialog = within(await screen.findByRole('dialog', { name: 'Preferences' }));
  await user.click(dialog.getByRole('radio', { name: 'Dark' }));
  expect(stores.theme.choice).toBe('dark');
  await user.click(dialog.getByRole('checkbox', { name: 'Keep running when all windows are closed' }));
  expect(keepsRunning()).toBe(false);
  await user.click(dialog.getByRole('button', { name: 'Export logs' }));
  await screen.findByText(/^The logs are saved/);
  await user.click(dialog.getByRole('radio', { name: 'Русский' }));
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/ru\/exchange-/));
});
