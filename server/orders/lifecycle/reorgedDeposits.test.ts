import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { oneDatabase } from '../../../tests/support/databases.ts';
import { startOrderHostOn } from '../../../tests/support/orderHosts.ts';
import { addressIndex } from '../../common/addressIndex.ts';
import { findDeposit } from '../../db/repositories/deposits.ts';
import { findOrder } from '../../db/repositories/orders.ts';
import { findOutboxRow } from '../../db/repositories/outbox.ts';
import { releaseHeld } from '../../operator/testing/acts.ts';
import { countReceived, reconcileNow, mineAndTick, MAX_RETRY_DELAY_MS, runOperator } from '../testing/hostActions.ts';
import {
  ADDRESSES,
  eventKinds,
  ledgerSums,
  readOrder,
  makeOrder,
  startOrderHost,
  type MadeOrder,
  type OrderHost,
} from '../testing/orderHost.ts';

const HOURS = 3_600_000;

const OTHER_BITCOIN = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';

const CAPS = { perOrderUsd: '7000', perHourUsd: '100000' };

let host: OrderHost;
beforeEach(async () => {
  host = await startOrderHost(CAPS);
  await judge();
});
afterEach(async () => {
  await host.close();
});

const run = (rounds = 3) => mineAndTick(host, ['bitcoin', 'tron', 'ethereum'], rounds);

async function later(): Promise<void> {
  host.advanceClock(MAX_RETRY_DELAY_MS);
  await run();
}

const judge = () => reconcileNow(host);
const outbox = (id: string) => findOutboxRow(host.database, id);
const operator = (...words: string[]) => runOperator(host, ...words);
const arrived = (network = 'tron', address: string = ADDRESSES.tron) => countReceived(host, network, address);

/** Makes the lookup of each of these transactions take 200 ms on the clock of the time limits. */
function slowDown(isSlow: (txHash: string) => boolean): void {
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => void vi.restoreAllMocks());
  const bitcoin = host.chain('bitcoin');
  const { locate } = bitcoin;
  bitcoin.locate = async (txHash) => {
    if (isSlow(txHash)) now += 200;
    return await locate(txHash);
  };
}

/** A payout above the cap: it is on hold while its deposit is reorged out. */
async function heldPayout(): Promise<{ made: MadeOrder; payout: string; txHash: string }> {
  const made = await makeOrder(host, { amount: '0.2' });
  const txHash = host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.2');
  await run();
  const payout = `PAYOUT:${made.order.orderId}`;
  expect(await outbox(payout)).toMatchObject({ state: 'HELD' });
  host.advanceClock(3 * HOURS);
  return { made, payout, txHash };
}

test.each(oneDatabase(import.meta.filename))(
  'blocks a released payout until its reorged deposit is mined again, on %s',
  async (kind) => {
    await host.close();
    host = await startOrderHostOn(kind, CAPS);
    await judge();
    const { made, payout, txHash } = await heldPayout();
    host.chain('bitcoin').unmine(txHash);
    expect(await releaseHeld(host.context, payout)).toBe(true);
    await host.tick(3);
    expect(await outbox(payout)).toMatchObject({ state: 'REFUSED', reason: 'DEPOSIT_REORGED', attempts: 2 });
    expect(await readOrder(host, made)).toMatchObject({
      attention: { reason: 'DEPOSIT_REORGED', actions: ['CONTACT'], deadline: null },
      withdrawals: [{ sentAt: null }],
    });
    expect(await operator('list')).toContain(`${payout}  REFUSED DEPOSIT_REORGED`);
    expect((await judge()).map(({ key }) => key)).toContain(`reorged:bitcoin:${txHash}:0`);
    expect(arrived()).toBe(0);

    // One confirmation is fewer than the deposit was booked with.
    host.chain('bitcoin').mine(1);
    host.advanceClock(MAX_RETRY_DELAY_MS);
    await host.tick();
    expect(await outbox(payout)).toMatchObject({ state: 'REFUSED' });
    await later();
    expect(eventKinds(await readOrder(host, made)).at(-1)).toBe('WITHDRAWAL_COMPLETED');
    expect(arrived()).toBe(1);
    const deposit = await findDeposit(host.database, { network: 'bitcoin', tx_hash: txHash, transfer_index: 0 });
    expect(deposit?.block_height).toBe((await host.chain('bitcoin').locate(txHash))?.blockHeight);
    await later();
    expect(await judge()).toEqual([]);
    expect(Object.values(await ledgerSums(host)).every((sum) => sum === '0')).toBe(true);
  },
);

test('does not accept a deposit that pays less in its new block', async () => {
  const { payout, txHash } = await heldPayout();
  const bitcoin = host.chain('bitcoin');
  const { incoming } = bitcoin;
  bitcoin.unmine(txHash);
  bitcoin.mine(3);
  bitcoin.incoming = async (...request) => {
    const { transfers, cursor } = await incoming(...request);
    return { transfers: transfers.map((transfer) => ({ ...transfer, amount: '0.01' })), cursor };
  };
  await releaseHeld(host.context, payout);
  await run();
  expect(await outbox(payout)).toMatchObject({ state: 'REFUSED', reason: 'DEPOSIT_REORGED' });
  bitcoin.incoming = incoming;
  await later();
  expect(await outbox(payout)).toMatchObject({ state: 'CONFIRMED' });
});

test('verifies a deposit that returned in a block deep in the chain', async () => {
  const { payout, txHash } = await heldPayout();
  const bitcoin = host.chain('bitcoin');
  const { incoming } = bitcoin;
  bitcoin.unmine(txHash);
  bitcoin.mine(300);
  await host.tick();
  // Real nodes take this long for several hundred blocks.
  bitcoin.incoming = async (question) => {
    const blocks = (question.through ?? bitcoin.height()) - Number(question.cursor);
    if (blocks > 100) await new Promise((resolve) => setTimeout(resolve, 60_000).unref());
    return await incoming(question);
  };
  await releaseHeld(host.context, payout);
  await run();
  expect(await outbox(payout)).toMatchObject({ state: 'CONFIRMED' });
});

test('verifies many deposits over several rounds', async () => {
  const made = await makeOrder(host, { amount: '0.2' });
  const bitcoin = host.chain('bitcoin');
  for (let part = 0; part < 20; part += 1) bitcoin.pay({ address: made.order.depositAddress }, 'btc', '0.01');
  await run();
  host.advanceClock(3 * HOURS);
  slowDown(() => true);
  const payout = `PAYOUT:${made.order.orderId}`;
  await releaseHeld(host.context, payout);
  await host.tick();
  expect(await outbox(payout)).toMatchObject({ state: 'PENDING', attempts: 0 });
  await run();
  expect(await outbox(payout)).toMatchObject({ state: 'CONFIRMED' });
});

test('verifies only the deposits that cover a payout or refund, not dust', async () => {
  const made = await makeOrder(host, { amount: '0.2' });
  const bitcoin = host.chain('bitcoin');
  const address = { address: made.order.depositAddress };
  for (let count = 0; count < 40; count += 1) bitcoin.pay(address, 'btc', '0.000001');
  const [first, second] = ['0.08', '0.12'].map((part) => bitcoin.pay(address, 'btc', part));
  await run();
  host.advanceClock(3 * HOURS);
  const requested: string[] = [];
  const { locate } = bitcoin;
  bitcoin.locate = async (txHash) => {
    requested.push(txHash);
    return await locate(txHash);
  };
  const payout = `PAYOUT:${made.order.orderId}`;
  await releaseHeld(host.context, payout);
  await run();
  expect(await outbox(payout)).toMatchObject({ state: 'CONFIRMED' });
  expect(requested).toEqual([second, first]);
});

test("does not delay other blocked payouts while one order's deposits take long to verify", async () => {
  const made = await makeOrder(host, { amount: '0.2' });
  const bitcoin = host.chain('bitcoin');
  for (let part = 0; part < 40; part += 1) bitcoin.pay({ address: made.order.depositAddress }, 'btc', '0.005');
  await run();
  const other = await makeOrder(host, { amount: '0.15' });
  const fast = bitcoin.pay({ address: other.order.depositAddress }, 'btc', '0.15');
  await run();
  host.advanceClock(3 * HOURS);
  slowDown((txHash) => txHash !== fast);
  const [slow, quick] = [made, other].map(({ order }) => `PAYOUT:${order.orderId}`);
  for (const payout of [slow, quick]) await releaseHeld(host.context, payout ?? '');
  await host.tick();
  expect(await outbox(quick ?? '')).toMatchObject({ state: 'SENT' });
  expect(await outbox(slow ?? '')).toMatchObject({ state: 'PENDING', attempts: 0 });
});

test('keeps monitoring a broadcast payout after its deposit is reorged out', async () => {
  const made = await makeOrder(host);
  const txHash = host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  const tron = host.chain('tron');
  const { send } = tron;
  // The payout was broadcast, and the response was lost.
  tron.send = async (...request) => {
    await send(...request);
    tron.send = send;
    tron.mode = 'down';
    return await send(...request).then(() => Promise.reject(new Error('lost')));
  };
  host.chain('bitcoin').mine(3);
  await host.tick(2);
  expect(await outbox(`PAYOUT:${made.order.orderId}`)).toMatchObject({ state: 'PENDING' });
  host.chain('bitcoin').drop(txHash);
  tron.mode = 'up';
  await later();
  await run();
  expect(eventKinds(await readOrder(host, made)).at(-1)).toBe('WITHDRAWAL_COMPLETED');
  expect(arrived()).toBe(1);
});

test('blocks a refund at the decision deadline whose deposit is reorged out', async () => {
  const made = await makeOrder(host, { amount: '0.1', rateMode: 'FIXED' });
  const txHash = host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.05');
  await run();
  host.advanceClock(30 * 60_000);
  await run();
  expect(await readOrder(host, made)).toMatchObject({ attention: { reason: 'WRONG_DEPOSIT_AMOUNT' } });
  host.chain('bitcoin').unmine(txHash);
  host.advanceClock(24 * HOURS);
  await host.tick(3);
  expect(await outbox(`REFUND:${made.order.orderId}`)).toMatchObject({ state: 'REFUSED', reason: 'DEPOSIT_REORGED' });
  expect(arrived('bitcoin', ADDRESSES.bitcoin)).toBe(0);
  await run();
  await later();
  expect(eventKinds(await readOrder(host, made)).at(-1)).toBe('REFUND_COMPLETED');
  expect(arrived('bitcoin', ADDRESSES.bitcoin)).toBe(1);
});

test('verifies only its own deposit before refunding an extra deposit', async () => {
  const made = await makeOrder(host);
  const { depositAddress: address } = made.order;
  const own = host.chain('bitcoin').pay({ address }, 'btc', '0.1');
  await run(4);
  expect(arrived()).toBe(1);
  // Larger deposits become new orders (D63).
  host.desk.minimum = '100';
  const [second, third] = ['0.03', '0.04'].map((amount) => host.chain('bitcoin').pay({ address }, 'btc', amount));
  await run();
  for (const txHash of [own, second ?? '']) host.chain('bitcoin').drop(txHash);
  // Such a reorg drops the sweep of the deposit too.
  const index = (await findOrder(host.database, made.order.orderId))?.deposit_index ?? addressIndex(0);
  host.chain('bitcoin').credit(index, 'btc', '0.1');
  host.advanceClock(25 * HOURS);
  await run();
  const refund = (txHash?: string) => outbox(`REFUND:${made.order.orderId}:${txHash}:0`);
  expect(await refund(second)).toMatchObject({ state: 'REFUSED', reason: 'DEPOSIT_REORGED' });
  expect(await refund(third)).toMatchObject({ state: 'CONFIRMED' });
  expect(arrived('bitcoin', ADDRESSES.bitcoin)).toBe(1);
});

test('lets an operator refund instead of paying out; the refund waits for the deposit and nothing is paid twice', async () => {
  const { made, payout, txHash } = await heldPayout();
  host.chain('bitcoin').unmine(txHash);
  await releaseHeld(host.context, payout);
  await host.tick(2);
  expect(await operator('refund', made.order.orderId, ADDRESSES.bitcoin)).toContain('The payout is cancelled');
  await host.tick(3);
  expect(await outbox(`REFUND:${made.order.orderId}`)).toMatchObject({ state: 'HELD' });
  await releaseHeld(host.context, `REFUND:${made.order.orderId}`);
  await host.tick(2);
  expect(await outbox(`REFUND:${made.order.orderId}`)).toMatchObject({ state: 'REFUSED', reason: 'DEPOSIT_REORGED' });
  await run();
  await later();
  expect(eventKinds(await readOrder(host, made)).at(-1)).toBe('REFUND_COMPLETED');
  expect([arrived(), arrived('bitcoin', ADDRESSES.bitcoin)]).toEqual([0, 1]);
});

test('sends a payout that an operator overrides, also after the network refuses it', async () => {
  const { made, payout, txHash } = await heldPayout();
  expect(await operator('override', payout)).toContain('is not waiting to be sent');
  host.chain('bitcoin').drop(txHash);
  await releaseHeld(host.context, payout);
  await host.tick(2);
  host.chain('tron').mode = 'refuse';
  expect(await operator('override', payout)).toContain('is overridden');
  await later();
  expect(await outbox(payout)).toMatchObject({ state: 'REFUSED', reason: 'balance too low' });
  host.chain('tron').mode = 'up';
  await later();
  expect(eventKinds(await readOrder(host, made)).at(-1)).toBe('WITHDRAWAL_COMPLETED');
  expect(arrived()).toBe(1);
});

test('keeps an override made during an attempt', async () => {
  const { made, payout, txHash } = await heldPayout();
  const bitcoin = host.chain('bitcoin');
  bitcoin.drop(txHash);
  await releaseHeld(host.context, payout);
  const { locate } = bitcoin;
  const said: string[] = [];
  bitcoin.locate = async (hash) => {
    if (said.length === 0) said.push(await operator('override', payout));
    return await locate(hash);
  };
  await host.tick();
  expect(said).toEqual([expect.stringContaining('is overridden')]);
  expect(await outbox(payout)).toMatchObject({ state: 'REFUSED', reason: 'DEPOSIT_REORGED' });
  await later();
  expect(eventKinds(await readOrder(host, made)).at(-1)).toBe('WITHDRAWAL_COMPLETED');
  expect(arrived()).toBe(1);
});

test('keeps an override when the payout is dropped or its nonce is used by another transaction', async () => {
  const { made, payout, txHash } = await heldPayout();
  const bitcoin = host.chain('bitcoin');
  bitcoin.drop(txHash);
  await operator('refund', made.order.orderId, ADDRESSES.bitcoin);
  await host.tick(2);
  const refund = `REFUND:${made.order.orderId}`;
  await releaseHeld(host.context, refund);
  await host.tick(2);
  expect(await outbox(payout)).toMatchObject({ state: 'CANCELLED' });
  expect(await outbox(refund)).toMatchObject({ state: 'REFUSED', reason: 'DEPOSIT_REORGED' });
  await operator('override', refund);
  expect(await operator('refund', refund, OTHER_BITCOIN)).toContain('goes to this address');
  const { send, sendState } = bitcoin;
  const forgotten: string[] = [];
  bitcoin.send = async (request) => {
    forgotten.push(request.idempotencyKey);
    return { txHash: 'forgotten' };
  };
  bitcoin.sendState = async () => ({ state: 'unknown' });
  await host.tick();
  expect(forgotten.length).toBeGreaterThan(0);
  Object.assign(bitcoin, { send, sendState });
  await later();
  await later();
  expect(eventKinds(await readOrder(host, made)).at(-1)).toBe('REFUND_COMPLETED');
  expect([arrived('bitcoin', OTHER_BITCOIN), arrived('bitcoin', ADDRESSES.bitcoin)]).toEqual([1, 0]);
});

test('postpones a payout while its deposit network fails, hangs or lags, without delaying others', async () => {
  const { payout } = await heldPayout();
  const bitcoin = host.chain('bitcoin');
  const { locate, probe } = bitcoin;
  bitcoin.locate = () => new Promise(() => undefined);
  await releaseHeld(host.context, payout);
  const other = await makeOrder(host, { from: 'eth', amount: '0.5', refund: null });
  host.chain('ethereum').pay({ address: other.order.depositAddress }, 'eth', '0.5');
  host.chain('ethereum').mine(80);
  await host.tick(2);
  expect(await outbox(payout)).toMatchObject({ state: 'PENDING', attempts: 1 });
  expect(await outbox(`PAYOUT:${other.order.orderId}`)).toMatchObject({ state: 'SENT' });

  bitcoin.locate = () => Promise.resolve(null);
  bitcoin.probe = () => Promise.resolve({ height: 1 });
  host.advanceClock(MAX_RETRY_DELAY_MS);
  await host.tick();
  expect(await outbox(payout)).toMatchObject({ state: 'PENDING', reason: expect.stringContaining('behind') });

  Object.assign(bitcoin, { locate, probe });
  await later();
  expect(await outbox(payout)).toMatchObject({ state: 'CONFIRMED' });
});

test('does not verify a recently booked deposit again', async () => {
  const bitcoin = host.chain('bitcoin');
  let requested = 0;
  bitcoin.onCall = (name) => {
    if (name === 'before locate') requested += 1;
  };
  const made = await makeOrder(host);
  bitcoin.pay({ address: made.order.depositAddress }, 'btc', '0.1');
  await run(4);
  expect(arrived()).toBe(1);
  expect(requested).toBe(0);
});
