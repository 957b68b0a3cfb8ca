import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiError } from '../../../contract/errors.ts';
import { IDENTITY_FEATURE } from '../../../contract/features.ts';
import type { Answers } from '../../../tests/support/browser/fakePlatform.ts';
import { renderPage } from '../../../tests/support/browser/renderPage.tsx';
import { sampleInstrument } from '../../../tests/support/samples/sampleInstruments.ts';
import { sampleSandboxState, sampleSandboxTransfer } from '../../../tests/support/samples/sampleSandbox.ts';

const host = (sandbox: boolean): Answers => ({
  'service.health': () => ({ status: 'OK', host: { features: [], sandbox, brand: 'Causeway' } }),
  'instruments.list': () => [sampleInstrument('btc'), sampleInstrument('xrp')],
  'sandbox.state': () => sampleSandboxState(),
});
const open = (answers: Answers = {}, query = '') => renderPage(`/sandbox${query}`, { ...host(true), ...answers });

test('is not found on a host with real networks', async () => {
  await renderPage('/sandbox', host(false));
  expect(await screen.findByText('Page Not Found: /sandbox')).toBeTruthy();
});

test('fills the form from the query and sends the coins', async () => {
  const { fake } = await open(
    { 'sandbox.send': () => sampleSandboxTransfer() },
    '?instrument=btc&to=bc1qdeposit&amount=0.05&memo=7',
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Send' }));
  expect(await screen.findByText('0.05 BTC sent')).toBeTruthy();
  expect(fake.callsOf('sandbox.send')[0]?.input).toEqual({
    instrumentSlug: 'btc',
    toAddress: 'bc1qdeposit',
    amount: '0.05',
    memo: '7',
  });
});

test('sends the other reading of an ambiguous amount', async () => {
  const { fake } = await open({ 'sandbox.send': () => sampleSandboxTransfer() }, '?instrument=btc&to=bc1qdeposit');
  fireEvent.change(await screen.findByRole('textbox', { name: 'Amount' }), { target: { value: '12,500' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Change to 12,500' }));
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(fake.callsOf('sandbox.send')[0]?.input).toMatchObject({ amount: '12500' }));
});

test('marks missing fields and sends no payment', async () => {
  const { fake } = await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Send' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'To address' }).getAttribute('aria-invalid')).toBe('true'));
  expect(fake.callsOf('sandbox.send')).toHaveLength(0);
});

test('shows the host’s error message', async () => {
  const send = () => {
    throw new ApiError('ERR_VALIDATION', 'This is no Bitcoin address.');
  };
  await open({ 'sandbox.send': send }, '?instrument=btc&to=x&amount=1');
  fireEvent.click(await screen.findByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Refused: This is no Bitcoin address.')).toBeTruthy();
});

test('breaks the exchange for hedging and repairs it, where the host has one', async () => {
  let mode: 'up' | 'partial' = 'up';
  const { fake } = await open({
    'sandbox.state': () => sampleSandboxState({ venue: { name: 'embedded', mode } }),
    'sandbox.break': () => ((mode = 'partial'), {}),
    'sandbox.mend': () => ((mode = 'up'), {}),
  });
  const card = within(await screen.findByRole('region', { name: 'Exchange for hedging' }));
  const state = () => card.getByRole('combobox', { name: 'State' });
  fireEvent.change(state(), { target: { value: 'partial' } });
  expect(await card.findByText('Half of an order is filled, the rest is cancelled')).toBeTruthy();
  expect(fake.callsOf('sandbox.break')[0]?.input).toEqual({ port: 'venue', mode: 'partial' });
  fireEvent.change(state(), { target: { value: 'up' } });
  await waitFor(() => expect(fake.callsOf('sandbox.mend')[0]?.input).toEqual({ port: 'venue' }));
});

test('shows no exchange for hedging on a host without one', async () => {
  await open();
  await screen.findByRole('table', { name: 'Recent payments' });
  expect(screen.queryByRole('region', { name: 'Exchange for hedging' })).toBeNull();
});

test('passes and rejects identity checks', async () => {
  const submission = { submissionId: 's'.repeat(22), attempt: 1, userId: 7, submittedAt: '2026-11-27T12:00:00.000Z' };
  const { fake } = await open({
    'service.health': () => ({ status: 'OK', host: { features: [IDENTITY_FEATURE], sandbox: true, brand: 'Test' } }),
    'sandbox.state': () => sampleSandboxState({ identities: [submission] }),
    'sandbox.decideIdentity': () => ({}),
  });
  const card = within(await screen.findByRole('region', { name: 'Identity checks' }));
  card.getByText(/Customer 7/);
  fireEvent.click(card.getByRole('button', { name: 'Reject the face photo' }));
  const decided = { submissionId: submission.submissionId, attempt: 1, isAccepted: false };
  await waitFor(() => expect(fake.callsOf('sandbox.decideIdentity')[0]?.input).toEqual(decided));
});

test('mines blocks', async () => {
  const { fake } = await open({ 'sandbox.mine': () => ({ height: 1 }) });
  fireEvent.click(await screen.findByRole('button', { name: 'Mine 10 blocks on TRON' }));
  await waitFor(() => expect(fake.callsOf('sandbox.mine')[0]?.input).toEqual({ networkSlug: 'tron', blocks: 10 }));
});

const chosenTron = async () => {
  const card = within(await screen.findByRole('region', { name: 'Break a network' }));
  fireEvent.change(card.getByRole('combobox', { name: 'Network' }), { target: { value: 'tron' } });
  return card;
};

test('breaks a network, shows its state and repairs it', async () => {
  let mode: 'up' | 'invent' = 'up';
  const state = () => sampleSandboxState();
  const { fake } = await open({
    'sandbox.state': () => ({
      ...state(),
      networks: state().networks.map((one) => ({ ...one, mode, feeFactor: mode === 'up' ? '1' : '10' })),
    }),
    'sandbox.break': () => {
      mode = 'invent';
      return {};
    },
    'sandbox.mend': () => ({}),
    'sandbox.fees': () => ({}),
  });
  const card = await chosenTron();
  expect(card.getByRole('button', { name: 'Repair TRON' }).getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(card.getByRole('radio', { name: 'Node invents' }));
  await waitFor(() => expect(fake.callsOf('sandbox.break')[0]?.input).toEqual({ port: 'tron', mode: 'invent' }));
  await waitFor(() => expect(card.getByRole<HTMLInputElement>('radio', { name: 'Node invents' }).checked).toBe(true));
  const table = within(screen.getByRole('table', { name: 'Networks' }));
  expect(table.getAllByText('Node invents, × 10')).toHaveLength(2);
  fireEvent.click(card.getByRole('radio', { name: '× 100' }));
  await waitFor(() => expect(fake.callsOf('sandbox.fees')[0]?.input).toEqual({ networkSlug: 'tron', factor: '100' }));
  fireEvent.click(card.getByRole('button', { name: 'Repair TRON' }));
  await waitFor(() => expect(fake.callsOf('sandbox.mend')[0]?.input).toEqual({ port: 'tron' }));
});

test('reorganises the chain and replaces pending transactions', async () => {
  const { fake } = await open({
    'sandbox.reorg': () => ({ transactions: 2 }),
    'sandbox.replace': () => {
      throw new ApiError('ERR_SERVICE_UNAVAILABLE', 'No payment: another payment changed the balance; try again.');
    },
  });
  const card = await chosenTron();
  fireEvent.change(card.getByRole('combobox', { name: 'Which blocks' }), { target: { value: '20' } });
  fireEvent.click(card.getByRole('button', { name: 'The customer spent them in another transaction' }));
  await waitFor(() =>
    expect(fake.callsOf('sandbox.reorg')[0]?.input).toEqual({ networkSlug: 'tron', blocks: 20, fate: 'doubleSpend' }),
  );
  expect(await card.findByText('Done: 2 transactions affected')).toBeTruthy();
  fireEvent.click(card.getByRole('button', { name: 'Same payment, another hash' }));
  expect(await card.findByText('Refused: No payment: another payment changed the balance; try again.')).toBeTruthy();
});

test('moves a price by a step or sets it', async () => {
  const { fake } = await open({ 'sandbox.price': () => ({}) });
  fireEvent.click(await screen.findByRole('button', { name: '+3 %' }));
  await waitFor(() => expect(fake.callsOf('sandbox.price')[0]?.input).toEqual({ symbol: 'BTC', price: '71807.5212' }));
  const field = screen.getByRole('textbox', { name: 'New price, USD' });
  fireEvent.change(field, { target: { value: '70 000,5' } });
  fireEvent.click(screen.getByRole('button', { name: 'Set the price' }));
  await waitFor(() => expect(fake.callsOf('sandbox.price')[1]?.input).toEqual({ symbol: 'BTC', price: '70000.5' }));
});

test('lists the newest payments', async () => {
  await open();
  const table = await screen.findByRole('table', { name: 'Recent payments' });
  expect(within(table).getByText('0.05 BTC')).toBeTruthy();
});
