import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { AddressEntry } from '../../../../../contract/schemas/trading.ts';
import { deskShell } from '../../deskShell.ts';
import { WORKING_HOST } from '../../../../../tests/support/browser/exchangeStores.ts';
import { createFakeTrading } from '../../../../../tests/support/browser/fakeTrading.ts';
import type { Services } from '../../../../../tests/support/browser/fakePlatform.ts';
import { renderPage } from '../../../../../tests/support/browser/renderPage.tsx';

const LEDGER: AddressEntry = {
  id: 'entry-ledger',
  label: 'Ledger',
  instrumentSlug: 'usdttrc20',
  address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  memo: null,
  timesUsed: 14,
  lastUsedAt: '2026-11-20T09:00:00.000Z',
};
const COLD: AddressEntry = {
  ...LEDGER,
  id: 'entry-cold',
  label: 'Cold wallet',
  instrumentSlug: 'btc',
  address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  timesUsed: 0,
  lastUsedAt: null,
};

async function show(
  entries: AddressEntry[] | 'locked' | 'missing' | 'lost',
  answers: Parameters<typeof renderPage>[1] = {},
  services: Services = {},
) {
  const fakeTrading = createFakeTrading({ entries });
  const page = await renderPage(
    '/exchange-btc-usdttrc20?amount=0.05',
    { ...WORKING_HOST, 'instruments.validateAddress': () => ({ result: true }), ...answers },
    { services: { ...fakeTrading.services, ...services }, shell: deskShell },
  );
  await screen.findByRole('heading', { level: 1 });
  const user = userEvent.setup();
  return { ...page, ...fakeTrading, user };
}

const book = () => screen.findByRole('dialog', { name: 'Address book' });

test('fills a saved address into the field of its coin', async () => {
  const { user, stores } = await show([LEDGER, COLD]);
  await user.keyboard('{Control>}b{/Control}');
  await user.click(await within(await book()).findByRole('button', { name: 'Use for USDT' }));
  expect(stores.delivery.destination.text).toBe(LEDGER.address);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByTitle('Ledger').textContent).toBe('Ledger');
});

test('lists only addresses of the field from which it was opened', async () => {
  const { user, stores } = await show([LEDGER, COLD]);
  act(() => stores.exchange.chooseMode('FIXED'));
  await screen.findByRole('textbox', { name: /^Refund address/ });
  const refund = screen.getAllByRole('button', { name: 'Choose from the address book' })[1];
  if (refund) await user.click(refund);
  const drawer = within(await book());
  await user.click(await drawer.findByRole('button', { name: 'Use for BTC' }));
  expect(drawer.queryByText('Ledger')).toBeNull();
  expect(stores.delivery.refund.text).toBe(COLD.address);
});

test('finds an address by a part of its coin or label and removes it after a question', async () => {
  const { user, bookOf } = await show([LEDGER, COLD]);
  await user.keyboard('{Control>}b{/Control}');
  const drawer = within(await book());
  await user.type(drawer.getByRole('searchbox', { name: 'Label or address' }), 'bitc');
  expect(drawer.queryByText('Ledger')).toBeNull();
  await user.click(drawer.getByRole('button', { name: 'Remove Cold wallet' }));
  expect(bookOf()).toHaveLength(2);
  await user.click(drawer.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(bookOf()).toEqual([LEDGER]));
});

test('saves a new address once the host finds it valid', async () => {
  const validate = vi.fn(() => ({ result: false, code: 'address_bad_checksum' as const }));
  const { user, bookOf } = await show([], { 'instruments.validateAddress': validate });
  await user.keyboard('{Control>}b{/Control}');
  await user.click(within(await book()).getByRole('button', { name: 'Add an address' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add an address' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  await form.findByText(/Enter a label/);
  await user.type(form.getByRole('textbox', { name: 'Label' }), 'Ledger');
  await user.type(form.getByRole('textbox', { name: 'Address' }), LEDGER.address);
  await form.findByText(/A character in this address is wrong/);
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(bookOf()).toEqual([]);
  validate.mockReturnValue({ result: true } as never);
  // Enter, before the host has judged the address. A change of the label takes it back.
  await user.type(form.getByRole('textbox', { name: 'Address' }), '{Backspace}8{Enter}');
  await user.type(form.getByRole('textbox', { name: 'Label' }), 's');
  await form.findByText('Valid TRON address');
  expect(bookOf()).toEqual([]);
  await user.type(form.getByRole('textbox', { name: 'Label' }), '{Backspace}');
  await user.type(form.getByRole('textbox', { name: 'Address' }), '{Backspace}8{Enter}');
  await waitFor(() => expect(bookOf()).toMatchObject([{ label: 'Ledger', instrumentSlug: 'usdttrc20', memo: null }]));
  expect(within(await book()).getByText('Ledger')).toBeTruthy();
});

test('reads a payment request', async () => {
  const { user } = await show([]);
  await user.keyboard('{Control>}b{/Control}');
  await user.click(within(await book()).getByRole('button', { name: 'Add an address' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add an address' }));
  const field = form.getByRole<HTMLInputElement>('textbox', { name: 'Address' });
  await user.click(field);
  await user.paste(`tron:${LEDGER.address}`);
  await waitFor(() => expect(field.value).toBe(LEDGER.address));
  await user.clear(field);
  await user.paste(`tron:${LEDGER.address}?req-test=1`);
  await form.findByText(/needs “req-test”, which we don’t know/);
});

test('explains that there is no address book without a keychain', async () => {
  const { user } = await show('missing');
  await user.keyboard('{Control>}b{/Control}');
  const drawer = within(await book());
  await drawer.findByText('The address book needs the system keychain');
  expect(drawer.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('asks for a locked keychain, and shows the addresses when it opens', async () => {
  const unlock = vi.fn();
  const keychain = { state: () => 'locked' as const, onChange: () => () => undefined, unlock };
  const session = { exists: false, keychain, onRenewed: () => () => undefined };
  const { user, openBook } = await show('locked', {}, { session });
  await user.keyboard('{Control>}b{/Control}');
  const drawer = within(await book());
  await drawer.findByText('The system keychain is locked');
  await user.click(drawer.getByRole('button', { name: 'Unlock' }));
  expect(unlock).toHaveBeenCalledOnce();
  act(() => openBook([LEDGER]));
  expect(drawer.getByText('Ledger')).toBeTruthy();
});

test('starts a new address book only when the customer asks for it', async () => {
  const { user, bookOf } = await show('lost');
  await user.keyboard('{Control>}b{/Control}');
  const drawer = within(await book());
  await drawer.findByText('The key of your address book is missing');
  expect(bookOf()).toBe('lost');
  await user.click(drawer.getByRole('button', { name: 'Start a new address book' }));
  await waitFor(() => expect(bookOf()).toEqual([]));
});
