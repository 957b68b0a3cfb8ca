import { addressIndex } from '../../common/addressIndex.ts';
import { decodeAccountID, encodeXAddress } from 'ripple-address-codec';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listDeposits } from '../../db/repositories/deposits.ts';
import { insertOutboxRow, listOutboxRows } from '../../db/repositories/outbox.ts';
import { releaseHeld } from '../../operator/testing/acts.ts';
import { mineAndTick, refusalOf } from '../testing/hostActions.ts';
import {
  ADDRESSES,
  CLIENT,
  inputFor,
  readOrder,
  makeOrder,
  startOrderHost,
  type MadeOrder,
  type OrderHost,
} from '../testing/orderHost.ts';

/** Attempts to get more than is due, or to block other customers. */

const HOUR = 3_600_000;

let host: OrderHost;
beforeEach(async () => {
  host = await startOrderHost();
});
afterEach(async () => {
  await host.close();
});

const run = (rounds = 6): Promise<void> => mineAndTick(host, ['bitcoin', 'tron', 'ethereum'], rounds, 12);

async function requestedOrder(): Promise<MadeOrder> {
  const made = await makeOrder(host, { rateMode: 'FIXED' });
  host.advanceClock(21 * 60_000);
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  await host.tick();
  return made;
}

const reservations = () => host.database.selectFrom('reservations').selectAll().execute();

test('rejects a refund fee with more decimals than the coin has', async () => {
  const made = await requestedOrder();
  const { orderId, destinationAddress } = made.order;
  // Within 5 % of the real fee of 0.00003, and amount and fee add up to the deposit.
  const finer = { refundAmount: '0.09997000000000000001', claimedNetworkFee: '0.00002999999999999999' };
  const authority = { orderToken: made.token, clientAddress: null };
  const error = await refusalOf(host.orders.requestRefund({ orderId, destinationAddress, ...finer }, authority));
  expect(error).toMatchObject({ code: 'ERR_RATE_CHANGED', details: { refundInfo: { refundAmount: '0.09997' } } });
});

test('releases the reserve of an accepted order whose deposit is reorged out', async () => {
  const made = await makeOrder(host, { rateMode: 'FIXED' });
  host.advanceClock(21 * 60_000);
  const payment = host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  host.chain('bitcoin').mine(1);
  await host.tick();
  const { orderId, destinationAddress } = made.order;
  const { offer } = await host.orders.refundInfo(orderId);
  const authority = { orderToken: made.token, clientAddress: null };
  await host.orders.acceptRateModeChange({ orderId, destinationAddress, quoteId: offer?.quoteId ?? '' }, authority);
  expect(await reservations()).toHaveLength(1);
  host.chain('bitcoin').drop(payment);
  host.advanceClock(5_000);
  await host.tick(2);
  expect(await reservations()).toEqual([]);
  // A deposit that is mined again is exchanged normally.
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  await run();
  expect((await readOrder(host, made)).withdrawals).toHaveLength(1);
});

test('releases the reserve of a fixed order whose deposit is in no block by its deadline', async () => {
  const made = await makeOrder(host, { rateMode: 'FIXED' });
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  await host.tick();
  host.advanceClock(HOUR / 2);
  await host.tick();
  expect(await reservations()).toHaveLength(1);
  host.advanceClock(HOUR);
  await host.tick();
  expect(await reservations()).toEqual([]);
  expect((await readOrder(host, made)).attention?.reason).toBe('SLOW_DEPOSIT');
});

test('limits the unpaid orders of one client', async () => {
  const { input } = inputFor(host, { amount: '0.001' });
  const client = (address: string) => ({ ...CLIENT, address });
  for (let count = 0; count < 60; count += 1) await host.orders.create(input, client(`2001:db8:1:2::${count}`));
  const error = await refusalOf(host.orders.create(input, client('2001:db8:1:2:9::1')));
  expect(error.code).toBe('ERR_TOO_MANY_REQUESTS');
  await host.orders.create(input, client('2001:db8:1:3::1'));
  host.advanceClock(HOUR + 1);
  await host.orders.create(input, client('2001:db8:1:2::1'));
});

test('limits the orders of a /48 to ten times as many', async () => {
  const { input } = inputFor(host, { amount: '0.001' });
  const create = async (network: number) => await host.orders.create(input, { ...CLIENT, address: `2001:db8:1:${network}::1` });
  await create(1);
  // 598 others, each in a /64 of its own
  await host.database
    .updateTable('allowances')
    .set((row) => ({ used: row('used', '+', 598) }))
    .where('name', 'like', 'orders:2001:db8:1::/48:%')
    .execute();
  await create(2);
  expect((await refusalOf(create(3))).code).toBe('ERR_TOO_MANY_REQUESTS');
  await host.orders.create(input, { ...CLIENT, address: '2001:db8:2::1' });
});

test('records an extra deposit while the payout has been on hold for weeks', async () => {
  await host.close();
  host = await startOrderHost({ perOrderUsd: '100' });
  const made = await makeOrder(host);
  const pay = () => host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  pay();
  await run();
  expect((await readOrder(host, made)).attention?.reason).toBe('PAYOUT_HELD');
  host.advanceClock(30 * 24 * HOUR);
  pay();
  await run();
  expect((await readOrder(host, made)).deposits).toHaveLength(2);
  const [held] = await listOutboxRows(host.database, made.order.orderId);
  expect(await releaseHeld(host.context, held?.id ?? '')).toBe(true);
});

test('sends one gas top-up for several token deposits', async () => {
  const made = await makeOrder(host, {
    from: 'usdterc20',
    to: 'btc',
    amount: '100',
    destination: ADDRESSES.bitcoin,
    refund: ADDRESSES.ethereum,
  });
  const ethereum = host.chain('ethereum');
  const pay = () => ethereum.pay({ address: made.order.depositAddress }, 'usdterc20', '100');
  pay();
  ethereum.mine(20);
  // The order is priced. The gas top-up of the sweep is sent but not mined yet.
  await host.tick(2);
  const topUps = async () => (await listOutboxRows(host.database, made.order.orderId)).filter((row) => row.kind === 'TOP_UP');
  expect(await topUps()).toHaveLength(1);
  // Larger deposits become new orders (D63).
  host.desk.minimum = '1000';
  const { incoming } = ethereum;
  let count = 0;
  ethereum.incoming = async (input) => {
    const answer = await incoming(input);
    // The deposits are confirmed while the gas top-up is still in the mempool.
    count += 1;
    const extra = {
      txHash: `extra${count}`,
      index: 1,
      instrumentSlug: 'usdterc20',
      toAddress: made.order.depositAddress,
      memo: null,
      amount: '10',
      blockHeight: 1,
      blockTime: null,
      confirmations: 99,
    };
    return { ...answer, transfers: [...answer.transfers, extra] };
  };
  await host.tick(4);
  expect(await listDeposits(host.database, made.order.orderId)).toHaveLength(5);
  expect(await topUps()).toHaveLength(1);
});

test('keeps monitoring payouts while a sweep call hangs', async () => {
  const made = await makeOrder(host);
  const order = made.order.orderId;
  const sweep = {
    network: 'tron',
    instrument: 'trx',
    from_index: addressIndex(1),
    to_address: ADDRESSES.tron,
    memo: null,
    amount: '1',
  };
  const sent = {
    fee_limit: null,
    gas_factor: null,
    usd_value: null,
    state: 'SENT',
    attempts: 0,
    not_before: 0,
    lease_owner: null,
    lease_until: 0,
    reason: null,
    overridden_at: null,
  } as const;
  for (let number = 0; number < 60; number += 1) {
    const id = `SWEEP:${number}`;
    const row = { ...sweep, ...sent, id, idempotency_key: id, kind: 'SWEEP', order_id: order, tx_hash: null } as const;
    await insertOutboxRow(host.database, {
      ...row,
      created_at: 0,
      sent_at: 0,
      confirmed_at: null,
      arrived_amount: null,
      arrival_note: null,
      payment_proof: null,
    });
  }
  // The network reports every sweep as pending.
  const { sendState } = host.chain('tron');
  host.chain('tron').sendState = async (key) =>
    key.startsWith('SWEEP') ? { state: 'pending', txHash: 'hangs' } : await sendState(key);
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  await run();
  expect((await readOrder(host, made)).orderEvents.at(-1)?.kind).toBe('WITHDRAWAL_COMPLETED');
});

test('rejects a tag that differs from the one inside the address', async () => {
  // rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh with tag 1
  const tagged = encodeXAddress(decodeAccountID(ADDRESSES.ripple), 1, false);
  const { input } = inputFor(host, { to: 'xrp', destination: tagged });
  const other = await refusalOf(host.orders.create({ ...input, destinationAddressMemo: '2' }, CLIENT));
  expect(other).toMatchObject({ code: 'ERR_VALIDATION', details: { field: 'destinationAddressMemo' } });
  await host.orders.create({ ...input, destinationAddressMemo: '1' }, CLIENT);
  await host.orders.create(input, CLIENT);
});

test('rejects a claimed amount with more than 8 decimals', async () => {
  host.desk.prices.set('daierc20', '1');
  const { input } = inputFor(host, {
    from: 'daierc20',
    to: 'btc',
    amount: '100',
    destination: ADDRESSES.bitcoin,
    refund: ADDRESSES.ethereum,
  });
  const error = await refusalOf(host.orders.create({ ...input, claimedDepositAmount: '100.0000001' }, CLIENT));
  expect(error).toMatchObject({ code: 'ERR_VALIDATION', details: { field: 'claimedDepositAmount' } });
});
