import { expect, test } from 'vitest';
import { ApiError } from '../../../contract/errors.ts';
import { createFakePlatform, type Answers } from '../../../tests/support/browser/fakePlatform.ts';
import {
  at,
  SAMPLE_DESTINATION,
  SAMPLE_ORDER_ID,
  sampleDeposit,
  sampleOrder,
  sampleOrders,
} from '../../../tests/support/samples/sampleOrder.ts';
import { ClaimStore } from './ClaimStore.ts';
import { OrderStore } from './OrderStore.ts';
import { OrderTokens } from '../deviceOrders/OrderTokens.ts';

const HASH = 'ab'.repeat(32);
const clock = { now: () => Date.now() };

async function setUp(claimDeposit: NonNullable<Answers['orders.claimDeposit']>) {
  const fake = createFakePlatform({ 'orders.publicInfo': () => sampleOrder(), 'orders.claimDeposit': claimDeposit });
  const tokens = new OrderTokens(fake.platform);
  tokens.store(SAMPLE_ORDER_ID, 'token');
  const order = new OrderStore({ platform: fake.platform, clock, snapshot: null, canPush: () => false });
  await order.load(SAMPLE_ORDER_ID, SAMPLE_DESTINATION);
  return { ...fake, order, store: new ClaimStore({ platform: fake.platform, order, tokens }) };
}

test('claims the transaction and shows the updated order', async () => {
  const { store, order, callsOf } = await setUp(() => ({ ...sampleOrders.confirming(), serverTime: at(9) }));
  store.setHash(` ${HASH}\n`);
  expect(await store.send()).toBe('FOUND');
  const [call] = callsOf('orders.claimDeposit');
  expect(call?.input).toEqual({ orderId: SAMPLE_ORDER_ID, destinationAddress: SAMPLE_DESTINATION, txHash: HASH });
  expect(call?.options.orderToken).toBe('token');
  expect([order.stage, store.form.fields.hash]).toEqual(['confirming', '']);
});

test.each([
  [[], 'HELD'],
  [[sampleDeposit({ txHash: HASH.toUpperCase() })], 'FOUND'],
] as const)('derives the result at a shared address from the deposits %j', async (deposits, outcome) => {
  const shared = sampleOrder({ depositAddressMemo: '7', deposits: [...deposits], serverTime: at(9) });
  const { store } = await setUp(() => shared);
  store.setHash(HASH);
  expect(await store.send()).toBe(outcome);
});

test('keeps input and result separate for each order', async () => {
  const { store, order } = await setUp(() => Promise.reject(new ApiError('ERR_NOT_FOUND', 'No')));
  store.setHash(HASH);
  const sending = store.send();
  order.adopt(sampleOrder({ orderId: 'x'.repeat(22) }), SAMPLE_DESTINATION);
  expect([store.form.fields.hash, store.form.isPending]).toEqual(['', false]);
  await sending;
  expect([store.form.fields.hash, store.form.problem]).toEqual(['', null]);
});

test.each([
  ['', 'claim.hashMissing'],
  ['short', 'claim.hashWrong'],
  ['https://explorer.example/tx?id=1', 'claim.hashWrong'],
])('does not send "%s"', async (hash, problem) => {
  const { store, callsOf } = await setUp(() => sampleOrder());
  store.setHash(hash);
  expect(await store.send()).toBeNull();
  expect([store.form.problem, callsOf('orders.claimDeposit').length]).toEqual([problem, 0]);
});

test.each([
  [new ApiError('ERR_NOT_FOUND', 'No', { code: 'DEPOSIT_UNKNOWN' }), 'claim.notFoundAtOwnAddress'],
  [new ApiError('ERR_SERVICE_UNAVAILABLE', 'No', { code: 'NETWORK_SILENT' }), 'claim.networkSilent'],
  [new ApiError('ERR_NOT_FOUND', 'No', { code: 'DEPOSIT_UNCONFIRMED' }), 'claim.unconfirmed'],
  [new ApiError('ERR_NOT_FOUND', 'No', { code: 'DEPOSIT_UNREADABLE' }), 'claim.unreadable'],
  [new ApiError('ERR_NOT_ACCEPTABLE', 'No', { code: 'CLAIM_REJECTED' }), 'claim.rejected'],
  [new ApiError('ERR_TOO_MANY_REQUESTS', 'No'), 'claim.tooMany'],
  [new ApiError('ERR_ORDER_TOKEN_REQUIRED', 'No'), 'order.decision.tokenMissing'],
  [new ApiError('ERR_VALIDATION', 'No'), 'claim.hashWrong'],
  [new ApiError('ERR_SERVICE_UNAVAILABLE', 'No'), 'claim.notAnswered'],
  [new Error('anything'), 'claim.notAnswered'],
])('explains %s and keeps the hash', async (failure, problem) => {
  const { store } = await setUp(() => {
    throw failure;
  });
  store.setHash(HASH);
  expect(await store.send()).toBeNull();
  expect([store.form.problem, store.form.fields.hash, store.form.isPending]).toEqual([problem, HASH, false]);
});
