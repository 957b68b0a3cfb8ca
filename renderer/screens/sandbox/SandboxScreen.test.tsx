import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../contract/errors.ts';
import type { Answers } from '../../../tests/support/fakePlatform.ts';
import { renderPage } from '../../../tests/support/renderPage.tsx';
import { sampleInstrument } from '../../../tests/support/sampleInstruments.ts';
import { sampleSandboxState, sampleSandboxTransfer } from '../../../tests/support/sampleSandbox.ts';

vi.stubGlobal('scrollTo', () => undefined);
afterEach(cleanup);

const host = (sandbox: boolean): Answers => ({
  'service.health': () => ({ status: 'OK', host: { features: [], sandbox, brand: 'Causeway' } }),
  'instruments.list': () => [sampleInstrument('btc'), sampleInstrument('xrp')],
  'sandbox.state': () => sampleSandboxState(),
});
const open = (answers: Answers = {}, query = '') => renderPage(`/sandbox${query}`, { ...host(true), ...answers });

test('a host with real networks has no such page', async () => {
  await renderPage('/sandbox', host(false));
  expect(await screen.findByText('Page Not Found: /sandbox')).toBeTruthy();
});

test('an order fills the form in, and the coins leave', async () => {
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

test('what is missing is marked, and nothing is sent', async () => {
  const { fake } = await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Send' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'To address' }).getAttribute('aria-invalid')).toBe('true'));
  expect(fake.callsOf('sandbox.send')).toHaveLength(0);
});

test('a refusal is shown in the host’s words', async () => {
  const send = () => {
    throw new ApiError('ERR_VALIDATION', 'This is no Bitcoin address.');
  };
  await open({ 'sandbox.send': send }, '?instrument=btc&to=x&amount=1');
  fireEvent.click(await screen.findByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Refused: This is no Bitcoin address.')).toBeTruthy();
});

test('blocks are mined and a network is broken and mended', async () => {
  const { fake } = await open({ 'sandbox.mine': () => ({ height: 1 }), 'sandbox.break': () => ({}), 'sandbox.mend': () => ({}) });
  fireEvent.click(await screen.findByRole('button', { name: 'Mine 10 blocks on TRON' }));
  await waitFor(() => expect(fake.callsOf('sandbox.mine')[0]?.input).toEqual({ networkSlug: 'tron', blocks: 10 }));
  fireEvent.change(screen.getByRole('combobox', { name: 'State of Bitcoin' }), { target: { value: 'slow' } });
  await waitFor(() => expect(fake.callsOf('sandbox.break')[0]?.input).toEqual({ port: 'bitcoin', mode: 'slow' }));
});

test('a price is moved by a step or set', async () => {
  const { fake } = await open({ 'sandbox.price': () => ({}) });
  fireEvent.click(await screen.findByRole('button', { name: '+3 %' }));
  await waitFor(() => expect(fake.callsOf('sandbox.price')[0]?.input).toEqual({ symbol: 'BTC', price: '71807.5212' }));
  const field = screen.getByRole('textbox', { name: 'New price, USD' });
  fireEvent.change(field, { target: { value: '70 000,5' } });
  fireEvent.click(screen.getByRole('button', { name: 'Set the price' }));
  await waitFor(() => expect(fake.callsOf('sandbox.price')[1]?.input).toEqual({ symbol: 'BTC', price: '70000.5' }));
});

test('the newest payments are listed', async () => {
  await open();
  const table = await screen.findByRole('table', { name: 'Recent payments' });
  expect(within(table).getByText('0.05 BTC')).toBeTruthy();
});
