import { afterEach, describe, expect, test } from 'vitest';
import { DATABASES, type DatabaseKind } from '../../../tests/support/databases.ts';
import { startOrderHostOn } from '../../../tests/support/orderHosts.ts';
import { listAllDeposits } from '../../db/repositories/deposits.ts';
import { findOutboxRow, updateOutboxRow } from '../../db/repositories/outbox.ts';
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
  ledgerSums,
  makeOrder,
  type MadeOrder,
  type OrderHost,
  type OrderOptions,
} from '../../orders/testing/orderHost.ts';

/** A decision made while `write-off` asks the networks must not lose its deposits. */

const HOURS = 3_600_000;
const MOVED = 'Another process changed the order';

let host: OrderHost;
afterEach(async () => {
  await host.close();
});

async function start(kind: DatabaseKind = 'SQLite'): Promise<void> {
  host = await startOrderHostOn(kind, { perOrderUsd: '7000', perHourUsd: '100000' });
  await judge();
}

const run = (rounds = 4) => mineAndTick(host, ['bitcoin', 'tron'], rounds);

async function later(): Promise<void> {
  host.advanceClock(MAX_RETRY_DELAY_MS);
  await run();
}

const judge = () => reconcileNow(host);
const writeOff = (made: MadeOrder) => runOperator(host, 'write-off', made.order.orderId, 'lost');
const statusOf = (made: MadeOrder) => readStatus(host, made);
const arrived = (network: string, address: string) => countReceived(host, network, address);

async function paid(wanted: OrderOptions, amount: string): Promise<{ made: MadeOrder; txHash: string }> {
  const made = await makeOrder(host, wanted);
  const txHash = host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', amount);
  await run();
  return { made, txHash };
}

/** Runs `meanwhile` once between the last network request of the act and its write: the first plan asks for the digest only. */
async function writeOffDuring(made: MadeOrder, meanwhile: () => Promise<void>): Promise<string> {
  const bitcoin = host.chain('bitcoin');
  const { locate } = bitcoin;
  const located = new Set<string>();
  bitcoin.locate = async (txHash) => {
    const place = await locate(txHash);
    if (!located.has(txHash)) {
      located.add(txHash);
      return place;
    }
    bitcoin.locate = locate;
    await meanwhile();
    return place;
  };
  return await writeOff(made);
}

/** Releases every send, and expects that none leaves and the books agree. */
async function expectNothingLeft(made: MadeOrder): Promise<void> {
  const sends = await host.database.selectFrom('outbox').selectAll().where('order_id', '=', made.order.orderId).execute();
  for (const { id } of sends) await releaseHeld(host.context, id);
  for (let time = 0; time < 3; time += 1) await later();
  expect([arrived('bitcoin', ADDRESSES.bitcoin), arrived('tron', ADDRESSES.tron)]).toEqual([0, 0]);
  expect(await judge()).toEqual([]);
  expect(Object.values(await ledgerSums(host)).every((sum) => sum === '0')).toBe(true);
}

describe.each(DATABASES)('on %s', (kind) => {
  test('keeps the deposit of an extra refund that starts during the write-off', async () => {
    await start(kind);
    const { made } = await paid({}, '0.1');
    // Larger deposits become new orders (D63).
    host.desk.minimum = '100';
    const extra = host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.03');
    // Not swept yet.
    host.chain('bitcoin').mine(3);
    await host.tick();
    host.chain('bitcoin').drop(extra);
    host.advanceClock(25 * HOURS);
    const refund = `REFUND:${made.order.orderId}:${extra}:0`;
    const said = await writeOffDuring(made, async () => {
      await host.tick(2);
      expect(await findOutboxRow(host.database, refund)).toBeDefined();
    });
    expect(said).toContain(MOVED);
    expect(await listAllDeposits(host.database, made.order.orderId)).toContainEqual(
      expect.objectContaining({ tx_hash: extra, is_reorged: 0, refund_id: refund }),
    );
    expect(await writeOff(made)).toContain(`0.03 btc of ${extra} is written off.`);
    for (let time = 0; time < 3; time += 1) await later();
    expect(arrived('bitcoin', ADDRESSES.bitcoin)).toBe(0);
    expect(await judge()).toEqual([]);
  });

  test('keeps the deposit of a payout that is decided during the write-off', async () => {
    await start(kind);
    const made = await makeOrder(host, { amount: '0.2' });
    host.desk.isStale = true;
    const txHash = host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.2');
    await run();
    host.advanceClock(HOURS);
    expect(await listAllDeposits(host.database, made.order.orderId)).toMatchObject([{ role: null }]);
    host.chain('bitcoin').drop(txHash);
    const said = await writeOffDuring(made, async () => {
      host.desk.isStale = false;
      await host.tick(2);
      expect(await statusOf(made)).toBe('PAYING_OUT');
    });
    expect(said).toContain(MOVED);
    expect(await statusOf(made)).toBe('PAYING_OUT');
    expect(await writeOff(made)).toContain('The order ended as VOID');
    await expectNothingLeft(made);
  });

  test('keeps the deposit of a refund that is decided during the write-off', async () => {
    await start(kind);
    const { made, txHash } = await paid({ rateMode: 'FIXED' }, '0.05');
    host.advanceClock(HOURS);
    await run();
    host.chain('bitcoin').drop(txHash);
    host.advanceClock(24 * HOURS);
    const said = await writeOffDuring(made, async () => {
      await host.tick(2);
      expect(await statusOf(made)).toBe('REFUNDING');
    });
    expect(said).toContain(MOVED);
    expect(await writeOff(made)).toContain('The order ended as VOID');
    await expectNothingLeft(made);
  });
});

test('does not cancel a payout that is sent during the write-off', async () => {
  await start();
  const { made, txHash } = await paid({ amount: '0.2' }, '0.2');
  host.advanceClock(3 * HOURS);
  const [bitcoin, tron] = [host.chain('bitcoin'), host.chain('tron')];
  const sweep = (await host.database.selectFrom('outbox').selectAll().where('kind', '=', 'SWEEP').execute())[0];
  for (const hash of [txHash, sweep?.tx_hash ?? '']) bitcoin.drop(hash);
  const payout = `PAYOUT:${made.order.orderId}`;
  await releaseHeld(host.context, payout);
  await host.tick(2);
  expect(await findOutboxRow(host.database, payout)).toMatchObject({ state: 'REFUSED', reason: 'DEPOSIT_REORGED' });
  const { sendState } = tron;
  let plans = 0;
  tron.sendState = async (key) => {
    const state = await sendState(key);
    plans += 1;
    if (plans < 2) return state;
    tron.sendState = sendState;
    // Another process found the deposit on its nodes and sent the payout.
    const row = await findOutboxRow(host.database, payout);
    if (row) await updateOutboxRow(host.database, row, { state: 'SENT', tx_hash: 'b'.repeat(64), reason: null });
    return state;
  };
  expect(await writeOff(made)).toContain(MOVED);
  expect(await findOutboxRow(host.database, payout)).toMatchObject({ state: 'SENT' });
  expect(await statusOf(made)).toBe('PAYING_OUT');
});
