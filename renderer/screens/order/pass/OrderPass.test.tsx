import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answers } from '../../../../tests/support/browser/fakePlatform.ts';
import { renderPage } from '../../../../tests/support/browser/renderPage.tsx';
import {
  at,
  SAMPLE_DESTINATION,
  SAMPLE_ORDER_ID,
  sampleOrder,
  sampleOrders,
  sampleRefundInfo,
} from '../../../../tests/support/samples/sampleOrder.ts';
import { readPass } from '../../../stores/deviceOrders/orderPass.ts';

const TOKEN = 't'.repeat(43);
const path = `/order/${SAMPLE_ORDER_ID}?destinationAddress=${SAMPLE_DESTINATION}`;
const order: Answers = { 'orders.publicInfo': () => sampleOrder() };

async function show(at: string, answers: Answers = order, { token = null }: { token?: string | null } = {}) {
  const page = await renderPage(at, answers, {
    prepare: ({ stores }) => {
      if (token) stores.orderTokens.store(SAMPLE_ORDER_ID, token);
    },
  });
  await screen.findByRole('heading', { level: 1 });
  return page;
}

test('saves the pass as a file and as a link, and stops the reminder', async () => {
  const { fake } = await show(path, order, { token: TOKEN });
  expect(screen.getByText(/Without it, only this browser can decide/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Save the order pass' }));
  await screen.findByRole('img', { name: /QR code of the order pass/ });
  fireEvent.click(screen.getByRole('button', { name: 'Save as a file' }));
  fireEvent.click(screen.getByRole('button', { name: 'Copy the link' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Order pass' }));
  expect((await dialog.findByText(/The link is copied/)).getAttribute('role')).toBe('status');
  const pass = { orderId: SAMPLE_ORDER_ID, destinationAddress: SAMPLE_DESTINATION, token: TOKEN };
  expect(fake.saved[0]?.name).toBe(`order-pass-${SAMPLE_ORDER_ID}.orderpass`);
  expect(readPass(fake.saved[0]?.text ?? '')).toEqual(pass);
  expect(readPass(fake.copied[0] ?? '')).toEqual(pass);
  expect(fake.copied[0]).toBe(`https://causeway.example${path}#pass=${TOKEN}`);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.getByText(/Saved. It opens the order on any device/)).toBeTruthy();
});

test('opens a pass from a link, removes it from the address bar, and can store it', async () => {
  const { stores, router, fake } = await show(`${path}#pass=${TOKEN}`);
  await screen.findByText(/The order pass is open: this tab can decide/);
  await waitFor(() => expect(router.state.location.hash).toBe(''));
  expect(router.state.location.search).toBe(`?destinationAddress=${SAMPLE_DESTINATION}`);
  expect(fake.callsOf('orders.publicInfo')).toHaveLength(1);
  expect(stores.orderTokens.isTabOnly(SAMPLE_ORDER_ID)).toBe(true);
  expect(fake.platform.storage.get('order-tokens')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Store it on this device' }));
  await screen.findByText('The order pass is stored on this device.');
  expect(fake.platform.storage.get('order-tokens')).toContain(TOKEN);
});

test('never reports a pass as stored when the device stores nothing', async () => {
  const { stores, fake } = await show(path, order, { token: null });
  act(() => {
    stores.deviceOrders.setStoring(false);
    stores.orderTokens.store(SAMPLE_ORDER_ID, TOKEN);
  });
  await screen.findByText(/The order pass is open in this tab only/);
  expect(screen.queryByRole('button', { name: 'Store it on this device' })).toBeNull();
  act(() => stores.deviceOrders.setStoring(true));
  fake.platform.storage.set = () => false;
  fireEvent.click(await screen.findByRole('button', { name: 'Store it on this device' }));
  await screen.findByText(/This browser did not store it/);
  expect(screen.getByText(/The order pass is open in this tab only/)).toBeTruthy();
});

test('does not announce a pass that the page already has', async () => {
  const { router } = await show(`${path}#pass=${TOKEN}`, order, { token: TOKEN });
  await waitFor(() => expect(router.state.location.hash).toBe(''));
  expect(screen.queryByText(/The order pass is open/)).toBeNull();
});

test('reports an incomplete pass and changes nothing', async () => {
  const { stores, router } = await show(`${path}#pass=half`);
  await screen.findByText(/order pass in this link is incomplete/);
  await waitFor(() => expect(router.state.location.hash).toBe(''));
  expect(stores.orderTokens.get(SAMPLE_ORDER_ID)).toBeNull();
});

test('decides with a pass from a link', async () => {
  const { fake } = await show(`${path}#pass=${TOKEN}`, {
    'orders.publicInfo': () => sampleOrders.wrongAmount(),
    'orders.refundInfo': () => sampleRefundInfo(),
    'orders.acceptRateModeChange': () => ({ ...sampleOrders.confirming(), serverTime: at(3) }),
  });
  await waitFor(() => expect(screen.queryByText(/Only the holder of the order pass/)).toBeNull());
  fireEvent.click(await screen.findByRole('button', { name: /^Exchange 0\.048/ }));
  await waitFor(() => expect(fake.callsOf('orders.acceptRateModeChange')[0]?.options.orderToken).toBe(TOKEN));
});

test('is read-only without the pass and links to open one', async () => {
  await show(path);
  const links = screen.getAllByRole('link', { name: 'Open an order pass' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/order']);
});

test('shows no passes for a host without order tokens', async () => {
  await show(path, {
    ...order,
    'service.health': () => ({ status: 'OK', host: { features: [], sandbox: false, brand: 'Causeway' } }),
  });
  expect(screen.queryByText(/order pass/i)).toBeNull();
});

test.each([
  [
    'a pasted link',
    (link: string) => fireEvent.change(screen.getByRole('textbox', { name: 'Or paste the link' }), { target: { value: link } }),
  ],
])('%s opens the order, on its page without the pass in the address', async (_how, give) => {
  const { router, stores } = await show('/order');
  give(`https://elsewhere.example${path}#pass=${TOKEN}`);
  fireEvent.click(screen.getByRole('button', { name: 'Open the order' }));
  await screen.findByRole('region', { name: 'What to send' });
  expect(router.state.location).toMatchObject({ pathname: `/order/${SAMPLE_ORDER_ID}`, hash: '' });
  expect(stores.orderTokens.get(SAMPLE_ORDER_ID)).toBe(TOKEN);
});

test('opens the order from a chosen or dropped file and refuses other files', async () => {
  const { container, stores } = await show('/order');
  const area = container.querySelector('input[type="file"]')?.parentElement;
  if (!area) throw new Error('No file can be given');
  const drop = (text: string) => fireEvent.drop(area, { dataTransfer: { files: [new File([text], 'pass.json')] } });
  drop('{"kind":"orders"}');
  await screen.findByText(/This is not an order pass/);
  fireEvent.click(screen.getByRole('button', { name: 'Open the order' }));
  await screen.findByText('Paste the link first, or choose the file.');
  const { orderId, destinationAddress } = sampleOrder();
  drop(JSON.stringify({ kind: 'order-pass', version: 1, orderId, destinationAddress, pass: TOKEN }));
  await screen.findByRole('region', { name: 'What to send' });
  expect(stores.orderTokens.get(SAMPLE_ORDER_ID)).toBe(TOKEN);
});
