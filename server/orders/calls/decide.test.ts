import { TREASURY_INDEX } from '../../ports/chain/treasury.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ApiError } from '../../../contract/errors.ts';
import type { Order } from '../../../contract/schemas/orders.ts';
import { findOrder } from '../../db/repositories/orders.ts';
import { addToBlacklist } from '../../operator/testing/acts.ts';
import { addCustomer } from '../testing/customer.ts';
import { refusalOf } from '../testing/hostActions.ts';
import {
  ADDRESSES,
  eventKinds,
  ledgerAccounts,
  ledgerSums,
  readOrder,
  makeOrder,
  startOrderHost,
  type MadeOrder,
  type OrderHost,
  type OrderOptions,
} from '../testing/orderHost.ts';

const HOUR = 3_600_000;

let host: OrderHost;
beforeEach(async () => {
  host = await startOrderHost();
});
afterEach(async () => {
  await host.close();
});

/** A fixed order that awaits a decision, because its deposit came too late. */
async function requestedOrder(wanted: OrderOptions = {}): Promise<MadeOrder> {
  const made = await makeOrder(host, { rateMode: 'FIXED', ...wanted });
  host.advanceClock(21 * 60_000);
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  await host.tick();
  return made;
}

async function accept(made: MadeOrder, quoteId?: string, orderToken: string | null = made.token): Promise<Order> {
  const offered = quoteId ?? (await host.orders.refundInfo(made.order.orderId)).offer?.quoteId ?? '';
  const input = { orderId: made.order.orderId, destinationAddress: made.destination, quoteId: offered };
  return await host.orders.acceptRateModeChange(input, { orderToken, clientAddress: null });
}

async function refund(made: MadeOrder, changes: object = {}, orderToken: string | null = made.token): Promise<Order> {
  const info = await host.orders.refundInfo(made.order.orderId);
  return await host.orders.requestRefund(
    {
      orderId: made.order.orderId,
      destinationAddress: made.destination,
      refundAmount: info.refundAmount ?? '',
      claimedNetworkFee: info.networkFee,
      ...changes,
    },
    { orderToken, clientAddress: null },
  );
}

async function runToEnd(): Promise<void> {
  for (let round = 0; round < 6; round += 1) {
    for (const network of ['bitcoin', 'tron', 'ethereum']) host.chain(network).mine(2);
    await host.tick();
  }
}

test('rejects the treasury and deposit addresses as refund address', async () => {
  const made = await requestedOrder();
  const other = await makeOrder(host);
  const treasury = (await host.chain('bitcoin').addressAt(TREASURY_INDEX)).address;
  for (const refundAddress of [made.order.depositAddress, other.order.depositAddress, treasury]) {
    expect(await refusalOf(refund(made, { refundAddress }))).toMatchObject({
      details: { field: 'refundAddress', code: 'error_address_ours' },
    });
  }
});

test("shows the refund and the exchange at today's rate", async () => {
  const made = await requestedOrder();
  host.desk.prices.set('btc', '58000');
  expect(await host.orders.refundInfo(made.order.orderId)).toMatchObject({
    refundAmountWithoutNetworkFee: '0.1',
    networkFee: '0.00003',
    refundAmount: '0.09997',
    depositedAmount: '0.1',
    originalAmountToGet: '5968.5',
    refundAddress: 'bc1qw5•••f3t4',
    offer: { amountToGet: '5769.5', fees: '30.5' },
  });
});

test('switches to a floating rate on acceptance and prices the payout at the confirmations (D9)', async () => {
  const made = await requestedOrder();
  const accepted = await accept(made);
  expect(accepted).toMatchObject({ rateMode: 'FLOATING', attention: null });
  expect(eventKinds(accepted).at(-1)).toBe('RATE_MODE_CHANGE_ACCEPTED');
  host.desk.prices.set('btc', '61000');
  await runToEnd();
  expect((await readOrder(host, made)).withdrawals).toMatchObject([{ amount: '6068' }]);
});

test('publishes the accepted terms until the order is priced', async () => {
  const made = await requestedOrder();
  expect(made.order).toMatchObject({ acceptedPrice: null, amountToGet: '5968.5' });
  host.desk.prices.set('btc', '58000');
  host.desk.fees.set('usdttrc20', '2');
  const { offer } = await host.orders.refundInfo(made.order.orderId);
  const accepted = { acceptedPrice: '57710', amountToGet: '5769', claimedNetworkFee: '2', platformFee_Absolute: '29' };
  expect(offer).toMatchObject({ price: '57710', amountToGet: '5769' });
  expect(await accept(made)).toMatchObject(accepted);
  host.desk.prices.set('btc', '61000');
  // The signed guarantee does not change.
  expect(await readOrder(host, made)).toMatchObject({ ...accepted, claimedPublicRate: { price: '59700' }, settledPrice: null });
  await runToEnd();
  expect(await readOrder(host, made)).toMatchObject({ acceptedPrice: '57710', amountToGet: '6067.5', settledPrice: '60695' });
});

test('asks again with a new offer when the offer is unknown or worse by more than 0.5 %', async () => {
  const made = await requestedOrder();
  const offer = (await host.orders.refundInfo(made.order.orderId)).offer;
  host.desk.prices.set('btc', '59690');
  const error = await refusalOf(accept(made, offer?.quoteId));
  expect(error).toMatchObject({ code: 'ERR_RATE_CHANGED', details: { refundInfo: { offer: { amountToGet: '5937.655' } } } });
  expect((await refusalOf(accept(made, 'AAAAAAAAAAAAAAAAAAAAAA'))).code).toBe('ERR_RATE_CHANGED');
  expect((await accept(made)).rateMode).toBe('FLOATING');
});

test('rejects an offer for less than has been deposited since', async () => {
  const made = await requestedOrder();
  const offer = (await host.orders.refundInfo(made.order.orderId)).offer;
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.05');
  await host.tick();
  const error = await refusalOf(accept(made, offer?.quoteId));
  expect(error).toMatchObject({ code: 'ERR_RATE_CHANGED', details: { refundInfo: { depositedAmount: '0.15' } } });
});

test('rejects an acceptance without free reserve and leaves the order unchanged', async () => {
  const made = await requestedOrder();
  host.chain('tron').credit(TREASURY_INDEX, 'usdttrc20', '-499900');
  expect((await refusalOf(accept(made))).code).toBe('ERR_NO_LIQUIDITY_AVAILABLE');
  expect((await readOrder(host, made)).attention?.reason).toBe('SLOW_DEPOSIT');
});

test('refunds the confirmed deposit minus the network fee (D8)', async () => {
  const made = await requestedOrder();
  expect(eventKinds(await refund(made)).at(-1)).toBe('REFUND_REQUESTED');
  await host.tick(2);
  expect(host.chain('bitcoin').receivedBy(ADDRESSES.bitcoin)).toEqual([]);
  await runToEnd();
  const order = await readOrder(host, made);
  expect(eventKinds(order).at(-1)).toBe('REFUND_COMPLETED');
  expect(
    host
      .chain('bitcoin')
      .receivedBy(ADDRESSES.bitcoin)
      .map((one) => one.amount),
  ).toEqual(['0.09997']);
  const accounts = await ledgerAccounts(host, made.order.orderId);
  expect([accounts['CUSTOMER btc'], accounts['IN_TRANSIT btc']]).toEqual(['0', '0']);
  expect(new Set(Object.values(await ledgerSums(host)))).toEqual(new Set(['0']));
});

test('asks again when the fee rose by more than 5 %, and absorbs a smaller rise', async () => {
  const made = await requestedOrder();
  const shown = { refundAmount: '0.09997', claimedNetworkFee: '0.00003' };
  host.desk.fees.set('btc', '0.000032');
  const error = await refusalOf(refund(made, shown));
  expect(error).toMatchObject({ code: 'ERR_RATE_CHANGED', details: { refundInfo: { networkFee: '0.000032' } } });
  host.desk.fees.set('btc', '0.0000315');
  await refund(made, shown);
  await runToEnd();
  expect((await readOrder(host, made)).refunds).toMatchObject([{ amount: '0.09997', networkFee: '0.00003' }]);
});

test('asks again when the refund amount is not what is due', async () => {
  const made = await requestedOrder();
  expect((await refusalOf(refund(made, { refundAmount: '0.2' }))).code).toBe('ERR_RATE_CHANGED');
});

test('includes a deposit that arrives between the request and the refund', async () => {
  const made = await requestedOrder();
  await refund(made);
  const comesBack = async () => (await host.orders.refundInfo(made.order.orderId)).refundAmount;
  expect(await comesBack()).toBe('0.09997');
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.02');
  await host.tick();
  expect(await comesBack()).toBe('0.11997');
  await runToEnd();
  expect((await readOrder(host, made)).refunds).toMatchObject([{ amount: '0.11997' }]);
  expect(await comesBack()).toBe('0.11997');
});

test('refunds to an address given in the request, checked as at creation', async () => {
  const made = await requestedOrder();
  const bad = await refusalOf(refund(made, { refundAddress: ADDRESSES.ethereum }));
  expect(bad).toMatchObject({ code: 'ERR_VALIDATION', details: { field: 'refundAddress' } });
  const round = await refusalOf(refund(made, { refundAddress: made.order.depositAddress }));
  expect(round).toMatchObject({ code: 'ERR_VALIDATION', details: { field: 'refundAddress' } });
  const other = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';
  await refund(made, { refundAddress: other });
  await runToEnd();
  expect(
    host
      .chain('bitcoin')
      .receivedBy(other)
      .map((one) => one.amount),
  ).toEqual(['0.09997']);
});

test('requires the order token for a decision, also for an order without one (D3)', async () => {
  const made = await requestedOrder();
  for (const token of [null, 'wrong']) {
    expect((await refusalOf(accept(made, undefined, token))).code).toBe('ERR_ORDER_TOKEN_REQUIRED');
    expect((await refusalOf(refund(made, {}, token))).code).toBe('ERR_ORDER_TOKEN_REQUIRED');
  }
  await host.database.updateTable('orders').set({ order_token_hash: null }).execute();
  expect((await refusalOf(accept(made))).code).toBe('ERR_ORDER_TOKEN_REQUIRED');
});

test('needs no authority for another spelling of the refund address, and keeps the signed one', async () => {
  const made = await requestedOrder();
  const { refund_address: stored } = (await findOrder(host.database, made.order.orderId)) ?? {};
  const info = await host.orders.refundInfo(made.order.orderId);
  const input = {
    orderId: made.order.orderId,
    destinationAddress: made.destination,
    refundAmount: info.refundAmount ?? '',
    claimedNetworkFee: info.networkFee,
  };
  const customer = { userId: await addCustomer(host.database, 'anna@example.com'), mayNameRefundAddress: 'never' } as const;
  await host.database.updateTable('orders').set({ customer_id: customer.userId }).execute();
  const authority = { orderToken: null, clientAddress: null, customer };
  const requestTo = (refundAddress: string) => host.orders.requestRefund({ ...input, refundAddress }, authority);
  expect((await refusalOf(requestTo('1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu'))).code).toBe('ERR_ORDER_TOKEN_REQUIRED');
  await requestTo(stored?.toUpperCase() ?? '');
  expect((await findOrder(host.database, made.order.orderId))?.refund_address).toBe(stored);
});

test('lets either acceptance or refund win and answers the other with the current order (D7)', async () => {
  for (let round = 0; round < 4; round += 1) {
    const made = await requestedOrder();
    const info = await host.orders.refundInfo(made.order.orderId);
    const outcomes = await Promise.allSettled([
      accept(made, info.offer?.quoteId),
      refund(made),
      accept(made, info.offer?.quoteId),
      refund(made),
    ]);
    const won = outcomes.filter((outcome) => outcome.status === 'fulfilled');
    const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as ApiError] : []));
    expect(won).toHaveLength(1);
    for (const error of lost) {
      expect(error.code).toBe('ERR_NOT_ACCEPTABLE');
      expect(error.details?.['order']).toMatchObject({ orderId: made.order.orderId, orderEvents: won[0]?.value.orderEvents });
    }
  }
});

test('retries a decision when the deposit is mined meanwhile', async () => {
  const made = await requestedOrder();
  host.chain('bitcoin').mine();
  const [accepted] = await Promise.all([accept(made), host.tick()]);
  expect(accepted.rateMode).toBe('FLOATING');
});

test('rejects a decision when none is pending', async () => {
  const made = await makeOrder(host);
  const error = await refusalOf(accept(made, 'AAAAAAAAAAAAAAAAAAAAAA'));
  expect(error).toMatchObject({ code: 'ERR_NOT_ACCEPTABLE', details: { order: { orderId: made.order.orderId } } });
});

test('asks a day after a deposit below the minimum; offers only CONTACT for dust (D6)', async () => {
  const made = await makeOrder(host, { amount: '0.002' });
  const bitcoin = host.chain('bitcoin');
  bitcoin.pay({ address: made.order.depositAddress }, 'btc', '0.00002');
  bitcoin.mine(2);
  await host.tick();
  expect((await readOrder(host, made)).attention).toBeNull();
  host.advanceClock(24 * HOUR);
  await host.tick();
  expect((await readOrder(host, made)).attention).toMatchObject({ reason: 'BELOW_MINIMUM', actions: ['CONTACT'] });
  host.advanceClock(24 * HOUR);
  await host.tick(2);
  expect(eventKinds(await readOrder(host, made))).not.toContain('REFUND_REQUESTED');
  bitcoin.pay({ address: made.order.depositAddress }, 'btc', '0.0005');
  await host.tick(2);
  await runToEnd();
  expect(eventKinds(await readOrder(host, made)).at(-1)).toBe('REFUND_COMPLETED');
});

test('asks about a deposit above the maximum and never exchanges it automatically', async () => {
  const made = await makeOrder(host, { amount: '0.1' });
  host.desk.maximum = '0.15';
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.16');
  await runToEnd();
  const order = await readOrder(host, made);
  expect(order.attention).toMatchObject({ reason: 'ABOVE_MAXIMUM', actions: ['REFUND'] });
  expect(order.withdrawals).toEqual([]);
});

test('exchanges the claimed amount even when the bounds have moved', async () => {
  const made = await makeOrder(host, { amount: '0.1' });
  host.desk.minimum = '0.11';
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  await runToEnd();
  expect(eventKinds(await readOrder(host, made)).at(-1)).toBe('WITHDRAWAL_COMPLETED');
});

test('asks when no reserve is free at the confirmations, and accepts once there is', async () => {
  const made = await makeOrder(host);
  const tron = host.chain('tron');
  tron.credit(TREASURY_INDEX, 'usdttrc20', '-499000');
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  host.chain('bitcoin').mine(1);
  await host.tick();
  host.advanceClock(60_000);
  await host.tick();
  await runToEnd();
  expect((await readOrder(host, made)).attention).toMatchObject({ reason: 'NO_LIQUIDITY', actions: ['ACCEPT', 'REFUND'] });
  expect((await refusalOf(accept(made))).code).toBe('ERR_NO_LIQUIDITY_AVAILABLE');
  tron.credit(TREASURY_INDEX, 'usdttrc20', '499000');
  host.advanceClock(60_000);
  await accept(made);
  await runToEnd();
  expect(eventKinds(await readOrder(host, made)).at(-1)).toBe('WITHDRAWAL_COMPLETED');
});

test('sets the first e-mail with the specified payload, and changes it only with the order token (D59)', async () => {
  const made = await makeOrder(host);
  const { orderId } = made.order;
  const { destination: destinationAddress } = made;
  const set = (userEmail: string, token: string | null = null, proof: { destinationAddress?: string } = {}) =>
    host.orders.setEmail({ orderId, userEmail, ...proof }, { orderToken: token, clientAddress: null });
  expect((await refusalOf(set('eve@example.com', null, { destinationAddress: 'elsewhere' }))).code).toBe('ERR_NOT_FOUND_E');
  expect((await readOrder(host, made)).userEmail).toBeNull();
  expect(await set('anna@example.com')).toEqual({ orderId, userEmail: 'a•••@example.com' });
  for (const again of [
    set('eve@example.com'),
    set('eve@example.com', 'guessed'),
    set('eve@example.com', null, { destinationAddress }),
  ]) {
    expect(await refusalOf(again)).toMatchObject({
      code: 'ERR_NOT_ACCEPTABLE',
      message: 'E-mail already set',
      details: undefined,
    });
  }
  expect((await readOrder(host, made)).userEmail).toBe('a•••@example.com');
  await set('bert@example.com', made.token);
  expect((await readOrder(host, made)).userEmail).toBe('b•••@example.com');
});

test('refuses a refund to an address on the blacklist (D51)', async () => {
  const made = await requestedOrder();
  const refundAddress = ADDRESSES.bitcoin;
  await addToBlacklist(host.context, { kind: 'ADDRESS', value: refundAddress });
  expect((await refusalOf(refund(made, { refundAddress }))).code).toBe('ERR_FORBIDDEN');
});

test('answers an unknown id and a wrong address identically', async () => {
  const made = await makeOrder(host, { from: 'btc', to: 'eth', destination: ADDRESSES.ethereum });
  const unknown = await refusalOf(host.orders.publicInfo('AAAAAAAAAAAAAAAAAAAAAA', ADDRESSES.ethereum));
  const wrong = await refusalOf(host.orders.publicInfo(made.order.orderId, ADDRESSES.ethereumOther));
  expect([unknown.code, unknown.message]).toEqual([wrong.code, wrong.message]);
  expect(unknown.code).toBe('ERR_NOT_FOUND_E');
  const lower = await host.orders.publicInfo(made.order.orderId, ADDRESSES.ethereum.toLowerCase());
  expect(lower.orderId).toBe(made.order.orderId);
});

test('publishes the latest orders with rounded amounts and no identifiers (D39)', async () => {
  const made = await makeOrder(host);
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.123456');
  await runToEnd();
  const latest = await host.orders.latest();
  expect(latest).toMatchObject([{ amountFrom: '0.123', amountTo: '7370', instrumentFromSlug: 'btc', currencyTo: 'USDT' }]);
  const text = JSON.stringify(latest);
  for (const secret of [made.order.orderId, made.destination, made.order.depositAddress]) expect(text).not.toContain(secret);
});
