import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  claimOutboxRows,
  findOutboxRow,
  insertOutboxRow,
  listDueOutboxRows,
  releaseOutboxRows,
  updateOutboxRow,
} from '../../server/db/repositories/outbox.ts';
import {
  countOrders,
  countUnpaidOrders,
  findOrder,
  findOrderByDepositAddress,
  insertOrderEvents,
  listCompletedOrders,
  listIdleReservations,
  listMovableOrders,
  listOrderEvents,
  listWatchedOrders,
  updateOrder,
} from '../../server/db/repositories/orders.ts';
import { listDueSweeps, requestSweep } from '../../server/db/repositories/sweeps.ts';
import {
  findDeposit,
  insertDeposit,
  listDeposits,
  listUnbookedDeposits,
  updateDeposit,
} from '../../server/db/repositories/deposits.ts';
import {
  listBusyNetworks,
  listNetworksToMaintain,
  listNetworksWithOldCursor,
} from '../../server/db/repositories/busyNetworks.ts';
import { writeCursor } from '../../server/db/repositories/cursors.ts';
import { writeForgottenIndexes } from '../../server/db/repositories/recovery/forgottenIndexes.ts';
import { listOrderFingerprints } from '../../server/db/repositories/orderFingerprints.ts';
import {
  deleteReservation,
  listReservations,
  writeTreasuryBalance,
  findTreasuryBalance,
  listPayoutInstruments,
} from '../../server/db/repositories/treasury.ts';
import type { DepositRow, OrderRow } from '../../server/db/tables/orders.ts';
import type { OutboxRow } from '../../server/db/tables/payments.ts';
import { CLIENT, makeOrder, type OrderHost } from '../../server/orders/testing/orderHost.ts';
import { DATABASES } from '../support/databases.ts';
import { startOrderHostOn } from '../support/orderHosts.ts';
import { pendingPayout } from '../../server/orders/testing/pendingPayout.ts';

describe.each(DATABASES)('orders on %s', (kind) => {
  let host: OrderHost;
  let order: OrderRow;
  beforeEach(async () => {
    host = await startOrderHostOn(kind);
    const { orderId } = (await makeOrder(host, { rateMode: 'FIXED' })).order;
    const found = await findOrder(host.database, orderId);
    if (!found) throw new Error('no order');
    order = found;
  });
  afterEach(async () => {
    await host.close();
  });

  const send = (): OutboxRow =>
    pendingPayout({ id: `PAYOUT:${order.id}`, order_id: order.id, to_address: order.destination_address, amount: '5968.5' });
  const deposit = (): DepositRow => ({
    network: 'bitcoin',
    tx_hash: 'aa',
    transfer_index: 0,
    order_id: order.id,
    instrument: 'btc',
    to_address: order.deposit_address,
    memo: null,
    amount: '0.10',
    block_height: null,
    confirmations: 0,
    is_reorged: 0,
    booked_at: null,
    role: null,
    detected_at: 5,
    in_block_at: null,
    refund_id: null,
    refund_address: null,
    refund_memo: null,
    refund_fee_factor: null,
    refund_least: null,
    refund_at: 0,
  });

  it('are updated once per version under concurrent writes', async () => {
    const moves = await Promise.all(
      Array.from({ length: 6 }, (_, index) => updateOrder(host.database, order, { user_email: `${index}@example.com` })),
    );
    expect(moves.filter(Boolean)).toHaveLength(1);
    expect((await findOrder(host.database, order.id))?.version).toBe(order.version + 1);
  });

  it('store events in order and reject duplicates', async () => {
    const event = { order_id: order.id, sequence: 20, kind: 'DEPOSIT_REGISTERED' as const, created_at: 7 };
    await insertOrderEvents(host.database, [event, { ...event, sequence: 21, kind: 'INCOMING_FUNDS_DETECTED' }]);
    await expect(insertOrderEvents(host.database, [event])).rejects.toThrow();
    expect((await listOrderEvents(host.database, order.id)).map(({ sequence }) => sequence)).toEqual([10, 20, 21]);
  });

  it('are returned by the queries of the worker', async () => {
    const now = host.context.now();
    const watched = await listWatchedOrders(host.database, 'bitcoin', now);
    expect(watched).toMatchObject([{ id: order.id, deposit_address: order.deposit_address }]);
    expect(await findOrderByDepositAddress(host.database, 'bitcoin', order.deposit_address, 'any memo')).toEqual(order);
    expect(await listMovableOrders(host.database, 'bitcoin', 0)).toEqual([]);
    await insertDeposit(host.database, deposit());
    expect(await listMovableOrders(host.database, 'bitcoin', 0)).toEqual([order.id]);
    const [expired, late] = [order.expires_at + 1, (order.confirm_by ?? 0) + 1];
    expect(await listIdleReservations(host.database, 'bitcoin', expired)).toEqual([]);
    expect(await listIdleReservations(host.database, 'bitcoin', late)).toEqual([order.id]);
    expect(await listDueSweeps(host.database, 'bitcoin', now)).toEqual([]);
    await updateOrder(host.database, order, { status: 'COMPLETED', ended_at: now });
    await requestSweep(host.database, { order_id: order.id, network: 'bitcoin' });
    expect(await listDueSweeps(host.database, 'bitcoin', now)).toMatchObject([{ order_id: order.id, state: 'DUE' }]);
    expect(await listCompletedOrders(host.database, 5)).toMatchObject([{ id: order.id }]);
  });

  it('are counted as numbers', async () => {
    expect(await countOrders(host.database, 'AWAITING_DEPOSIT')).toBe(1);
    expect(await countUnpaidOrders(host.database, { client_group: CLIENT.address }, 0)).toBe(1);
    expect(await countUnpaidOrders(host.database, { client_group: '198.51.100.1' }, 0)).toBe(0);
    expect(await countUnpaidOrders(host.database, { partner_key: 'cw_partner' }, 0)).toBe(0);
    await host.database.updateTable('order_origins').set({ partner_key: 'cw_partner' }).execute();
    expect(await countUnpaidOrders(host.database, { partner_key: 'cw_partner' }, 0)).toBe(1);
  });

  it('list deposits as unbooked until they are booked', async () => {
    await insertDeposit(host.database, deposit());
    expect(await listUnbookedDeposits(host.database, 'bitcoin')).toEqual([deposit()]);
    await updateDeposit(host.database, deposit(), { block_height: 7, confirmations: 6, booked_at: 9 });
    expect(await findDeposit(host.database, deposit())).toEqual({
      ...deposit(),
      block_height: 7,
      confirmations: 6,
      booked_at: 9,
    });
    expect(await listUnbookedDeposits(host.database, 'bitcoin')).toEqual([]);
    await updateDeposit(host.database, deposit(), { is_reorged: 1 });
    expect(await listDeposits(host.database, order.id)).toEqual([]);
  });

  it('change their fingerprint with every deposit and send', async () => {
    const fingerprint = async () =>
      (await listOrderFingerprints(host.database, [order.id, 'nobody'], 0)).map((one) => one.fingerprint);
    const fingerprints = [await fingerprint()];
    await insertDeposit(host.database, deposit());
    fingerprints.push(await fingerprint());
    await updateDeposit(host.database, deposit(), { confirmations: 1 });
    fingerprints.push(await fingerprint());
    const sent = send();
    await insertOutboxRow(host.database, sent);
    fingerprints.push(await fingerprint());
    await updateOutboxRow(host.database, sent, { reason: 'FEE_ABOVE_LIMIT' });
    fingerprints.push(await fingerprint());
    expect(new Set(fingerprints.map(String)).size).toBe(5);
  });

  it('that need a decision are returned once the worker can act on them', async () => {
    const movable = (now: number) => listMovableOrders(host.database, 'bitcoin', now);
    const asks = { status: 'DECISION_NEEDED', decision_reason: 'SLOW_DEPOSIT', decision_deadline: 1_000 } as const;
    await updateOrder(host.database, order, { ...asks, refund_address: null });
    await insertDeposit(host.database, deposit());
    expect(await movable(2_000)).toEqual([]);
    await updateDeposit(host.database, deposit(), { block_height: 7, instrument: 'eth' });
    expect(await movable(0)).toEqual([]);
    await updateDeposit(host.database, deposit(), { instrument: 'btc', role: 'EXTRA' });
    expect(await movable(0)).toEqual([]);
    await updateDeposit(host.database, deposit(), { role: null });
    expect(await movable(0)).toEqual([order.id]);
    await updateDeposit(host.database, deposit(), { is_reorged: 1 });
    expect(await movable(0)).toEqual([]);
    await updateOrder(host.database, { ...order, version: order.version + 1 }, { refund_address: 'somewhere' });
    expect(await movable(999)).toEqual([]);
    expect(await movable(1_000)).toEqual([order.id]);
  });

  it('make a network busy for booked extra deposits of an order only', async () => {
    const busy = async () => await listBusyNetworks(host.database, ['ripple'], 1_000);
    const unattributed = {
      ...deposit(),
      network: 'ripple',
      order_id: null,
      role: 'EXTRA',
      booked_at: 9,
      block_height: 7,
    } as const;
    await insertDeposit(host.database, unattributed);
    expect(await busy()).toEqual([]);
    await updateDeposit(host.database, unattributed, { order_id: order.id, booked_at: null });
    expect(await busy()).toEqual([]);
    await updateDeposit(host.database, unattributed, { booked_at: 9 });
    expect(await busy()).toEqual(['ripple']);
  });

  it('name the networks that need a round now and then', async () => {
    const needed = async () =>
      (await listNetworksToMaintain(host.database, ['bitcoin', 'ethereum', 'ripple', 'tron'], 1_000)).toSorted();
    expect(await needed()).toEqual(['bitcoin', 'tron']);
    await deleteReservation(host.database, order.id);
    expect(await needed()).toEqual([]);
    await insertOutboxRow(host.database, { ...send(), network: 'ripple', state: 'HELD' });
    await insertDeposit(host.database, { ...deposit(), network: 'ethereum', is_reorged: 1 });
    expect(await needed()).toEqual(['ripple']);
    await insertDeposit(host.database, { ...deposit(), network: 'ethereum', tx_hash: 'bb' });
    expect(await needed()).toEqual(['ethereum', 'ripple']);
    await writeForgottenIndexes(host.database, { first_index: 1, last_index: 9, since: 999, last_used: null });
    expect(await needed()).toEqual(['ethereum', 'ripple']);
    await writeForgottenIndexes(host.database, { first_index: 1, last_index: 9, since: 1_000, last_used: null });
    expect(await needed()).toEqual(['bitcoin', 'ethereum', 'ripple', 'tron']);
  });

  it('name the networks whose cursor is old or missing', async () => {
    await writeCursor(host.database, 'bitcoin', '1', 1_000);
    const old = async (before: number) =>
      (await listNetworksWithOldCursor(host.database, ['bitcoin', 'tron'], before)).toSorted();
    expect(await old(1_000)).toEqual(['tron']);
    expect(await old(1_001)).toEqual(['bitcoin', 'tron']);
  });

  it('let only the owner release the lease of a send', async () => {
    await insertOutboxRow(host.database, send());
    await claimOutboxRows(host.database, [send()], 'one', 1_000, 2_000);
    await releaseOutboxRows(host.database, [send()], 'two');
    await releaseOutboxRows(host.database, [{ ...send(), idempotency_key: 'another' }], 'one');
    expect(await findOutboxRow(host.database, send().id)).toMatchObject({ lease_owner: 'one' });
    await releaseOutboxRows(host.database, [send()], 'one');
    expect(await findOutboxRow(host.database, send().id)).toMatchObject({ lease_owner: null, lease_until: 0 });
  });

  it('give a send to one owner and update its state once', async () => {
    await insertOutboxRow(host.database, send());
    const claims = await Promise.all(
      Array.from({ length: 6 }, () => claimOutboxRows(host.database, [send()], 'one', 1_000, 2_000)),
    );
    expect(claims.flatMap((ids) => [...ids])).toEqual([send().id]);
    expect(await listDueOutboxRows(host.database, 'tron', ['PENDING'], 1_500, 'one')).toEqual([]);
    // A new owner holds the network's lease, so the previous one has lost it.
    expect(await listDueOutboxRows(host.database, 'tron', ['PENDING'], 1_500, 'two')).toHaveLength(1);
    const redirected = { ...send(), to_address: 'another' };
    expect([...(await claimOutboxRows(host.database, [redirected], 'two', 1_500, 3_000))]).toEqual([]);
    expect([...(await claimOutboxRows(host.database, [redirected, send()], 'two', 1_500, 3_000))]).toEqual([send().id]);
    const changes = await Promise.all(
      Array.from({ length: 6 }, () => updateOutboxRow(host.database, send(), { state: 'SENT', tx_hash: 'bb' })),
    );
    expect(changes.filter(Boolean)).toHaveLength(1);
    expect(await findOutboxRow(host.database, send().id)).toMatchObject({ state: 'SENT', amount: '5968.5', tx_hash: 'bb' });
    await expect(insertOutboxRow(host.database, send())).rejects.toThrow();
  });

  it('list payouts and refunds before sweeps', async () => {
    await insertOutboxRow(host.database, { ...send(), id: 'a', idempotency_key: 'a', kind: 'SWEEP' });
    await insertOutboxRow(host.database, { ...send(), id: 'b', idempotency_key: 'b', kind: 'REFUND', created_at: 2 });
    const due = await listDueOutboxRows(host.database, 'tron', ['PENDING'], 1_000);
    expect(due.map(({ id }) => id)).toEqual(['b', 'a']);
  });

  it('list sends by the time at which they became due', async () => {
    const rows = [
      { id: 'first', created_at: 1, not_before: 900 },
      { id: 'second', created_at: 2, not_before: 0 },
      { id: 'third', created_at: 3, not_before: 800 },
      { id: 'fourth', created_at: 850, not_before: 0 },
    ];
    for (const row of rows) await insertOutboxRow(host.database, { ...send(), ...row, idempotency_key: row.id });
    const due = await listDueOutboxRows(host.database, 'tron', ['PENDING'], 1_000);
    expect(due.map(({ id }) => id)).toEqual(['second', 'third', 'fourth', 'first']);
  });

  it('write a treasury balance once per version', async () => {
    const known = await findTreasuryBalance(host.database, 'usdttrc20');
    const balance = { instrument: 'usdttrc20', amount: '7', refreshedAt: 3 };
    const writes = await Promise.all(
      Array.from({ length: 6 }, () => writeTreasuryBalance(host.database, balance, known?.version ?? 0)),
    );
    expect(writes.filter(Boolean)).toHaveLength(1);
    expect(await writeTreasuryBalance(host.database, balance, null)).toBe(false);
    expect(await listReservations(host.database, 'usdttrc20')).toMatchObject([{ order_id: order.id }]);
    expect(await listPayoutInstruments(host.database, 'tron')).toEqual(['usdttrc20']);
  });
});
