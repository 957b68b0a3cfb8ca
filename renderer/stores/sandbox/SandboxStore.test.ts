import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../contract/errors.ts';
import { createFakePlatform, type Answers } from '../../../tests/support/browser/fakePlatform.ts';
import { sampleSandboxState, sampleSandboxTransfer } from '../../../tests/support/samples/sampleSandbox.ts';
import { SandboxStore } from './SandboxStore.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function setUp(answers: Answers = {}) {
  const fake = createFakePlatform({ 'sandbox.state': () => sampleSandboxState(), ...answers });
  return { store: new SandboxStore({ platform: fake.platform }), ...fake };
}

test('sends a payment, stores it for display and refreshes the figures', async () => {
  const { store, callsOf } = setUp({ 'sandbox.send': () => sampleSandboxTransfer() });
  const payment = { instrumentSlug: 'btc', toAddress: 'bc1q', amount: '0.05' };
  expect(await store.send(payment)).toBe(true);
  expect(callsOf('sandbox.send')[0]?.input).toEqual(payment);
  expect(store.sent?.txHash).toBe(sampleSandboxTransfer().txHash);
  expect(store.state?.networks).toHaveLength(2);
});

test('shows a refusal in the host’s words next to its form', async () => {
  const { store } = setUp({
    'sandbox.send': () => {
      throw new ApiError('ERR_VALIDATION', 'This is no Bitcoin address.');
    },
  });
  expect(await store.send({ instrumentSlug: 'btc', toAddress: 'x', amount: '1' })).toBe(false);
  expect(store.problem).toEqual({ at: 'send', code: 'ERR_VALIDATION', message: 'This is no Bitcoin address.' });
  expect(store.busy).toBeNull();
});

test('breaks and repairs a port by name', async () => {
  const { store, calls } = setUp({ 'sandbox.break': () => ({}), 'sandbox.mend': () => ({}) });
  await store.setMode('tron', 'slow');
  await store.setMode('tron', null);
  expect(calls.filter(({ name }) => name !== 'sandbox.state').map(({ name, input }) => [name, input])).toEqual([
    ['sandbox.break', { port: 'tron', mode: 'slow' }],
    ['sandbox.mend', { port: 'tron' }],
  ]);
});

test('reorganises a network and shows the number of affected transactions until the next action', async () => {
  const { store, callsOf } = setUp({
    'sandbox.reorg': () => ({ transactions: 3 }),
    'sandbox.replace': () => ({ transactions: 0 }),
    'sandbox.fees': () => ({}),
  });
  await store.reorganise({ networkSlug: 'tron', blocks: 5, fate: 'doubleSpend' });
  expect(callsOf('sandbox.reorg')[0]?.input).toEqual({ networkSlug: 'tron', blocks: 5, fate: 'doubleSpend' });
  expect(store.concerned).toEqual({ at: 'tron', transactions: 3 });
  await store.replaceWaiting({ networkSlug: 'bitcoin', fate: 'same' });
  expect(store.concerned).toEqual({ at: 'bitcoin', transactions: 0 });
  await store.setFeeFactor('tron', '100');
  expect(callsOf('sandbox.fees')[0]?.input).toEqual({ networkSlug: 'tron', factor: '100' });
  expect(store.concerned).toBeNull();
});

test('polls the figures while the page is visible', async () => {
  const { store, callsOf, setVisible } = setUp();
  const stop = store.start();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(callsOf('sandbox.state')).toHaveLength(3);
  setVisible(false);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(callsOf('sandbox.state')).toHaveLength(3);
  stop();
});
