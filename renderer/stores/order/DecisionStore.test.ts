import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Order } from '../../../contract/api/orders.ts';
import { ApiError, type ErrorCode } from '../../../contract/errors.ts';
import { createFakePlatform, type Answers } from '../../../tests/support/browser/fakePlatform.ts';
import { sampleInstrument } from '../../../tests/support/samples/sampleInstruments.ts';
import {
  at,
  SAMPLE_DESTINATION,
  SAMPLE_ORDER_ID,
  SAMPLE_TIME,
  sampleOrders,
  sampleRefundInfo,
} from '../../../tests/support/samples/sampleOrder.ts';
import { StepUpStore } from '../StepUpStore.ts';
import { DecisionStore } from './DecisionStore.ts';
import { OrderStore } from './OrderStore.ts';
import { OrderTokens } from '../deviceOrders/OrderTokens.ts';

const clock = { now: () => Date.now() };
const refusal = (code: ErrorCode, details?: Record<string, unknown>) => () => {
  throw new ApiError(code, 'No', details, 'request');
};
const accepted = () => ({ ...sampleOrders.confirming(), serverTime: at(3) });

beforeEach(() => vi.useFakeTimers({ now: SAMPLE_TIME }));
afterEach(() => vi.useRealTimers());

interface Situation {
  order?: Order;
  token?: string | null;
  needsToken?: boolean;
  /** Orders of the signed-in customer. */
  own?: string[];
}

async function setUp(
  answers: Answers,
  { order = sampleOrders.wrongAmount(), token = 'token', needsToken = true, own = [] }: Situation = {},
) {
  const fake = createFakePlatform({
    'orders.publicInfo': () => order,
    'orders.refundInfo': () => sampleRefundInfo(),
    'instruments.validateAddress': () => ({ result: true }),
    ...answers,
  });
  const tokens = new OrderTokens(fake.platform);
  if (token) tokens.store(SAMPLE_ORDER_ID, token);
  const orderStore = new OrderStore({ platform: fake.platform, clock, snapshot: null });
  await orderStore.load(SAMPLE_ORDER_ID, SAMPLE_DESTINATION);
  const stepUp = new StepUpStore({ session: { lacksProof: () => false, refetch: async () => undefined } });
  const store = new DecisionStore({
    platform: { ...fake.platform, transport: stepUp.wrap(fake.platform.transport) },
    order: orderStore,
    tokens,
    needsToken: () => needsToken,
    isOwn: (orderId) => own.includes(orderId),
    snapshot: null,
  });
  await store.loadInfo();
  return { store, stepUp, tokens, order: orderStore, ...fake };
}

test('accepts the offer by its id and shows the updated order', async () => {
  const { store, order, callsOf } = await setUp({ 'orders.acceptRateModeChange': accepted });
  await store.accept();
  expect(order.stage).toBe('confirming');
  const [call] = callsOf('orders.acceptRateModeChange');
  expect(call?.input).toEqual({
    orderId: SAMPLE_ORDER_ID,
    destinationAddress: SAMPLE_DESTINATION,
    quoteId: sampleRefundInfo().offer?.quoteId,
  });
  expect(call?.options.orderToken).toBe('token');
});

test('shows the old and new amount after a rate change and asks again', async () => {
  let amountToGet = '3352.14';
  const { store, order } = await setUp({
    'orders.refundInfo': () => sampleRefundInfo({ offer: { ...offer(), amountToGet } }),
    'orders.acceptRateModeChange': () => {
      amountToGet = '3300';
      throw new ApiError('ERR_RATE_CHANGED', 'The rate moved');
    },
  });
  await store.accept();
  expect(store.previousAmountToGet).toBe('3352.14');
  expect(store.info?.offer?.amountToGet).toBe('3300');
  expect(store.problem).toBe('order.decision.rateMoved');
  expect(order.stage).toBe('decision');
});

test('requests a refund with the amount and the fee shown', async () => {
  const { store, order, callsOf } = await setUp({
    'orders.requestRefund': () => ({ ...sampleOrders.refundRequested(), serverTime: at(3) }),
  });
  await store.refund();
  expect(order.stage).toBe('refunding');
  expect(callsOf('orders.requestRefund')[0]?.input).toEqual({
    orderId: SAMPLE_ORDER_ID,
    destinationAddress: SAMPLE_DESTINATION,
    refundAmount: '0.04791',
    claimedNetworkFee: '0.00009',
  });
});

test('asks again when the fee has risen', async () => {
  const { store, callsOf } = await setUp({ 'orders.requestRefund': refusal('ERR_RATE_CHANGED') });
  await store.refund();
  expect(store.problem).toBe('order.decision.feeMoved');
  expect(callsOf('orders.refundInfo')).toHaveLength(2);
});

test('shows the current order when another decision was first', async () => {
  let now = sampleOrders.wrongAmount();
  const { store, order } = await setUp({
    'orders.publicInfo': () => now,
    'orders.acceptRateModeChange': () => {
      now = { ...sampleOrders.refundRequested(), serverTime: at(3) };
      throw new ApiError('ERR_NOT_ACCEPTABLE', 'Decided already');
    },
  });
  await store.accept();
  expect(order.stage).toBe('refunding');
  expect(store.problem).toBe('order.decision.alreadyDecided');
});

test('shows no error of an earlier decision for the next one', async () => {
  let now = sampleOrders.wrongAmount();
  const { store, order } = await setUp({
    'orders.publicInfo': () => now,
    'orders.acceptRateModeChange': () => {
      now = { ...accepted(), serverTime: at(3) };
      throw new ApiError('ERR_NOT_ACCEPTABLE', 'Decided already');
    },
  });
  await store.accept();
  expect(store.problem).toBe('order.decision.alreadyDecided');
  const attention = { reason: 'NO_LIQUIDITY' as const, actions: ['ACCEPT' as const], deadline: null };
  order.take({ ...accepted(), status: 'DECISION_NEEDED', attention, serverTime: at(4) });
  expect(order.stage).toBe('decision');
  expect(store.problem).toBeNull();
});

test.each([
  ['accept', 'order.decision.notPossible'],
  ['refund', 'order.decision.refundNotPossible'],
] as const)('does not report an unavailable action as decided: %s', async (kind, message) => {
  const { store, order } = await setUp({
    'orders.acceptRateModeChange': refusal('ERR_NOT_ACCEPTABLE'),
    'orders.requestRefund': refusal('ERR_NOT_ACCEPTABLE'),
  });
  await store[kind]();
  expect(order.stage).toBe('decision');
  expect(store.problem).toBe(message);
});

test('reports no result when the order cannot be loaded', async () => {
  let isAway = false;
  const { store } = await setUp({
    'orders.publicInfo': () => {
      if (isAway) throw new ApiError('ERR_SERVICE_UNAVAILABLE', 'Away');
      return sampleOrders.wrongAmount();
    },
    'orders.acceptRateModeChange': () => {
      isAway = true;
      throw new ApiError('ERR_NOT_ACCEPTABLE', 'No');
    },
  });
  await store.accept();
  expect(store.problem).toBe('order.decision.notAnswered');
});

test('sends one call for two presses', async () => {
  const { store, callsOf } = await setUp({ 'orders.acceptRateModeChange': accepted });
  await Promise.all([store.accept(), store.accept(), store.refund()]);
  expect(callsOf('orders.acceptRateModeChange')).toHaveLength(1);
  expect(callsOf('orders.requestRefund')).toHaveLength(0);
});

test('does not allow decisions without a required order token', async () => {
  expect((await setUp({}, { token: null })).store.mayDecide).toBe(false);
  expect((await setUp({}, { token: null, needsToken: false })).store.mayDecide).toBe(true);
  expect((await setUp({})).store.mayDecide).toBe(true);
});

test('validates an address once for several tokens', async () => {
  const { store, tokens, callsOf } = await setUp({
    'orders.requestRefund': (_input, { orderToken }) =>
      orderToken === 'right' ? accepted() : refusal('ERR_ORDER_TOKEN_REQUIRED')(),
  });
  for (const other of ['wrong', 'right']) tokens.store(SAMPLE_ORDER_ID, other);
  store.refundTo.want(true);
  void store.refundTo.set('bc1qgood');
  await store.refund();
  expect(callsOf('instruments.validateAddress')).toHaveLength(1);
  expect(tokens.all(SAMPLE_ORDER_ID)).toEqual(['right']);
});

test('reports a refused token', async () => {
  const { store } = await setUp({ 'orders.acceptRateModeChange': refusal('ERR_ORDER_TOKEN_REQUIRED') });
  await store.accept();
  expect(store.problem).toBe('order.decision.tokenMissing');
});

test('allows another attempt after no response', async () => {
  const { store, order } = await setUp({ 'orders.acceptRateModeChange': refusal('ERR_SERVICE_UNAVAILABLE') });
  await store.accept();
  expect(store.problem).toBe('order.decision.notAnswered');
  expect(store.busy).toBeNull();
  expect(order.stage).toBe('decision');
});

const withoutAddress = () => ({ ...sampleOrders.wrongAmount(), refundAddress: null });
const infoWithoutAddress = () => sampleRefundInfo({ refundAddress: null });

test.each([
  ['', true, 'error_address_empty'],
  ['nonsense', false, 'error_address_incorrect'],
] as const)('does not request a refund to %j', async (address, isValid, problem) => {
  const { store, callsOf } = await setUp(
    { 'orders.refundInfo': infoWithoutAddress, 'instruments.validateAddress': () => ({ result: isValid }) },
    { order: withoutAddress() },
  );
  void store.refundTo.set(address);
  await store.refund();
  expect(store.refundTo.problem).toBe(problem);
  expect(callsOf('orders.requestRefund')).toHaveLength(0);
});

test('validates a new refund address and sends it', async () => {
  const { store, callsOf } = await setUp(
    { 'orders.refundInfo': infoWithoutAddress, 'orders.requestRefund': () => sampleOrders.refundRequested() },
    { order: withoutAddress() },
  );
  void store.refundTo.set(' bc1qgood ');
  store.refundTo.setMemo('7');
  await store.refund();
  expect(callsOf('instruments.validateAddress')[0]?.input).toMatchObject({ currencyTitle: 'BTC', networkTitle: 'BTC' });
  expect(callsOf('orders.requestRefund')[0]?.input).toMatchObject({ refundAddress: 'bc1qgood', refundAddressMemo: '7' });
});

test('sends another address than the known one on request', async () => {
  const { store, callsOf } = await setUp({ 'orders.requestRefund': () => sampleOrders.refundRequested() });
  expect([store.knownRefundAddress, store.asksForAddress]).toEqual(['bc1q9d•••5k2a', false]);
  store.refundTo.want(true);
  await store.refund();
  expect([store.refundTo.problem, callsOf('orders.requestRefund')]).toEqual(['error_address_empty', []]);
  store.refundTo.want(true);
  void store.refundTo.set('bc1qgood');
  await store.refund();
  expect(callsOf('orders.requestRefund')[0]?.input).toMatchObject({ refundAddress: 'bc1qgood' });
});

test('does not send an address that was typed but not chosen', async () => {
  const { store, callsOf } = await setUp({ 'orders.requestRefund': () => sampleOrders.refundRequested() });
  store.refundTo.want(true);
  store.refundTo.want(true);
  void store.refundTo.set('bc1qgood');
  store.refundTo.want(false);
  await store.refund();
  expect(callsOf('orders.requestRefund')[0]?.input).not.toHaveProperty('refundAddress');
});

const ofXrp = () => {
  const order = withoutAddress();
  return { ...order, pair: { ...order.pair, instrumentFrom: sampleInstrument('xrp') } };
};

test('requires a memo or a confirmation that none is needed', async () => {
  const { store, callsOf } = await setUp(
    { 'orders.refundInfo': infoWithoutAddress, 'orders.requestRefund': refusal('ERR_SERVICE_UNAVAILABLE') },
    { order: ofXrp() },
  );
  void store.refundTo.set('rHb9');
  await store.refund();
  expect([store.refundTo.memoProblem, callsOf('orders.requestRefund')]).toEqual(['missing', []]);
  store.refundTo.setMemo('4711');
  await store.refund();
  store.refundTo.waiveMemo(true);
  await store.refund();
  const [withMemo, without] = callsOf('orders.requestRefund').map(({ input }) => input);
  expect(withMemo).toMatchObject({ refundAddress: 'rHb9', refundAddressMemo: '4711' });
  expect(without).not.toHaveProperty('refundAddressMemo');
});

test('shows a refused memo beside the memo field', async () => {
  const details = { field: 'refundAddressMemo', code: 'error_memo_incorrect' };
  const { store, callsOf } = await setUp(
    { 'orders.refundInfo': infoWithoutAddress, 'orders.requestRefund': refusal('ERR_VALIDATION', details) },
    { order: ofXrp() },
  );
  void store.refundTo.set('rHb9');
  store.refundTo.setMemo('text');
  await store.refund();
  expect([store.refundTo.problem, store.refundTo.memoProblem, callsOf('orders.requestRefund')]).toEqual([null, 'number', []]);
  store.refundTo.setMemo('4711');
  await store.refund();
  expect([store.refundTo.problem, store.refundTo.memoProblem]).toEqual([null, 'other']);
});

test('keeps offers and results separate for each order', async () => {
  const { store, order, callsOf } = await setUp({ 'orders.acceptRateModeChange': refusal('ERR_SERVICE_UNAVAILABLE') });
  expect(store.asksForAddress).toBe(false);
  const accepting = store.accept();
  order.adopt({ ...withoutAddress(), orderId: 'x'.repeat(22) }, SAMPLE_DESTINATION);
  expect([store.info, store.refundAmount, store.asksForAddress]).toEqual([null, null, true]);
  await accepting;
  expect([store.problem, store.busy, store.previousAmountToGet]).toEqual([null, null, null]);
  await store.refund();
  expect(callsOf('orders.requestRefund')).toHaveLength(0);
});

test('keeps a refund in progress with its order', async () => {
  let answer: (good: { result: boolean }) => void = () => undefined;
  const { store, order, callsOf } = await setUp(
    {
      'orders.refundInfo': infoWithoutAddress,
      'orders.requestRefund': () => sampleOrders.refundRequested(),
      'instruments.validateAddress': () => new Promise((resolve) => (answer = resolve)),
    },
    { order: withoutAddress() },
  );
  store.refundTo.want(true);
  void store.refundTo.set('bc1qgood');
  const refunding = store.refund();
  order.adopt({ ...withoutAddress(), orderId: 'x'.repeat(22) }, SAMPLE_DESTINATION);
  answer({ result: true });
  await refunding;
  expect(callsOf('orders.requestRefund')[0]?.input).toMatchObject({ orderId: SAMPLE_ORDER_ID, refundAddress: 'bc1qgood' });
  expect([store.refundTo.text, order.stage]).toEqual(['', 'decision']);
});

test('renews the offer until a decision is made', async () => {
  let requests = 0;
  const { store, order } = await setUp({
    'orders.refundInfo': () => {
      requests += 1;
      return sampleRefundInfo({
        offer: { ...offer(), validUntil: new Date(Date.parse(at(1.3)) + requests * 30_000).toISOString() },
      });
    },
  });
  store.start();
  await vi.advanceTimersByTimeAsync(29_000);
  expect(requests).toBe(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(requests).toBe(2);
  order.take(accepted());
  await vi.advanceTimersByTimeAsync(120_000);
  expect(requests).toBeLessThanOrEqual(3);
});

test('computes the refund from a specified response, zero for dust', async () => {
  const { store } = await setUp({
    'orders.refundInfo': () => ({ refundAmountWithoutNetworkFee: '0.048', networkFee: '0.00009' }),
  });
  expect(store.refundAmount).toBe('0.04791');
  const dust = await setUp({ 'orders.refundInfo': () => ({ refundAmountWithoutNetworkFee: '0.00005', networkFee: '0.00009' }) });
  expect(dust.store.refundAmount).toBe('0');
});

function offer() {
  return { quoteId: 'q'.repeat(22), amountToGet: '3352.14', price: '69836.25', fees: '18.66', validUntil: at(2.1) };
}

test('lets the signed-in customer of the order decide without a token', async () => {
  const { store, callsOf } = await setUp({ 'orders.acceptRateModeChange': accepted }, { token: null, own: [SAMPLE_ORDER_ID] });
  expect(store.mayDecide).toBe(true);
  await store.accept();
  expect(callsOf('orders.acceptRateModeChange')).toHaveLength(1);
  expect((await setUp({}, { token: null })).store.mayDecide).toBe(false);
});

test('asks the signed-in customer to confirm another refund address, then repeats the request', async () => {
  let isConfirmed = false;
  const requestRefund = () => (isConfirmed ? sampleOrders.refundRequested() : refusal('ERR_SECOND_FACTOR_REQUIRED')());
  const { store, stepUp, order } = await setUp(
    { 'orders.requestRefund': requestRefund },
    { token: null, own: [SAMPLE_ORDER_ID] },
  );
  store.refundTo.want(true);
  void store.refundTo.set('bc1qgood');
  const cancelled = store.refund();
  await vi.waitFor(() => expect(stepUp.isOpen).toBe(true));
  stepUp.finish(false);
  await cancelled;
  expect([store.problem, order.stage]).toEqual(['order.decision.notConfirmed', 'decision']);
  const confirmed = store.refund();
  await vi.waitFor(() => expect(stepUp.isOpen).toBe(true));
  isConfirmed = true;
  stepUp.finish(true);
  await confirmed;
  expect([store.problem, order.stage]).toEqual([null, 'refunding']);
});
