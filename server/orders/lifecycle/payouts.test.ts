import { TREASURY_INDEX } from '../../ports/chain/treasury.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { add } from '../../../contract/money.ts';
import { findOutboxRow, insertOutboxRow, updateOutboxRow } from '../../db/repositories/outbox.ts';
import { unresolvedSends } from '../../db/repositories/unresolved.ts';
import type { OutboxRow } from '../../db/tables/payments.ts';
import { ChainUnavailableError } from '../../ports/chain/chainGateway.ts';
import { releaseHeld, retrySend } from '../../operator/testing/acts.ts';
import {
  ADDRESSES,
  eventKinds,
  ledgerAccounts,
  readOrder,
  makeOrder,
  startOrderHost,
  type MadeOrder,
  type OrderHost,
} from '../testing/orderHost.ts';
import { nextCommand } from '../../operator/cli/formatUnresolved.ts';
import { listUnresolvedOf } from '../../operator/unresolved.ts';

let host: OrderHost;
beforeEach(async () => {
  host = await startOrderHost({ perOrderUsd: '7000', perHourUsd: '10000' });
});
afterEach(async () => {
  await host.close();
});

async function paidOrder(amount = '0.1'): Promise<MadeOrder> {
  const made = await makeOrder(host, { amount });
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', amount);
  await run(2);
  return made;
}

async function run(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    host.chain('bitcoin').mine(2);
    host.chain('tron').mine();
    await host.tick();
  }
}

/** Inserts outbox rows of one order as other processes may have left them. */
async function insertPayouts(
  name: string,
  count: number,
  row: Pick<OutboxRow, 'usd_value' | 'state' | 'sent_at' | 'tx_hash' | 'reason' | 'instrument' | 'created_at'> & {
    amount?: string;
  },
): Promise<void> {
  const { order } = await makeOrder(host);
  const place = {
    network: 'tron',
    from_index: null,
    to_address: ADDRESSES.tron,
    memo: null,
    amount: '1',
    fee_limit: null,
    gas_factor: null,
  };
  const untouched = { attempts: 0, not_before: 0, lease_owner: null, lease_until: 0, confirmed_at: null, overridden_at: null };
  const arrival = { arrived_amount: null, arrival_note: null, payment_proof: null };
  for (let number = 0; number < count; number += 1) {
    const id = `PAYOUT:${name}:${number}`;
    const names = { id, idempotency_key: id, kind: 'PAYOUT', order_id: order.orderId } as const;
    await insertOutboxRow(host.database, { ...place, ...untouched, ...arrival, ...names, ...row });
  }
}

const arrived = (): number => host.chain('tron').receivedBy(ADDRESSES.tron).length;
const lastEvent = async (made: MadeOrder) => eventKinds(await readOrder(host, made)).at(-1);

test('holds a payout above the cap per order until an operator releases it (D41)', async () => {
  const made = await paidOrder('0.2');
  await run(3);
  expect(await readOrder(host, made)).toMatchObject({
    attention: { reason: 'PAYOUT_HELD', actions: ['CONTACT'], deadline: null },
  });
  expect(arrived()).toBe(0);
  const [held] = await unresolvedSends(host.database, 'HELD').list({ limit: 100, offset: 0 });
  expect(held).toMatchObject({ kind: 'PAYOUT', state: 'HELD', reason: 'CAP_PER_ORDER' });
  expect(await releaseHeld(host.context, held?.id ?? '')).toBe(true);
  expect(await releaseHeld(host.context, held?.id ?? '')).toBe(false);
  await run(3);
  expect(await lastEvent(made)).toBe('WITHDRAWAL_COMPLETED');
  expect(arrived()).toBe(1);
});

test('counts the payouts of an instrument in the last hour towards the hourly cap', async () => {
  await paidOrder('0.1');
  const second = await paidOrder('0.1');
  await run(3);
  expect((await readOrder(host, second)).attention?.reason).toBe('PAYOUT_HELD');
  host.advanceClock(3_600_000);
  const third = await paidOrder('0.1');
  await run(3);
  expect(await lastEvent(third)).toBe('WITHDRAWAL_COMPLETED');
});

test('holds a payout without a USD price', async () => {
  const made = await makeOrder(host);
  host.context.usdPrice('btc');
  Object.assign(host.context, { usdPrice: () => null });
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  await run(3);
  expect((await readOrder(host, made)).attention?.reason).toBe('PAYOUT_HELD');
});

test.each([
  ['perHourUsd', 'CAP_PER_HOUR'],
  ['perHourTotalUsd', 'CAP_TOTAL_PER_HOUR'],
])('releases unpriced payouts once there is a price, up to %s', async (cap, reason) => {
  await host.close();
  host = await startOrderHost({ [cap]: '7000' });
  const { usdPrice } = host.context;
  Object.assign(host.context, { usdPrice: () => null });
  // About 6,000 USD each, created two hours ago.
  const [first, second] = [await paidOrder('0.1'), await paidOrder('0.1')];
  const made = [first, second];
  await run(3);
  host.advanceClock(2 * 3_600_000);
  await run(2);
  const reasons = async () => await Promise.all(made.map(async (one) => (await readOrder(host, one)).attention?.reason));
  expect(await reasons()).toEqual(['PAYOUT_HELD', 'PAYOUT_HELD']);
  Object.assign(host.context, { usdPrice });
  host.advanceClock(10_000);
  await run(5);
  expect(await lastEvent(first)).toBe('WITHDRAWAL_COMPLETED');
  made.push(await paidOrder('0.1'));
  await run(3);
  expect(await reasons()).toEqual([undefined, 'PAYOUT_HELD', 'PAYOUT_HELD']);
  const rows = await Promise.all(made.map(({ order }) => findOutboxRow(host.database, `PAYOUT:${order.orderId}`)));
  expect(rows.map((row) => row?.reason)).toEqual([null, reason, reason]);
});

test('revalues held payouts in batches and skips coins that still have no price', async () => {
  const unknown = { usd_value: null, state: 'HELD', sent_at: null, tx_hash: null, reason: 'NO_USD_PRICE' } as const;
  const at = host.context.now() - 3_600_000;
  await insertPayouts('unknown', 60, { ...unknown, instrument: 'tusdtrc20', created_at: at });
  await insertPayouts('known', 60, { ...unknown, instrument: 'usdttrc20', created_at: at + 1, amount: '8000' });
  const reasons = async () => {
    const rows = await unresolvedSends(host.database, 'HELD').list({ limit: 200, offset: 0 });
    return ['tusdtrc20 NO_USD_PRICE', 'usdttrc20 NO_USD_PRICE', 'usdttrc20 CAP_PER_ORDER'].map(
      (what) => rows.filter(({ instrument, reason }) => `${instrument} ${reason}` === what).length,
    );
  };
  await run(1);
  expect(await reasons()).toEqual([60, 10, 50]);
  host.advanceClock(15_000);
  await run(1);
  expect(await reasons()).toEqual([60, 0, 60]);
});

test('retries a network that is down with backoff and pays once', async () => {
  const tron = host.chain('tron');
  const made = await makeOrder(host);
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  tron.mode = 'down';
  for (let round = 0; round < 30; round += 1) {
    host.advanceClock(10 * 60_000);
    await run(1);
  }
  expect(await readOrder(host, made)).toMatchObject({ attention: { reason: 'PAYOUT_DELAYED' } });
  tron.mode = 'up';
  host.advanceClock(10 * 60_000);
  await run(3);
  expect(await lastEvent(made)).toBe('WITHDRAWAL_COMPLETED');
  expect(arrived()).toBe(1);
});

const unresolvedOf = (made: MadeOrder) => listUnresolvedOf(host.context, made.order.orderId);
const unresolvedKinds = async (made: MadeOrder) =>
  (await unresolvedOf(made)).map((item) => ({ kind: item.kind, next: nextCommand(item) }));

test('shows customer and operator a payout whose deposit cannot be verified', async () => {
  const made = await paidOrder('1.5');
  const id = `PAYOUT:${made.order.orderId}`;
  const bitcoin = host.chain('bitcoin');
  const { locate } = bitcoin;
  bitcoin.locate = () => Promise.reject(new ChainUnavailableError('not connected'));
  host.advanceClock(3_600_000);
  await releaseHeld(host.context, id);
  await run(2);
  expect([(await readOrder(host, made)).attention, await unresolvedKinds(made)]).toEqual([null, []]);
  for (let minutes = 0; minutes < 5; minutes += 1) {
    host.advanceClock(60_000);
    await run(1);
    host.advanceClock(60_000);
    await run(1);
  }
  expect((await readOrder(host, made)).attention?.reason).toBe('PAYOUT_DELAYED');
  expect(await unresolvedKinds(made)).toEqual([{ kind: 'OVERDUE', next: `retry ${id}` }]);
  bitcoin.locate = locate;
  host.advanceClock(10_000);
  expect(await retrySend(host.context, id)).toBe('RETRIED');
  await run(3);
  expect(await lastEvent(made)).toBe('WITHDRAWAL_COMPLETED');
  expect(await unresolvedKinds(made)).toEqual([]);
});

test('shows customer and operator a payout on a disconnected network, without a useless command', async () => {
  const made = await makeOrder(host);
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  const { gateways } = host.context;
  Object.assign(host.context, { gateways: new Map([['bitcoin', host.chain('bitcoin')]]) });
  host.chain('bitcoin').mine(3);
  await host.tick(3);
  expect((await readOrder(host, made)).attention?.reason).toBe('PAYOUT_DELAYED');
  expect(await unresolvedKinds(made)).toEqual([]);
  host.advanceClock(3_600_000);
  expect(await unresolvedOf(made)).toMatchObject([{ kind: 'OVERDUE', isConnected: false }]);
  expect(await unresolvedKinds(made)).toEqual([{ kind: 'OVERDUE', next: null }]);
  // Connected again, but no worker is running.
  Object.assign(host.context, { gateways });
  expect((await readOrder(host, made)).attention).toBeNull();
  expect(await unresolvedOf(made)).toMatchObject([{ isConnected: true, isUntried: true }]);
  expect(await unresolvedKinds(made)).toEqual([{ kind: 'OVERDUE', next: null }]);
  await run(3);
  expect(await lastEvent(made)).toBe('WITHDRAWAL_COMPLETED');
});

test('pays out while other networks are broken', async () => {
  const ripple = await makeOrder(host, { from: 'xrp', to: 'usdttrc20', amount: '1000', refund: ADDRESSES.ripple });
  host.chain('bitcoin').mode = 'down';
  host.chain('ethereum').onCall = () => {
    throw new Error('nonsense');
  };
  host.chain('ripple').pay({ address: ripple.order.depositAddress, memo: ripple.order.depositAddressMemo }, 'xrp', '1000');
  for (let round = 0; round < 4; round += 1) {
    host.chain('ripple').mine();
    await run(1);
  }
  expect(await lastEvent(ripple)).toBe('WITHDRAWAL_COMPLETED');
});

test('shows a refused payout as delayed and sends it once accepted', async () => {
  const tron = host.chain('tron');
  const made = await makeOrder(host);
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  tron.mode = 'refuse';
  await run(4);
  expect((await readOrder(host, made)).attention).toEqual({ reason: 'PAYOUT_DELAYED', actions: ['CONTACT'], deadline: null });
  const [refused] = await unresolvedSends(host.database, 'REFUSED').list({ limit: 100, offset: 0 });
  tron.mode = 'up';
  expect(await retrySend(host.context, refused?.id ?? '')).toBe('RETRIED');
  await run(3);
  expect(await lastEvent(made)).toBe('WITHDRAWAL_COMPLETED');
  expect(arrived()).toBe(1);
});

test('retries a failed payout under a new key when an operator says so', async () => {
  const tron = host.chain('tron');
  tron.failsSends = true;
  const made = await paidOrder();
  await run(3);
  expect(await readOrder(host, made)).toMatchObject({
    attention: { reason: 'PAYOUT_FAILED', actions: ['CONTACT'], deadline: null },
    withdrawals: [{ sentAt: null, txHash: expect.any(String) }],
  });
  tron.failsSends = false;
  host.advanceClock(24 * 3_600_000);
  await run(3);
  expect(arrived()).toBe(0);
  const [failed] = await unresolvedSends(host.database, 'FAILED').list({ limit: 100, offset: 0 });
  expect(failed).toMatchObject({ state: 'FAILED', reason: 'reverted' });
  expect(await retrySend(host.context, failed?.id ?? '')).toBe('RETRIED');
  expect(await retrySend(host.context, failed?.id ?? '')).toBeNull();
  await run(3);
  expect(await lastEvent(made)).toBe('WITHDRAWAL_COMPLETED');
  expect(arrived()).toBe(1);
});

test.each(['is pending again', 'is mined'] as const)('tracks a failed payout under its old key when it later %s', async (how) => {
  const tron = host.chain('tron');
  tron.failsSends = true;
  const made = await paidOrder();
  await run(3);
  const [failed] = await unresolvedSends(host.database, 'FAILED').list({ limit: 100, offset: 0 });
  tron.failsSends = false;
  tron.forgetFailures();
  if (how === 'is mined') tron.mine();
  expect(await retrySend(host.context, failed?.id ?? '')).toBe('MONITORED');
  expect(await retrySend(host.context, failed?.id ?? '')).toBeNull();
  await run(3);
  expect(await lastEvent(made)).toBe('WITHDRAWAL_COMPLETED');
  expect(arrived()).toBe(1);
  // The fee was booked when it failed, and only once.
  const booked = (await ledgerAccounts(host))['TREASURY trx'] ?? '0';
  expect(add('100000', booked)).toBe(await tron.balance(TREASURY_INDEX, 'trx'));
});

test('ignores the status of an old key after a retry', async () => {
  const tron = host.chain('tron');
  tron.failsSends = true;
  await paidOrder();
  await run(3);
  const [failed] = await unresolvedSends(host.database, 'FAILED').list({ limit: 100, offset: 0 });
  if (!failed) return expect.fail('nothing failed');
  tron.failsSends = false;
  await retrySend(host.context, failed.id);
  await host.tick();
  // A slow process that checked the row under its old key.
  expect(await updateOutboxRow(host.database, { ...failed, state: 'SENT' }, { state: 'FAILED' })).toBe(false);
});

test('shows a payout as delayed while fees exceed the limit', async () => {
  const tron = host.chain('tron');
  const made = await makeOrder(host);
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  host.chain('bitcoin').mine(2);
  tron.exceedsFeeLimit = true;
  await host.tick(2);
  expect((await readOrder(host, made)).attention).toEqual({ reason: 'PAYOUT_DELAYED', actions: ['CONTACT'], deadline: null });
  tron.exceedsFeeLimit = false;
  await host.tick();
  expect((await readOrder(host, made)).attention).toBeNull();
  await run(2);
  expect(await lastEvent(made)).toBe('WITHDRAWAL_COMPLETED');
});

test('tracks new payouts while older ones are stuck', async () => {
  const tron = host.chain('tron');
  const at = host.context.now() - 3_600_000;
  const sent = { usd_value: '1', state: 'SENT', sent_at: at, tx_hash: 'hangs', reason: null } as const;
  await insertPayouts('hangs', 120, { ...sent, instrument: 'usdttrc20', created_at: at });
  const { sendState } = tron;
  tron.sendState = async (key) => (key.startsWith('PAYOUT:hangs') ? { state: 'pending', txHash: 'hangs' } : await sendState(key));
  const made = await paidOrder();
  await run(6);
  expect(await lastEvent(made)).toBe('WITHDRAWAL_COMPLETED');
});

test('completes and books a payout only when it is final', async () => {
  const tron = host.chain('tron');
  tron.finalAfter = 4;
  const made = await paidOrder();
  await run(1);
  const [sent] = (await readOrder(host, made)).withdrawals;
  expect(await lastEvent(made)).toBe('FUNDS_WITHDRAWAL_START');
  expect(sent?.txHash).toBeTruthy();
  tron.unmine(sent?.txHash ?? '');
  await host.tick(2);
  expect(await ledgerAccounts(host, made.order.orderId)).toMatchObject({ 'IN_TRANSIT usdttrc20': expect.stringMatching(/^-\d/) });
  await run(3);
  expect(await lastEvent(made)).toBe('FUNDS_WITHDRAWAL_START');
  await run(2);
  expect(await lastEvent(made)).toBe('WITHDRAWAL_COMPLETED');
  expect(await ledgerAccounts(host, made.order.orderId)).toMatchObject({ 'IN_TRANSIT usdttrc20': '0' });
  expect(arrived()).toBe(1);
});

test('resends a reorged-out payout under its key and pays once', async () => {
  const tron = host.chain('tron');
  tron.finalAfter = 3;
  const made = await paidOrder();
  await run(1);
  tron.drop((await readOrder(host, made)).withdrawals[0]?.txHash ?? '');
  expect(arrived()).toBe(0);
  await run(8);
  expect(await lastEvent(made)).toBe('WITHDRAWAL_COMPLETED');
  expect(arrived()).toBe(1);
});

test('leaves a deposit after the end at its address and refunds it from there (D6, D8)', async () => {
  const made = await paidOrder();
  await run(3);
  host.advanceClock(3 * 24 * 3_600_000);
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.07');
  await run(4);
  const order = await readOrder(host, made);
  expect(order.attention?.reason).toBe('EXTRA_DEPOSIT');
  expect(order.deposits).toHaveLength(2);
  expect(eventKinds(order).filter((kind) => kind === 'DEPOSIT_REGISTERED')).toHaveLength(1);
  const treasury = await host.chain('bitcoin').addressAt(TREASURY_INDEX);
  expect(host.chain('bitcoin').receivedBy(treasury.address)).toHaveLength(1);
  host.advanceClock(25 * 3_600_000);
  await run(4);
  const refunds = host.chain('bitcoin').receivedBy(ADDRESSES.bitcoin);
  expect(refunds.map(({ amount, fee }) => [amount, fee])).toEqual([['0.06997', '0.00003']]);
  const payer = refunds[0]?.fromIndex ?? TREASURY_INDEX;
  expect(payer).not.toBe(TREASURY_INDEX);
  expect(await host.chain('bitcoin').balance(payer, 'btc')).toBe('0');
  expect(host.chain('bitcoin').receivedBy(treasury.address)).toHaveLength(1);
});
