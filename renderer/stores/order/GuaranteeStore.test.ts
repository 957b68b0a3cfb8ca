import { describe, expect, test } from 'vitest';
import type { Instrument } from '../../../contract/api/instruments.ts';
import type { Order } from '../../../contract/api/orders.ts';
import type { RequestedOrder } from '../../../contract/signedDocuments/guarantee.ts';
import { orderTokenHash, refundAddressHash } from '../../../contract/signedDocuments/signature.ts';
import { createDocumentSigner } from '../../../server/guarantee/documentSigner.ts';
import { createFakePlatform, memoryStorage } from '../../../tests/support/browser/fakePlatform.ts';
import { SAMPLE_SIGNER, signSample, signSampleReceipt } from '../../../tests/support/samples/sampleGuarantee.ts';
import { sampleInstrument, sampleInstruments } from '../../../tests/support/samples/sampleInstruments.ts';
import {
  SAMPLE_DESTINATION,
  SAMPLE_ORDER_ID,
  SAMPLE_TIME,
  sampleOrder,
  sampleOrders,
} from '../../../tests/support/samples/sampleOrder.ts';
import { GuaranteeStore, type GuaranteeSnapshot } from './GuaranteeStore.ts';
import { OrderStore } from './OrderStore.ts';

const clock = { now: () => SAMPLE_TIME };
const signed = (changes: Partial<Order> = {}) => sampleOrder({ guarantee: signSample(), ...changes });

/** A response whose coin to send was changed in transit. */
function coin(network: Partial<NonNullable<Instrument['network']>>, changes: Partial<Instrument> = {}): Order {
  const sample = sampleInstruments.btc;
  const instrumentFrom = sampleInstrument('btc', { ...changes, network: { ...sample.network, ...network } });
  return signed({ pair: { ...sampleOrder().pair, instrumentFrom } });
}

function setUp({
  order = signed(),
  signingKeys = SAMPLE_SIGNER.publicKeys,
  snapshot = null,
}: { order?: Order; signingKeys?: readonly string[]; snapshot?: GuaranteeSnapshot | null } = {}) {
  const { platform } = createFakePlatform();
  const orders = new OrderStore({
    platform,
    clock,
    snapshot: { orderId: order.orderId, destinationAddress: SAMPLE_DESTINATION, state: 'ready', order },
    canPush: () => false,
  });
  const sessionStorage = memoryStorage();
  return { orders, store: new GuaranteeStore({ order: orders, signingKeys, sessionStorage, snapshot }) };
}

const requested: RequestedOrder = {
  rateMode: 'FIXED',
  instrumentFrom: { slug: 'btc' },
  instrumentTo: { slug: 'usdttrc20' },
  claimedDepositAmount: '0.05',
  destinationAddress: ` ${SAMPLE_DESTINATION} `,
  orderTokenHash: 'ef'.repeat(32),
};

test('is neutral until verification, then verified', async () => {
  const { store } = setUp();
  expect(store.state).toBe('checking');
  await store.check();
  expect(store.state).toBe('verified');
  expect(store.isSendingRefused).toBe(false);
  expect(store.guarantee?.keyId).toBe(signSample().keyId);
});

test('is unknown without pinned keys', async () => {
  const { store } = setUp({ signingKeys: [], order: signed({ depositAddress: 'bc1qother' }) });
  await store.check();
  expect([store.state, store.problem, store.isSendingRefused, store.snapshot()]).toEqual(['unknown', null, false, null]);
});

describe('refused', () => {
  test.each([
    ['an address that was not signed', signed({ depositAddress: 'bc1qother' }), 'different'],
    ['an amount that was not signed', signed({ claimedDepositAmount: '0.5' }), 'different'],
    ['a memo that was not signed', signed({ depositAddressMemo: '7' }), 'different'],
    ['a payment scheme that was not signed', coin({ paymentUriScheme: 'bitcoin:bc1qother?amount=0.05&x' }), 'different'],
    ['a chain that was not signed', coin({ chainId: 56 }), 'different'],
    ['the name of a network that was not signed', coin({ friendlyTitle: 'BNB Smart Chain' }), 'different'],
    ['a contract that was not signed', coin({}, { contractAddress: '0xATT@1?value=1&x=' }), 'different'],
    ['a base unit that was not signed', coin({}, { decimals: 9 }), 'different'],
    ['a missing guarantee', signed({ guarantee: null }), 'missing'],
    ['a guarantee of another order', signed({ guarantee: signSample({ orderId: 'x'.repeat(22) }) }), 'different'],
  ] as const)('refuses %s at once without loading the signature code', (_what, order, problem) => {
    const { store } = setUp({ order });
    expect([store.state, store.problem, store.isSendingRefused]).toEqual(['refused', problem, true]);
  });

  test('refuses a document that was changed with the response', async () => {
    const guarantee = signSample();
    const document = { ...guarantee.document, depositAddress: 'bc1qother' };
    const { store } = setUp({ order: signed({ depositAddress: 'bc1qother', guarantee: { ...guarantee, document } }) });
    expect(store.state).toBe('checking');
    await store.check();
    expect([store.state, store.problem]).toEqual(['refused', 'signature']);
  });

  test('refuses a key that is not pinned', async () => {
    const stranger = createDocumentSigner({ secretKey: new Uint8Array(32).fill(5), previousKeys: [], exchange: 'Causeway' });
    const { store } = setUp({ signingKeys: stranger.publicKeys });
    await store.check();
    expect([store.state, store.problem]).toEqual(['refused', 'signature']);
  });

  test('refuses when the page asks to send again after a reorg', () => {
    const orderEvents = sampleOrders.confirming().orderEvents;
    const { store } = setUp({ order: signed({ orderEvents, depositAddress: 'bc1qother' }) });
    expect([store.state, store.isSendingRefused]).toEqual(['refused', true]);
  });

  test('does not refuse sending after the deposit', async () => {
    const { store } = setUp({ order: { ...sampleOrders.confirming(), guarantee: null } });
    await store.check();
    expect([store.state, store.isSendingRefused]).toEqual(['refused', false]);
  });
});

test('verifies with a replaced key', async () => {
  const next = createDocumentSigner({
    secretKey: new Uint8Array(32).fill(6),
    previousKeys: SAMPLE_SIGNER.publicKeys,
    exchange: 'Causeway',
  });
  const { store } = setUp({ signingKeys: next.publicKeys });
  await store.check();
  expect(store.state).toBe('verified');
});

test('checks each response, also one that changes only the address', async () => {
  const { store, orders } = setUp();
  const stop = store.start();
  await expect.poll(() => store.state).toBe('verified');
  orders.take(signed({ depositAddress: 'bc1qother' }));
  expect([store.state, store.differences[0]?.field]).toEqual(['refused', 'depositAddress']);
  orders.take(signed());
  expect(store.state).toBe('verified');
  stop();
});

test("shows the server's verdict and verifies again", async () => {
  const { store } = setUp({ snapshot: { guarantee: 'valid', receipt: null } });
  expect(store.state).toBe('verified');
  const forged = setUp({
    snapshot: { guarantee: 'valid', receipt: null },
    order: signed({ guarantee: { ...signSample(), signature: '00'.repeat(64) } }),
  });
  expect(forged.store.state).toBe('verified');
  await forged.store.check();
  expect(forged.store.state).toBe('refused');
});

describe('the input of the customer in this tab', () => {
  const tokenHash = orderTokenHash(SAMPLE_ORDER_ID, 'ef'.repeat(32));
  const orderWith = (changes: Parameters<typeof signSample>[0]) =>
    signed({ guarantee: signSample({ orderTokenHash: tokenHash, ...changes }) });
  const hash = refundAddressHash(SAMPLE_ORDER_ID, 'bc1qmine', null);
  const typed = { ...requested, refundAddress: 'bc1qmine' };
  const policy = { ...signSample().document.refundPolicy, refundAddressHash: hash };

  test('matches the signed document, including the refund address', async () => {
    const { store } = setUp({ order: orderWith({ refundPolicy: policy }) });
    store.expect(SAMPLE_ORDER_ID, typed);
    await store.check();
    expect(store.state).toBe('verified');
  });

  test.each([
    ['destinationAddress', { ...typed, destinationAddress: 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW' }],
    ['claimedDepositAmount', { ...typed, claimedDepositAmount: '0.04' }],
    ['rateMode', { ...typed, rateMode: 'FLOATING' }],
    ['refundAddress', { ...typed, refundAddress: 'bc1qsomebodyelse' }],
    ['orderToken', { ...typed, orderTokenHash: '00'.repeat(32) }],
  ] satisfies [string, RequestedOrder][])('refuses another %s', async (field, changed) => {
    const { store } = setUp({ order: orderWith({ refundPolicy: policy }) });
    store.expect(SAMPLE_ORDER_ID, changed);
    await store.check();
    expect([store.state, store.differences.map((one) => one.field)]).toEqual(['refused', [field]]);
  });

  test('refuses a signed refund address that the customer did not enter', async () => {
    const { store } = setUp({ order: orderWith({ refundPolicy: policy }) });
    store.expect(SAMPLE_ORDER_ID, requested);
    await store.check();
    expect([store.state, store.isSendingRefused]).toEqual(['refused', true]);
    expect(store.differences).toEqual([{ field: 'refundAddress', signed: null, shown: null }]);
    const without = setUp({ order: orderWith({ refundPolicy: { ...policy, refundAddressHash: null } }) });
    without.store.expect(SAMPLE_ORDER_ID, requested);
    await without.store.check();
    expect(without.store.state).toBe('verified');
  });

  test('refuses an order token that this tab did not send', async () => {
    const { orderTokenHash: _hash, ...withoutToken } = typed;
    const { store } = setUp({ order: orderWith({ refundPolicy: policy }) });
    store.expect(SAMPLE_ORDER_ID, withoutToken);
    await store.check();
    expect(store.differences.map(({ field }) => field)).toEqual(['orderToken']);
  });

  test('is not compared with another order', async () => {
    const { store } = setUp();
    store.expect('y'.repeat(22), { ...requested, claimedDepositAmount: '9' });
    await store.check();
    expect(store.state).toBe('verified');
  });
});

test('verifies a receipt separately', async () => {
  const receipt = signSampleReceipt();
  const { store } = setUp({ order: { ...sampleOrders.completed(), guarantee: signSample(), receipt } });
  expect(store.receiptVerdict).toBeNull();
  await store.check();
  expect(store.receiptVerdict).toBe('valid');
  const forged = setUp({ order: { ...sampleOrders.completed(), receipt: { ...receipt, signature: '00'.repeat(64) } } });
  await forged.store.check();
  expect(forged.store.receiptVerdict).toBe('invalid');
});
