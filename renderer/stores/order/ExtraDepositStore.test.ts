import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ExtraDeposit } from '../../../contract/api/orders.ts';
import { ApiError } from '../../../contract/errors.ts';
import { createFakePlatform, type Answers } from '../../../tests/support/browser/fakePlatform.ts';
import { sampleInstrument } from '../../../tests/support/samples/sampleInstruments.ts';
import {
  at,
  SAMPLE_DESTINATION,
  SAMPLE_ORDER_ID,
  SAMPLE_TIME,
  sampleExtra,
  sampleOrders,
  sampleRefundInfo,
} from '../../../tests/support/samples/sampleOrder.ts';
import { extraKey, ExtraDepositStore } from './ExtraDepositStore.ts';
import { hasExtra } from '../../../contract/orderStage.ts';
import { OrderStore } from './OrderStore.ts';
import { OrderTokens } from '../deviceOrders/OrderTokens.ts';

const clock = { now: () => Date.now() };
const requested = () => ({ ...sampleOrders.completed(), serverTime: at(50) });

beforeEach(() => vi.useFakeTimers({ now: SAMPLE_TIME }));
afterEach(() => vi.useRealTimers());

async function setUp(extra: () => ExtraDeposit[], answers: Answers = {}) {
  const fake = createFakePlatform({
    'orders.publicInfo': () => sampleOrders.completed(),
    'orders.refundInfo': () => sampleRefundInfo({ extra: extra() }),
    'orders.requestRefund': requested,
    'instruments.validateAddress': () => ({ result: true }),
    ...answers,
  });
  const tokens = new OrderTokens(fake.platform);
  tokens.store(SAMPLE_ORDER_ID, 'token');
  const order = new OrderStore({ platform: fake.platform, clock, snapshot: null, canPush: () => false });
  await order.load(SAMPLE_ORDER_ID, SAMPLE_DESTINATION);
  const store = new ExtraDepositStore({ platform: fake.platform, order, tokens });
  await store.load();
  return { ...fake, store, order, first: () => store.list[0] ?? sampleExtra() };
}

test('requests a refund with the deposit, amount and fee shown', async () => {
  const { store, callsOf, first } = await setUp(() => [sampleExtra()]);
  await store.refund(first());
  const [call] = callsOf('orders.requestRefund');
  expect(call?.input).toEqual({
    orderId: SAMPLE_ORDER_ID,
    destinationAddress: SAMPLE_DESTINATION,
    depositTxHash: sampleExtra().depositTxHash,
    depositIndex: 0,
    refundAmount: '23.1',
    claimedNetworkFee: '1.9',
  });
  expect(call?.options.orderToken).toBe('token');
  expect(callsOf('orders.refundInfo')).toHaveLength(2);
  expect(store.busy).toBeNull();
});

test('sends another address than the known one on request', async () => {
  const { store, callsOf, first } = await setUp(() => [sampleExtra()]);
  store.addressFor(first()).want(true);
  void store.addressFor(first()).set('TGood');
  await store.refund(first());
  expect(callsOf('orders.requestRefund')[0]?.input).toMatchObject({ refundAddress: 'TGood' });
});

test('requires a memo or a confirmation that none is needed', async () => {
  const ofXrp = () => ({ ...requested(), pair: { ...requested().pair, instrumentFrom: sampleInstrument('xrp') } });
  const { store, callsOf, first } = await setUp(() => [sampleExtra({ refundAddress: null })], { 'orders.publicInfo': ofXrp });
  const address = store.addressFor(first());
  void address.set('rHb9');
  await store.refund(first());
  expect([address.memoProblem, callsOf('orders.requestRefund')]).toEqual(['missing', []]);
  address.waiveMemo(true);
  await store.refund(first());
  expect(callsOf('orders.requestRefund')).toHaveLength(1);
});

test('validates a new address for the deposited coin and sends it', async () => {
  const { store, callsOf, first } = await setUp(() => [sampleExtra({ refundAddress: null })]);
  await store.refund(first());
  expect(store.addressFor(first()).problem).toBe('error_address_empty');
  expect(callsOf('orders.requestRefund')).toHaveLength(0);
  void store.addressFor(first()).set(' TN3W ');
  await store.refund(first());
  expect(callsOf('instruments.validateAddress')[0]?.input).toMatchObject({
    currencyTitle: 'USDT',
    networkTitle: 'TRC20',
    address: 'TN3W',
  });
  expect(callsOf('orders.requestRefund')[0]?.input).toMatchObject({ refundAddress: 'TN3W' });
});

test('shows a refused address beside its field', async () => {
  const { store, callsOf, first } = await setUp(() => [sampleExtra({ refundAddress: null })], {
    'instruments.validateAddress': () => ({ result: false, code: 'address_reject_iotx' }),
  });
  void store.addressFor(first()).set('0xabc');
  await store.refund(first());
  expect(store.addressFor(first()).problem).toBe('address_reject_iotx');
  expect([callsOf('orders.requestRefund').length, store.problem]).toEqual([0, null]);
});

test.each([
  ['ERR_RATE_CHANGED', 'order.decision.feeMoved'],
  ['ERR_NOT_ACCEPTABLE', 'order.decision.refundNotPossible'],
  ['ERR_ORDER_TOKEN_REQUIRED', 'order.decision.tokenMissing'],
  ['ERR_TOO_MANY_REQUESTS', 'order.decision.tooOften'],
  ['ERR_SERVICE_UNAVAILABLE', 'order.decision.notAnswered'],
] as const)('shows %s at its deposit', async (code, message) => {
  const { store, first } = await setUp(() => [sampleExtra(), sampleExtra({ depositIndex: 1 })], {
    'orders.requestRefund': () => Promise.reject(new ApiError(code, 'No')),
  });
  await store.refund(first());
  expect(store.problem).toEqual({ key: extraKey(first()), message });
});

test('reports a deposit that was already refunded as decided', async () => {
  let state: ExtraDeposit['state'] = 'HERE';
  const { store, first } = await setUp(() => [sampleExtra({ state })], {
    'orders.requestRefund': () => {
      state = 'REFUNDING';
      throw new ApiError('ERR_NOT_ACCEPTABLE', 'No');
    },
  });
  await store.refund(first());
  expect(store.problem?.message).toBe('order.decision.alreadyDecided');
});

test('keeps the same hash on two networks as two deposits', async () => {
  const otherNetwork = { currencyTitle: 'BNB', networkTitle: 'BEP20', slug: 'bnb' };
  const { store } = await setUp(() => [sampleExtra(), sampleExtra({ instrument: otherNetwork })]);
  const [one, other] = store.list;
  if (!one || !other) return expect.fail('two were listed');
  expect(extraKey(one)).not.toBe(extraKey(other));
  expect(store.addressFor(one)).not.toBe(store.addressFor(other));
});

test('does not request a refund without a known fee', async () => {
  const { store, callsOf, first } = await setUp(() => [sampleExtra({ networkFee: null, refundAmount: null })]);
  await store.refund(first());
  expect(callsOf('orders.requestRefund')).toHaveLength(0);
});

test('polls until all are refunded', async () => {
  let state: ExtraDeposit['state'] = 'CONFIRMING';
  const { store, callsOf } = await setUp(() => [sampleExtra({ state })]);
  const stop = store.start();
  await vi.advanceTimersByTimeAsync(10_000);
  const before = callsOf('orders.refundInfo').length;
  state = 'REFUNDED';
  await vi.advanceTimersByTimeAsync(60_000);
  expect(callsOf('orders.refundInfo')).toHaveLength(before + 1);
  expect(store.list[0]?.state).toBe('REFUNDED');
  stop();
});

test('starts empty for another order', async () => {
  let extra = [sampleExtra({ state: 'REFUNDED' })];
  const { store, order } = await setUp(() => extra, {
    'orders.publicInfo': ({ orderId }) => ({ ...requested(), orderId }),
  });
  extra = [sampleExtra({ depositTxHash: 'ba'.repeat(32) })];
  await order.load('another', SAMPLE_DESTINATION);
  expect([store.list, store.isSettled]).toEqual([[], false]);
  const stop = store.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(store.list).toEqual(extra);
  stop();
});

test('polls again for a second deposit after the first refund', async () => {
  const { store, order } = await setUp(() => [sampleExtra({ state: 'REFUNDED' })]);
  expect(store.isSettled).toBe(true);
  order.take({ ...requested(), attention: { reason: 'EXTRA_DEPOSIT', actions: [], deadline: null } });
  expect(store.isSettled).toBe(false);
  const [deposit] = sampleOrders.completed().deposits;
  const again = deposit ? [deposit, { ...deposit, isExtra: true }, { ...deposit, isExtra: true }] : [];
  order.take({ ...requested(), deposits: again });
  expect(store.isSettled).toBe(false);
});

test('polls an ended order while a refund is open', async () => {
  let state: ExtraDeposit['state'] = 'REFUNDING';
  const { store, order, callsOf } = await setUp(() => [sampleExtra({ state })], {
    'orders.publicInfo': () => ({ ...requested(), amountToGet: state === 'REFUNDED' ? '7' : '8' }),
  });
  state = 'REFUNDED';
  await store.load();
  expect(order.order?.amountToGet).toBe('7');
  const before = callsOf('orders.publicInfo').length;
  await store.load();
  expect(callsOf('orders.publicInfo')).toHaveLength(before);
});

test('finds extra deposits by deposit, refund or attention', () => {
  const order = sampleOrders.completed();
  const [deposit] = order.deposits;
  const [refund] = sampleOrders.refunded().refunds;
  expect(hasExtra(order)).toBe(false);
  expect(hasExtra({ ...order, attention: { reason: 'EXTRA_DEPOSIT', actions: [], deadline: null } })).toBe(true);
  expect(hasExtra({ ...order, deposits: deposit ? [{ ...deposit, isExtra: true }] : [] })).toBe(true);
  expect(hasExtra({ ...order, refunds: refund ? [{ ...refund, isExtra: true }] : [] })).toBe(true);
});
