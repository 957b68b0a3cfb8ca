import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CreateOrderInput } from '../../../contract/api/orders.ts';
import type { PairData } from '../../../contract/api/rates.ts';
import { claimedRate } from '../../../contract/claimedRate.ts';
import { ApiError } from '../../../contract/errors.ts';
import { createFakePlatform, type Answers } from '../../../tests/support/browser/fakePlatform.ts';
import { SAMPLE_DESTINATION, SAMPLE_ORDER_ID, SAMPLE_TIME, sampleOrder } from '../../../tests/support/samples/sampleOrder.ts';
import { samplePairData } from '../../../tests/support/samples/samplePairData.ts';
import { GuaranteeStore } from './GuaranteeStore.ts';
import { OrderCreationStore } from './OrderCreationStore.ts';
import { DeviceOrders } from '../deviceOrders/DeviceOrders.ts';
import { OrderStore } from './OrderStore.ts';
import { OrderTokens } from '../deviceOrders/OrderTokens.ts';

const clock = { now: () => Date.now() };
const pair: PairData = { ...samplePairData(), rateMode: 'FIXED' };
const delivery = { destinationAddress: SAMPLE_DESTINATION };
const payload: CreateOrderInput = { ...claimedRate(pair), ...delivery };
const lost = () => new ApiError('ERR_SERVICE_UNAVAILABLE', 'No answer');

beforeEach(() => vi.useFakeTimers({ now: SAMPLE_TIME }));
afterEach(() => vi.useRealTimers());

function setUp(
  create: NonNullable<Answers['orders.create']>,
  { features = ['order-token'], isSignedIn = false }: { features?: string[]; isSignedIn?: boolean } = {},
) {
  const fake = createFakePlatform({ 'orders.create': create });
  const forgetReferrer = vi.fn();
  const page = () => {
    const order = new OrderStore({ platform: fake.platform, clock, snapshot: null });
    const tokens = new OrderTokens(fake.platform);
    const store = new OrderCreationStore({
      platform: fake.platform,
      clock,
      order,
      guarantee: new GuaranteeStore({ order, signingKeys: [], sessionStorage: fake.platform.sessionStorage, snapshot: null }),
      deviceOrders: new DeviceOrders({ platform: fake.platform, clock, tokens, isOwn: () => isSignedIn }),
      accountOrders: { isOn: isSignedIn, note: () => undefined },
      tokens,
      hasFeature: (feature) => features.includes(feature),
      forgetReferrer,
    });
    return { store, order, tokens };
  };
  return { ...page(), ...fake, page, forgetReferrer, creates: () => fake.callsOf('orders.create') };
}

test('creates the order with an idempotency key and the hash of its token', async () => {
  const { store, order, tokens, creates, platform } = setUp(() => sampleOrder());
  await store.begin({ delivery, pair });
  await store.run();
  expect(store.created).toMatchObject({
    orderId: SAMPLE_ORDER_ID,
    draft: { payload: { destinationAddress: SAMPLE_DESTINATION } },
  });
  expect(order.order?.orderId).toBe(SAMPLE_ORDER_ID);
  const [{ input, options } = { input: {}, options: {} }] = creates();
  expect(options.idempotencyKey).toMatch(/^[A-Za-z0-9_-]{22}$/);
  const token = tokens.get(SAMPLE_ORDER_ID) ?? '';
  expect(input).toEqual({ ...payload, orderTokenHash: createHash('sha256').update(token).digest('hex') });
  expect(platform.sessionStorage.get('order-draft')).toBeNull();
  expect(platform.storage.get('orders')).toContain(SAMPLE_ORDER_ID);
});

test('keeps an order of a signed-in customer out of the list of this device', async () => {
  const { store, tokens, platform } = setUp(() => sampleOrder(), { isSignedIn: true });
  await store.begin({ delivery, pair });
  await store.run();
  expect(store.state).toBe('created');
  expect(tokens.get(SAMPLE_ORDER_ID)).not.toBeNull();
  expect([platform.storage.get('orders'), platform.storage.get('order-tokens')]).toEqual([null, null]);
});

test('sends the specified payload to a host without order tokens', async () => {
  const { store, tokens, creates } = setUp(() => sampleOrder(), { features: [] });
  await store.begin({ delivery, pair });
  await store.run();
  expect(creates()[0]?.input).toEqual(payload);
  expect(tokens.get(SAMPLE_ORDER_ID)).toBeNull();
});

test('retries a lost response with the same key and body', async () => {
  let attempts = 0;
  const { store, creates } = setUp(() => {
    attempts += 1;
    if (attempts < 4) throw lost();
    return sampleOrder();
  });
  await store.begin({ delivery, pair });
  const done = store.run();
  await vi.advanceTimersByTimeAsync(0);
  expect(store.state).toBe('retrying');
  await vi.advanceTimersByTimeAsync(7_000);
  await done;
  expect(store.state).toBe('created');
  expect(creates()).toHaveLength(4);
  expect(new Set(creates().map(({ input, options }) => JSON.stringify([input, options])))).toHaveProperty('size', 1);
});

test('retries at once when the device comes online', async () => {
  let isThere = false;
  const { store, setOnline, creates } = setUp(() => {
    if (!isThere) throw lost();
    return sampleOrder();
  });
  await store.begin({ delivery, pair });
  const done = store.run();
  await vi.advanceTimersByTimeAsync(0);
  isThere = true;
  setOnline(true);
  await done;
  expect(creates()).toHaveLength(2);
});

test('asks the customer after 200 s and retries with the same key', async () => {
  let isThere = false;
  const { store, creates } = setUp(() => {
    if (!isThere) throw lost();
    return sampleOrder();
  });
  await store.begin({ delivery, pair });
  const done = store.run();
  await vi.advanceTimersByTimeAsync(220_000);
  await done;
  expect(store.refusal).toMatchObject({ kind: 'retry', message: 'order.pending.noAnswer' });
  isThere = true;
  await store.run();
  expect(store.state).toBe('created');
  expect(new Set(creates().map(({ options }) => options.idempotencyKey)).size).toBe(1);
});

test('continues the same draft after a reload', async () => {
  const { store, page, creates } = setUp(() => sampleOrder());
  await store.begin({ delivery, pair });
  const reloaded = page();
  await reloaded.store.run();
  expect(reloaded.store.created?.orderId).toBe(SAMPLE_ORDER_ID);
  expect(creates()).toHaveLength(1);
  expect(reloaded.tokens.get(SAMPLE_ORDER_ID)).not.toBeNull();
});

test('joins two concurrent runs', async () => {
  const { store, creates } = setUp(() => sampleOrder());
  await store.begin({ delivery, pair });
  await Promise.all([store.run(), store.run()]);
  expect(creates()).toHaveLength(1);
});

test('does nothing without a draft', async () => {
  const { store, creates } = setUp(() => sampleOrder());
  await store.run();
  expect(store.state).toBe('idle');
  expect(creates()).toHaveLength(0);
});

test('ignores the response for a discarded draft', async () => {
  const late = Promise.withResolvers<ReturnType<typeof sampleOrder>>();
  const { store, order } = setUp(() => late.promise);
  await store.begin({ delivery, pair });
  const done = store.run();
  store.abandon();
  late.resolve(sampleOrder());
  await done;
  expect(store.created).toBeNull();
  expect(order.order).toBeNull();
});

test('creates the order without an unknown referrer, under another key', async () => {
  const { store, forgetReferrer, creates } = setUp((input) => {
    if (input.referrerId) throw new ApiError('ERR_NOT_FOUND', 'No user with this referrerAffiliateId', undefined, 'r');
    return sampleOrder();
  });
  await store.begin({ delivery: { ...delivery, referrerId: 'nobody' }, pair });
  await store.run();
  expect(forgetReferrer).toHaveBeenCalledOnce();
  expect(store.state).toBe('created');
  const [first, second] = creates();
  expect(second?.input).not.toHaveProperty('referrerId');
  expect(second?.options.idempotencyKey).not.toBe(first?.options.idempotencyKey);
});

test.each([
  ['ERR_RATE_CHANGED', '', { pairData: pair }, { kind: 'rateChanged', pair }],
  [
    'ERR_VALIDATION',
    '',
    { field: 'refundAddress', code: 'error_address_must_be_different' },
    { kind: 'field', field: 'refundAddress', message: 'error_address_must_be_different' },
  ],
  [
    'ERR_VALIDATION',
    '',
    { field: 'destinationAddress', code: 'address_reject_iotx' },
    { kind: 'field', message: 'address_reject_iotx' },
  ],
  ['ERR_VALIDATION', '', { field: 'userEmail' }, { kind: 'field', message: 'EMAIL_VALIDATION_ERROR' }],
  ['ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_SMALL', '', { expected: '0.001' }, { kind: 'form' }],
  ['ERR_FORBIDDEN', 'Client data is blacklisted', {}, { kind: 'refused', message: 'error_address_blacklisted' }],
  ['ERR_FORBIDDEN', 'No', {}, { kind: 'refused', message: 'error_create_exchange' }],
  [
    'ERR_NO_LIQUIDITY_AVAILABLE',
    '',
    { available: '0.2' },
    { kind: 'refused', message: 'order.pending.noLiquidity', most: '0.2' },
  ],
  ['ERR_NETWORK_NOT_SUPPORTED', '', {}, { kind: 'refused', message: 'error_create_exchange', requestId: 'request' }],
  ['ERR_TOO_MANY_REQUESTS', '', {}, { kind: 'retry', message: 'order.pending.tooMany' }],
  ['ERR_INTERNAL_SERVER_ERROR', '', {}, { kind: 'retry', message: 'error_create_order_unknwon' }],
] as const)('maps %s %s to its refusal', async (code, message, details, refusal) => {
  const { store } = setUp(() => {
    throw new ApiError(code, message, details, 'request');
  });
  await store.begin({ delivery, pair });
  await store.run();
  expect(store.state).toBe('refused');
  expect(store.refusal).toMatchObject(refusal);
});
