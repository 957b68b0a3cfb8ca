import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ValidateAddressOutput } from '../../../contract/api/instruments.ts';
import { ApiError } from '../../../contract/errors.ts';
import { createFakePlatform } from '../../../tests/support/browser/fakePlatform.ts';
import { sampleInstrument } from '../../../tests/support/samples/sampleInstruments.ts';
import { AddressStore } from './AddressStore.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function create(answer: (address: string) => ValidateAddressOutput | Promise<ValidateAddressOutput>) {
  const fake = createFakePlatform({ 'instruments.validateAddress': ({ address }) => answer(address) });
  const store = new AddressStore({ platform: fake.platform });
  store.use(sampleInstrument('usdttrc20'));
  return { store, callsOf: fake.callsOf };
}
const settle = () => vi.advanceTimersByTimeAsync(300);

test('validates the last text after a pause in typing', async () => {
  const { store, callsOf } = create(() => ({ result: true }));
  store.type('T1');
  store.type(' T12 ');
  expect(store.state.kind).toBe('checking');
  await settle();
  expect([store.isValid, callsOf('instruments.validateAddress')]).toMatchObject([true, [{ input: { address: 'T12' } }]]);
  store.type('');
  expect(store.state.kind).toBe('empty');
});

test('takes a pasted address without its label', async () => {
  const { store } = create(() => ({ result: true }));
  await store.enter('TRON address: TR7NHq.', null);
  expect(store.text).toBe('TR7NHq');
});

test('ignores the answer about a text that has changed', async () => {
  let answerFirst: (output: ValidateAddressOutput) => void = () => undefined;
  const { store } = create((address) =>
    address === 'first' ? new Promise((resolve) => (answerFirst = resolve)) : { result: false, code: 'address_incorrect' },
  );
  store.type('first');
  await settle();
  store.type('second');
  await settle();
  answerFirst({ result: true });
  await settle();
  expect(store.state).toMatchObject({ kind: 'invalid', code: 'address_incorrect' });
});

test.each([
  ['ERR_VALIDATION', 'invalid'],
  ['ERR_SERVICE_UNAVAILABLE', 'unverified'],
] as const)('is %s → %s', async (code, kind) => {
  const { store, callsOf } = create(() => Promise.reject(new ApiError(code, 'No')));
  store.type('T1');
  await settle();
  expect(store.state.kind).toBe(kind);
  store.retry();
  await settle();
  expect(callsOf('instruments.validateAddress')).toHaveLength(kind === 'unverified' ? 2 : 1);
});

test('asks again by itself while the host does not answer, and not for ever', async () => {
  const host = { isAway: true };
  const { store, callsOf } = create(() =>
    host.isAway ? Promise.reject(new ApiError('ERR_SERVICE_UNAVAILABLE', 'No')) : { result: true },
  );
  store.type('T1');
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect([store.state.kind, callsOf('instruments.validateAddress').length]).toEqual(['unverified', 7]);
  store.type('T2');
  await settle();
  host.isAway = false;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(store.isValid).toBe(true);
});

test('removes what nobody sees from address and memo, and says so (D85)', () => {
  const { store } = create(() => ({ result: true }));
  store.type('\u200bTR7\n NHq\u2060');
  store.setMemo('104938571\u200b');
  expect([store.text, store.isTextCleaned, store.memo, store.isMemoCleaned]).toEqual(['TR7NHq', true, '104938571', true]);
  store.type(' TR7NHq ');
  store.setMemo(' 104938571');
  expect([store.text, store.isTextCleaned, store.memo, store.isMemoCleaned]).toEqual(['TR7NHq', false, '104938571', false]);
});

test('has either a memo or the customer’s word that none is needed', () => {
  const { store } = create(() => ({ result: true }));
  store.setMemo(' 42 ');
  store.waiveMemo(true);
  expect([store.memo, store.isMemoWaived]).toEqual(['', true]);
  store.setMemo('43');
  expect([store.memo, store.isMemoWaived]).toEqual(['43', false]);
});
