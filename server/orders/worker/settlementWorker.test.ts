import { TREASURY_INDEX } from '../../ports/chain/treasury.ts';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findOutboxRow, insertOutboxRow } from '../../db/repositories/outbox.ts';
import { advanceOrders } from '../lifecycle/advance.ts';
import { recordDeposits } from '../deposits/recordDeposits.ts';
import { sendDue } from '../../payments/outbox/sender.ts';
import { createSettlementWorker } from './settlementWorker.ts';
import {
  ADDRESSES,
  eventKinds,
  readOrder,
  makeOrder,
  startOrderHost,
  type MadeOrder,
  type OrderHost,
} from '../testing/orderHost.ts';
import { pendingPayout } from '../testing/pendingPayout.ts';

let host: OrderHost;
beforeEach(async () => {
  host = await startOrderHost();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await host.close();
});

const LEASE = { owner: 'one', isHeld: () => true, assertHeld: async () => undefined };

/** Inserts sends to the treasury, because a payout must be signed. */
async function insertSends(made: MadeOrder, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, number) => `SWEEP:waits:${number}`);
  const { address } = await host.chain('tron').addressAt(TREASURY_INDEX);
  const { fee } = host.chain('tron');
  for (const id of ids) {
    const limits = { to_address: address, fee_limit: fee };
    const sweep = pendingPayout({ id, kind: 'SWEEP', order_id: made.order.orderId, ...limits });
    await insertOutboxRow(host.database, sweep);
  }
  return ids;
}

test('scans deposits between batches of many sends', async () => {
  const tron = host.chain('tron');
  const made = await makeOrder(host, {
    from: 'trx',
    to: 'btc',
    amount: '1000',
    destination: ADDRESSES.bitcoin,
    refund: ADDRESSES.tron,
  });
  const { send } = tron;
  let sent = 0;
  let sentWhenScanned: number | null = null;
  tron.send = async (request, fence) => {
    if (sent === 0) tron.pay({ address: made.order.depositAddress }, 'trx', '1000');
    sent += 1;
    if (sentWhenScanned === null) await setTimeout(180);
    return await send(request, fence);
  };
  const { incoming } = tron;
  tron.incoming = async (input) => {
    const answer = await incoming(input);
    if (answer.transfers.length > 0) sentWhenScanned ??= sent;
    return answer;
  };
  let rounds = 0;
  tron.onCall = (name) => {
    if (name === 'after incoming') rounds += 1;
  };
  const stop = createSettlementWorker(host.context).start();
  try {
    // The sending loop finds them before the next round, which is up to a second away.
    await expect.poll(() => rounds).toBeGreaterThan(0);
    await setTimeout(100);
    await insertSends(made, 60);
    await expect.poll(() => sentWhenScanned).not.toBeNull();
  } finally {
    await stop();
  }
  expect(sentWhenScanned).toBeLessThan(50);
});

test('releases unattempted rows when recording the sent ones fails', async () => {
  const made = await makeOrder(host);
  const ids = await insertSends(made, 10);
  const tron = host.chain('tron');
  const { send } = tron;
  let sent = 0;
  tron.send = async (request, fence) => {
    const answer = await send(request, fence);
    sent += 1;
    return answer;
  };
  // Slow enough that the sent rows are recorded after the third send.
  vi.spyOn(performance, 'now').mockImplementation(() => sent * 90);
  const { transaction } = host.database;
  vi.spyOn(host.database, 'transaction').mockImplementation(() => {
    // Each send opens a transaction too. The next one records the sent rows.
    if (sent >= 3) throw new Error('the database failed');
    return transaction.call(host.database);
  });
  await expect(sendDue(host.context, tron, LEASE)).rejects.toThrow('the database failed');
  const rows = await Promise.all(ids.map(async (id) => await findOutboxRow(host.database, id)));
  expect(rows.filter((row) => row?.lease_owner === null)).toHaveLength(7);
  expect(rows.filter((row) => row?.lease_owner === 'one')).toHaveLength(3);
});

describe('orders paid at the same time', () => {
  let orders: MadeOrder[];
  let ids: string[];
  beforeEach(async () => {
    orders = [await makeOrder(host), await makeOrder(host)];
    ids = orders.map(({ order }) => order.orderId);
    for (const { order } of orders) host.chain('bitcoin').pay({ address: order.depositAddress }, 'btc', '0.1');
    host.chain('bitcoin').mine(3);
    await recordDeposits(host.context, host.chain('bitcoin'), LEASE);
  });
  const expectPayouts = async () => {
    for (const made of orders) expect(eventKinds(await readOrder(host, made))).toContain('FUNDS_WITHDRAWAL_START');
  };

  test('advance in one transaction', async () => {
    const begun = vi.spyOn(host.database, 'transaction');
    await advanceOrders(host.context, ids);
    expect(begun).toHaveBeenCalledTimes(1);
    await expectPayouts();
  });

  test('advance one by one when that fails, with a warning', async () => {
    const warn = vi.spyOn(host.context.log, 'warn');
    vi.spyOn(host.database, 'transaction').mockImplementationOnce(() => {
      throw new Error('no transaction');
    });
    await advanceOrders(host.context, ids);
    expect(warn).toHaveBeenCalledWith(expect.objectContaining({ orders: 2 }), expect.stringContaining('batch'));
    await expectPayouts();
  });
});

test('lets only one of two workers scan a network', async () => {
  const second = createSettlementWorker(host.context);
  const made = await makeOrder(host);
  await host.tick();
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  await second.tick();
  expect(eventKinds(await readOrder(host, made))).toEqual(['CREATION_END']);
  host.advanceClock(31_000);
  await second.tick();
  expect(eventKinds(await readOrder(host, made))).toContain('DEPOSIT_REGISTERED');
});

test('releases the leases when a worker stops', async () => {
  const stop = host.settlement.start();
  await expect.poll(() => host.settlement.lastTickAt()).not.toBeNull();
  await stop();
  expect(await host.database.selectFrom('leases').selectAll().execute()).toEqual([]);
});

test('asks once for all networks while none has work', async () => {
  const statements: string[] = [];
  await host.restart((statement) => statements.push(statement.trim().split(' ')[0] ?? ''));
  // The first round runs the steps of every network.
  await host.tick(2);
  statements.length = 0;
  await host.tick(15);
  const counts = Map.groupBy(statements, (kind) => kind);
  // Each second: which networks are busy. Every 15 s: which need a round now and then, and whose cursor is old. Every 5 s: the leases.
  expect(new Map([...counts].map(([kind, all]) => [kind, all.length]))).toEqual(
    new Map([
      ['select', 15 + 2],
      ['insert', 3],
    ]),
  );
});
