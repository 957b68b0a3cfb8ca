import { afterEach, expect, test } from 'vitest';
import { DATABASES, type DatabaseKind } from '../../../tests/support/databases.ts';
import { startOrderHostOn } from '../../../tests/support/orderHosts.ts';
import { listAllDeposits } from '../../db/repositories/deposits.ts';
import { findOrder } from '../../db/repositories/orders.ts';
import { findOutboxRow, listOutboxRows } from '../../db/repositories/outbox.ts';
import { findReservation } from '../../db/repositories/treasury.ts';
import { releaseHeld } from '../testing/acts.ts';
import {
  countReceived,
  reconcileNow,
  mineAndTick,
  MAX_RETRY_DELAY_MS,
  runOperator,
  readStatus,
} from '../../orders/testing/hostActions.ts';
import {
  ADDRESSES,
  eventKinds,
  ledgerAccounts,
  ledgerSums,
  readOrder,
  makeOrder,
  type MadeOrder,
  type OrderHost,
} from '../../orders/testing/orderHost.ts';

const HOURS = 3_600_000;

let host: OrderHost;
afterEach(async () => {
  await host.close();
});

async function start(kind: DatabaseKind = 'SQLite'): Promise<void> {
  host = await startOrderHostOn(kind, { perOrderUsd: '7000', perHourUsd: '100000' });
  await judge();
}

const run = (rounds = 3) => mineAndTick(host, ['bitcoin', 'tron'], rounds);

async function later(): Promise<void> {
  host.advanceClock(MAX_RETRY_DELAY_MS);
  await run();
}

const judge = () => reconcileNow(host);
const outbox = (id: string) => findOutboxRow(host.database, id);
const operator = (...words: string[]) => runOperator(host, ...words);
const writeOff = (made: MadeOrder) => operator('write-off', made.order.orderId, 'double', 'spent');
const statusOf = (made: MadeOrder) => readStatus(host, made);
const arrived = (network: string, address: string) => countReceived(host, network, address);

/** Creates a payout on hold, whose deposits and sweeps are old enough to be reorged. */
async function heldPayout(...amounts: string[]): Promise<{ made: MadeOrder; payout: string; txHashes: string[] }> {
  const made = await makeOrder(host, { amount: '0.2' });
  const txHashes = amounts.map((amount) => host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', amount));
  await run(5);
  const payout = `PAYOUT:${made.order.orderId}`;
  expect(await outbox(payout)).toMatchObject({ state: 'HELD' });
  host.advanceClock(3 * HOURS);
  return { made, payout, txHashes };
}

/** Removes deposits and all sweeps of the order from the chain. */
async function reorg(made: MadeOrder, ...txHashes: string[]): Promise<void> {
  const sweeps = (await listOutboxRows(host.database, made.order.orderId)).filter(({ kind }) => kind === 'SWEEP');
  for (const txHash of [...txHashes, ...sweeps.flatMap(({ tx_hash }) => tx_hash ?? [])]) host.chain('bitcoin').drop(txHash);
}

async function expectClean(): Promise<void> {
  expect(await judge()).toEqual([]);
  expect(Object.values(await ledgerSums(host)).every((sum) => sum === '0')).toBe(true);
}

test.each(DATABASES)('ends an order whose deposit was reorged, with balanced books, on %s', async (kind) => {
  await start(kind);
  const { made, payout, txHashes } = await heldPayout('0.2');
  await reorg(made, ...txHashes);
  await releaseHeld(host.context, payout);
  await host.tick(2);
  expect(await outbox(payout)).toMatchObject({ state: 'REFUSED', reason: 'DEPOSIT_REORGED' });
  expect((await judge()).map(({ key }) => key)).toContain(`reorged:bitcoin:${txHashes[0]}:0`);

  expect(await writeOff(made)).toContain('The order ended as VOID');
  expect(await statusOf(made)).toBe('VOID');
  expect(await outbox(payout)).toMatchObject({ state: 'CANCELLED', reason: 'double spent' });
  expect(await findReservation(host.database, made.order.orderId)).toBeUndefined();
  expect(await listAllDeposits(host.database, made.order.orderId)).toMatchObject([
    { is_reorged: 1, booked_at: null, times_written_off: 1, write_off_note: 'double spent' },
  ]);
  const shown = await readOrder(host, made);
  expect(shown).toMatchObject({ isExpired: true, deposits: [], withdrawals: [], attention: null });
  await later();
  await later();
  await expectClean();
  expect(await ledgerAccounts(host, made.order.orderId).then((all) => Object.values(all).filter((sum) => sum !== '0'))).toEqual(
    [],
  );
  expect(await writeOff(made)).toContain('is written off already');
  expect(arrived('tron', ADDRESSES.tron)).toBe(0);
});

test.each(DATABASES)('books and refunds a written-off deposit that returns in its original block, on %s', async (kind) => {
  await start(kind);
  const { made, txHashes } = await heldPayout('0.2');
  const bitcoin = host.chain('bitcoin');
  const [txHash = ''] = txHashes;
  const place = await bitcoin.locate(txHash);
  const { locate, incoming } = bitcoin;
  // The nodes follow another chain for a while, without the deposit and its sweep.
  const sweep = (await listOutboxRows(host.database, made.order.orderId)).find((row) => row.kind === 'SWEEP');
  expect(sweep).toMatchObject({ state: 'CONFIRMED' });
  const { sendState } = bitcoin;
  bitcoin.locate = () => Promise.resolve(null);
  bitcoin.sendState = () => Promise.resolve({ state: 'unknown' });
  expect(await writeOff(made)).toContain('The order ended as VOID');
  expect(await statusOf(made)).toBe('VOID');
  Object.assign(bitcoin, { locate, sendState });
  // The scanner does not report transfers below its cursor again.
  const height = place?.blockHeight ?? 0;
  bitcoin.incoming = async (request) => {
    const answer = await incoming(request);
    const isAgain = Number(request.cursor) < height;
    return { ...answer, transfers: answer.transfers.filter((one) => isAgain || (one.blockHeight ?? height + 1) > height) };
  };
  await later();
  await later();
  expect(await readOrder(host, made)).toMatchObject({ isExpired: true, attention: { reason: 'EXTRA_DEPOSIT' } });
  await expectClean();
  host.advanceClock(25 * HOURS);
  await run();
  await releaseHeld(host.context, `REFUND:${made.order.orderId}:${txHash}:0@2`);
  await later();
  expect(arrived('bitcoin', ADDRESSES.bitcoin)).toBe(1);
  expect(arrived('tron', ADDRESSES.tron)).toBe(0);
  expect(await statusOf(made)).toBe('VOID');
  await later();
  await expectClean();
  expect(await writeOff(made)).toContain('is in a block');
});

test('ends an order whose refund waits for a reorged deposit', async () => {
  await start();
  const made = await makeOrder(host, { amount: '0.1', rateMode: 'FIXED' });
  const txHash = host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.05');
  await run();
  host.advanceClock(30 * 60_000);
  await run();
  host.chain('bitcoin').drop(txHash);
  host.advanceClock(24 * HOURS);
  await host.tick(3);
  expect(await outbox(`REFUND:${made.order.orderId}`)).toMatchObject({ state: 'REFUSED', reason: 'DEPOSIT_REORGED' });
  expect(await writeOff(made)).toContain('The order ended as VOID');
  expect(await readOrder(host, made)).toMatchObject({ isExpired: true, refunds: [], attention: null });
  expect(eventKinds(await readOrder(host, made))).toContain('REFUND_REQUESTED');
  await later();
  await expectClean();
  expect(arrived('bitcoin', ADDRESSES.bitcoin)).toBe(0);
});

test('writes off one extra deposit, and refunds it when it is mined again', async () => {
  await start();
  const made = await makeOrder(host);
  const { depositAddress: address, orderId } = made.order;
  const bitcoin = host.chain('bitcoin');
  bitcoin.pay({ address }, 'btc', '0.1');
  await run(5);
  // Larger deposits become new orders (D63).
  host.desk.minimum = '100';
  const [second = '', third = ''] = ['0.03', '0.04'].map((amount) => bitcoin.pay({ address }, 'btc', amount));
  bitcoin.mine(3);
  await host.tick();
  bitcoin.drop(second);
  host.advanceClock(25 * HOURS);
  await host.tick(3);
  expect(await outbox(`REFUND:${orderId}:${second}:0`)).toMatchObject({ state: 'REFUSED', reason: 'DEPOSIT_REORGED' });
  expect(await writeOff(made)).toContain(`0.03 btc of ${second} is written off.`);
  expect(await outbox(`REFUND:${orderId}:${second}:0`)).toMatchObject({ state: 'CANCELLED' });
  expect(await statusOf(made)).toBe('COMPLETED');
  await later();
  await later();
  await expectClean();
  expect(await outbox(`REFUND:${orderId}:${third}:0`)).toMatchObject({ state: 'CONFIRMED' });
  bitcoin.pay({ address }, 'btc', '0.03', second);
  await run();
  host.advanceClock(25 * HOURS);
  await run();
  await later();
  expect(await outbox(`REFUND:${orderId}:${second}:0@2`)).toMatchObject({ state: 'CONFIRMED' });
  expect(arrived('bitcoin', ADDRESSES.bitcoin)).toBe(2);
  await later();
  await expectClean();
});

test('writes off nothing while a deposit is in a block or the nodes do not answer', async () => {
  await start();
  const { made, payout, txHashes } = await heldPayout('0.08', '0.12');
  const before = await findOrder(host.database, made.order.orderId);
  expect(await writeOff(made)).toContain('is in a block');
  const bitcoin = host.chain('bitcoin');
  bitcoin.mode = 'down';
  await expect(writeOff(made)).rejects.toThrow('is down');
  bitcoin.mode = 'up';
  const { locate, probe } = bitcoin;
  bitcoin.locate = (txHash) => (txHash === txHashes[0] ? Promise.resolve(null) : locate(txHash));
  expect(await writeOff(made)).toMatch(
    /^Nothing was written off: 0.08 btc of \w+ is in no block, 0.12 btc of \w+ is, .*override PAYOUT:/,
  );
  bitcoin.locate = () => Promise.resolve(null);
  bitcoin.probe = () => Promise.resolve({ height: 1 });
  await expect(writeOff(made)).rejects.toThrow('behind');
  Object.assign(bitcoin, { locate, probe });
  expect(await outbox(payout)).toMatchObject({ state: 'HELD' });
  expect(await findOrder(host.database, made.order.orderId)).toEqual(before);
});

test.each([
  ['have not read its block', (block: number) => ({ transfers: [], cursor: String(block - 1) })],
  ['can not show all of it', (block: number) => ({ transfers: [], cursor: String(block), isBlind: true })],
])('does not write off a deposit in another block when the nodes %s', async (_what, answerAt) => {
  await start();
  const { made, payout, txHashes } = await heldPayout('0.2');
  const [txHash = ''] = txHashes;
  const bitcoin = host.chain('bitcoin');
  const { incoming } = bitcoin;
  bitcoin.unmine(txHash);
  bitcoin.mine(3);
  bitcoin.incoming = async () => answerAt((await bitcoin.locate(txHash))?.blockHeight ?? 0);
  await expect(writeOff(made)).rejects.toThrow('does not show the transfers of block');
  expect((await judge()).map(({ key }) => key)).not.toContain(`reorged:bitcoin:${txHash}:0`);
  expect(await outbox(payout)).toMatchObject({ state: 'HELD' });
  bitcoin.incoming = incoming;
  expect(await writeOff(made)).toContain('is in a block');
});

test('does not write off a deposit whose sweep is confirmed', async () => {
  await start();
  const { made, txHashes } = await heldPayout('0.2');
  host.chain('bitcoin').drop(txHashes[0] ?? '');
  expect(await writeOff(made)).toContain('A sweep of btc on bitcoin is confirmed');
  expect(await statusOf(made)).toBe('PAYING_OUT');
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.2', txHashes[0]);
  await run();
});

test('does not cancel a payout that a process is sending', async () => {
  await start();
  const { made, payout, txHashes } = await heldPayout('0.2');
  const tron = host.chain('tron');
  const { send } = tron;
  const said: unknown[] = [];
  // The process has checked the deposits and is about to send.
  tron.send = async (request, fence) => {
    if (request.idempotencyKey === payout && said.length === 0) {
      await reorg(made, ...txHashes);
      said.push(await writeOff(made));
    }
    return await send(request, fence);
  };
  await releaseHeld(host.context, payout);
  await host.tick();
  expect(said).toEqual([expect.stringContaining('may be on its way')]);
  expect(arrived('tron', ADDRESSES.tron)).toBe(1);
  expect(await statusOf(made)).toBe('PAYING_OUT');
});

test('stops a stalled process from sending a cancelled payout', async () => {
  await start();
  const { made, payout, txHashes } = await heldPayout('0.2');
  const tron = host.chain('tron');
  const { send } = tron;
  const said: string[] = [];
  tron.mode = 'refuse';
  await releaseHeld(host.context, payout);
  await host.tick();
  expect(await outbox(payout)).toMatchObject({ state: 'REFUSED' });
  tron.mode = 'up';
  tron.send = async (request, fence) => {
    if (request.idempotencyKey === payout && said.length === 0) {
      // Another process took over the network, and its attempt was refused.
      await reorg(made, ...txHashes);
      await host.database.updateTable('outbox').set({ lease_owner: null, lease_until: 0 }).where('id', '=', payout).execute();
      said.push(await writeOff(made));
    }
    return await send(request, fence);
  };
  await later();
  expect(said).toEqual([expect.stringContaining('The order ended as VOID')]);
  expect(arrived('tron', ADDRESSES.tron)).toBe(0);
  await later();
  await later();
  await expectClean();
});

test('fails when a process claims the payout meanwhile', async () => {
  await start();
  const { made, payout, txHashes } = await heldPayout('0.2');
  await reorg(made, ...txHashes);
  await releaseHeld(host.context, payout);
  await host.tick(2);
  const tron = host.chain('tron');
  // The first plan asks for the digest only.
  let plans = 0;
  const { sendState } = tron;
  tron.sendState = async (key) => {
    const state = await sendState(key);
    plans += 1;
    if (plans < 2) return state;
    await host.database.updateTable('outbox').set({ lease_owner: 'other', lease_until: 9e12 }).where('id', '=', payout).execute();
    return state;
  };
  expect(await writeOff(made)).toContain('Another process changed the order');
  expect(await statusOf(made)).toBe('PAYING_OUT');
  expect(await outbox(payout)).toMatchObject({ state: 'REFUSED' });
  tron.sendState = sendState;
  await host.database.updateTable('outbox').set({ lease_owner: null, lease_until: 0 }).where('id', '=', payout).execute();
  expect(await writeOff(made)).toContain('The order ended as VOID');
});
