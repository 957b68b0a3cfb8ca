import { TREASURY_INDEX } from '../../ports/chain/treasury.ts';
import { Value } from 'typebox/value';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkGuaranteeAgainstOrder } from '../../../contract/signedDocuments/guarantee.ts';
import { hashOf, refundAddressHash, verifyDocument } from '../../../contract/signedDocuments/signature.ts';
import { OrderSchema, type Order } from '../../../contract/schemas/orders.ts';
import { sha256 } from '../../common/hashing.ts';
import { ConcurrentUpdateError } from '../../common/retryOnConflict.ts';
import {
  ADDRESSES,
  CLIENT,
  inputFor,
  eventKinds,
  readOrder,
  makeOrder,
  startOrderHost,
  type OrderHost,
} from '../testing/orderHost.ts';
import { issueReceipt } from './receipt.ts';

let host: OrderHost;
beforeEach(async () => {
  host = await startOrderHost();
});
afterEach(async () => {
  await host.close();
});

const keys = () => host.context.signer.publicKeys;

function guaranteeOf({ guarantee }: Order) {
  if (!guarantee) throw new Error('The order carries no guarantee');
  return guarantee;
}
function receiptOf({ receipt }: Order) {
  if (!receipt) throw new Error('The order carries no receipt');
  return receipt;
}

test('signs a guarantee that matches the order', async () => {
  const { order, token } = await makeOrder(host, { rateMode: 'FIXED' });
  const guarantee = guaranteeOf(order);
  expect([...Value.Errors(OrderSchema, order)]).toEqual([]);
  expect(verifyDocument(guarantee, keys())).toBe('valid');
  expect(checkGuaranteeAgainstOrder(order, guarantee.document)).toEqual([]);
  expect(guarantee.document).toMatchObject({
    exchange: 'Causeway',
    orderId: order.orderId,
    depositAddress: order.depositAddress,
    amountToGet: '5968.5',
    version: '5',
    instrumentFrom: {
      slug: 'btc',
      network: { slug: 'bitcoin', paymentUriScheme: 'bitcoin', chainId: null },
      contractAddress: null,
    },
    instrumentTo: { slug: 'usdttrc20', contractAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', decimals: '6' },
    // Six blocks of ten minutes after the deadline of 20 minutes (D55)
    confirmBy: new Date(Date.parse(order.createdAt) + 80 * 60_000).toISOString(),
    networkFee: order.claimedNetworkFee,
    collectionFee: order.collectionFeeAmount,
    fixedPremiumPercent: '0.5',
    costRisePercent: '1',
    refundPolicy: { cost: 'NETWORK_FEES', amountTolerancePercent: '0.5', marketTolerancePercent: '1' },
    laterDeposits: { rule: 'ASK', withinHours: null },
    orderTokenHash: hashOf([order.orderId, sha256(token)]),
  });
});

test('promises a refund deadline only with a refund address', async () => {
  const policyOf = ({ order }: { order: Order }) => guaranteeOf(order).document.refundPolicy;
  const byItself = { withoutDecision: 'REFUND', decisionHours: '24', latestHours: '72' };
  expect(policyOf(await makeOrder(host))).toMatchObject(byItself);
  expect(policyOf(await makeOrder(host, { rateMode: 'FIXED' }))).toMatchObject(byItself);
  const without = await makeOrder(host, { refund: null });
  expect(policyOf(without)).toMatchObject({ withoutDecision: 'KEPT', decisionHours: null, latestHours: null });
  expect([...Value.Errors(OrderSchema, without.order)]).toEqual([]);
  expect(verifyDocument(guaranteeOf(without.order), keys())).toBe('valid');
});

test.each([
  ['is refunded', {}, 'REFUND'],
  ['stays without a refund address', { refund: null }, 'KEPT'],
] as const)('keeps the signed promise: an undecided deposit %s', async (_what, wish, promise) => {
  const made = await makeOrder(host, wish);
  const { withoutDecision, decisionHours } = guaranteeOf(made.order).document.refundPolicy;
  expect(withoutDecision).toBe(promise);
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '1000');
  host.chain('bitcoin').mine(3);
  await host.tick(2);
  host.advanceClock((Number(decisionHours ?? '24') - 1) * 3_600_000);
  await host.tick(2);
  expect((await readOrder(host, made)).attention?.reason).toBe('NO_LIQUIDITY');
  host.advanceClock(2 * 3_600_000);
  await host.tick(2);
  expect(eventKinds(await readOrder(host, made)).includes('REFUND_REQUESTED')).toBe(promise === 'REFUND');
});

test('contains the refund address only as a hash', async () => {
  const { order } = await makeOrder(host);
  const { document } = guaranteeOf(order);
  expect(JSON.stringify(order)).not.toContain(ADDRESSES.bitcoin);
  expect(document.refundPolicy.refundAddressHash).toBe(refundAddressHash(order.orderId, ADDRESSES.bitcoin, null));
  const without = await makeOrder(host, { refund: null });
  expect(guaranteeOf(without.order).document.refundPolicy.refundAddressHash).toBeNull();
});

test('promises no tolerance for a floating rate', async () => {
  const { document } = guaranteeOf((await makeOrder(host)).order);
  expect(document.refundPolicy).toMatchObject({ amountTolerancePercent: null, marketTolerancePercent: null });
  expect(document).toMatchObject({ confirmBy: null, laterDeposits: { rule: 'NEW_ORDER', withinHours: '24' } });
});

test('issues one guarantee for concurrent creates with one idempotency key', async () => {
  const { input } = inputFor(host);
  const orders = await Promise.all(
    Array.from({ length: 6 }, () => host.orders.create(input, { ...CLIENT, idempotencyKey: 'one-key-for-all' })),
  );
  expect(new Set(orders.map((order) => JSON.stringify(order.guarantee))).size).toBe(1);
  expect(await host.database.selectFrom('signed_documents').selectAll().execute()).toHaveLength(2);
});

test('stores no guarantee when the order cannot be created', async () => {
  host.chain('tron').credit(TREASURY_INDEX, 'usdttrc20', '-500000');
  await expect(makeOrder(host)).rejects.toMatchObject({ code: 'ERR_NO_LIQUIDITY_AVAILABLE' });
  expect(await host.database.selectFrom('signed_documents').selectAll().execute()).toEqual([]);
});

test('issues a receipt with both transactions and keeps the guarantee', async () => {
  const made = await makeOrder(host);
  expect(made.order.receipt).toBeNull();
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  host.chain('bitcoin').mine(3);
  await host.tick(2);
  host.chain('tron').mine(40);
  await host.tick(2);
  const order = await readOrder(host, made);
  const receipt = receiptOf(order);
  expect([...Value.Errors(OrderSchema, order)]).toEqual([]);
  expect(verifyDocument(receipt, keys())).toBe('valid');
  expect(order.guarantee).toEqual(made.order.guarantee);
  expect(receipt.document).toMatchObject({
    number: '1',
    outcome: 'COMPLETED',
    guaranteeHash: hashOf(guaranteeOf(order).document),
    settledPrice: order.settledPrice,
    deposits: [{ instrument: 'btc', amount: '0.1', txHash: order.deposits[0]?.txHash, use: 'ORDER' }],
    withdrawals: [{ instrument: 'usdttrc20', amount: order.amountToGet, txHash: order.withdrawals[0]?.txHash }],
    refunds: [],
  });
  expect(checkGuaranteeAgainstOrder(order, guaranteeOf(order).document)).toEqual([]);
});

test('issues a receipt for a refunded order', async () => {
  const made = await makeOrder(host, { rateMode: 'FIXED' });
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.2');
  host.chain('bitcoin').mine(3);
  await host.tick(2);
  host.advanceClock(25 * 3_600_000);
  await host.tick(3);
  host.chain('bitcoin').mine(3);
  await host.tick(2);
  const order = await readOrder(host, made);
  expect(receiptOf(order).document).toMatchObject({
    outcome: 'REFUNDED',
    settledPrice: null,
    withdrawals: [],
    refunds: [{ instrument: 'btc', amount: order.refunds[0]?.amount, txHash: order.refunds[0]?.txHash }],
  });
});

/** Returns an order that is paid out. */
async function complete() {
  const made = await makeOrder(host);
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  host.chain('bitcoin').mine(3);
  await host.tick(2);
  host.chain('tron').mine(40);
  await host.tick(2);
  return made;
}

test('issues a second receipt after the refund of an extra deposit', async () => {
  const made = await complete();
  const { orderId } = made.order;
  const first = receiptOf(await readOrder(host, made));
  // Larger deposits become new orders (D63).
  host.desk.minimum = '100';
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.05');
  host.chain('bitcoin').mine(3);
  await host.tick(2);
  expect(receiptOf(await readOrder(host, made))).toEqual(first);
  const [extra] = (await host.orders.refundInfo(orderId)).extra ?? [];
  if (!extra?.refundAmount || !extra.networkFee) throw new Error('There is no extra deposit to refund');
  const { depositTxHash, depositIndex, refundAmount, networkFee: claimedNetworkFee } = extra;
  await host.orders.requestRefund(
    { orderId, destinationAddress: made.destination, depositTxHash, depositIndex, refundAmount, claimedNetworkFee },
    { orderToken: made.token, clientAddress: null },
  );
  await host.tick(2);
  host.chain('bitcoin').mine(3);
  await host.tick(2);

  const second = receiptOf(await readOrder(host, made));
  expect(verifyDocument(second, keys())).toBe('valid');
  expect(second.document).toMatchObject({
    number: '2',
    outcome: 'COMPLETED',
    endedAt: first.document.endedAt,
    deposits: [
      { amount: '0.1', use: 'ORDER' },
      { amount: '0.05', use: 'EXTRA' },
    ],
    refunds: [{ instrument: 'btc', amount: refundAmount, networkFee: claimedNetworkFee, depositTxHash }],
  });
});

test('rolls back a concurrent receipt with the same number', async () => {
  const { order } = await complete();
  const { orderId } = order;
  const receipts = host.database.selectFrom('signed_documents').where('kind', '=', 'RECEIPT');
  const [first] = await receipts.selectAll().execute();
  // Simulates a process that counted the receipts before the first one was committed: its number is taken.
  await host.database
    .insertInto('signed_documents')
    .values({ order_id: orderId, kind: 'RECEIPT', number: 3, key_id: 'k', document: '{}', signature: 's', created_at: 0 })
    .execute();
  const again = host.database.transaction().execute((transaction) => issueReceipt(host.context, transaction, orderId));
  await expect(again).rejects.toThrow(ConcurrentUpdateError);
  expect(first).toBeDefined();
  expect(await receipts.select('number').execute()).toHaveLength(2);
});
