import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { oneDatabase } from '../../tests/support/databases.ts';
import { startOrderHostOn } from '../../tests/support/orderHosts.ts';
import { planSteps } from '../../tests/support/queryPlans.ts';
import { insertDeposit } from '../db/repositories/deposits.ts';
import { findOrder, updateOrder } from '../db/repositories/orders.ts';
import { writeTrustedPrices } from '../db/repositories/marketPrices.ts';
import type { DepositRow } from '../db/tables/orders.ts';
import { createObservedHost } from '../alerts/testing/observedHost.ts';
import { createMetrics } from '../health/metrics.ts';
import { mineAndTick, runOperator } from '../orders/testing/hostActions.ts';
import { ADDRESSES, makeOrder, type OrderHost } from '../orders/testing/orderHost.ts';
import { FundsLockedError } from '../ports/chain/chainGateway.ts';
import { UNRESOLVED_KINDS } from './unresolved.ts';
import { createUnresolvedMonitor } from './unresolvedMonitor.ts';

let host: OrderHost;
afterEach(async () => {
  await host.close();
});

async function createOrder(): Promise<string> {
  return (await makeOrder(host, { amount: '0.1', refund: null })).order.orderId;
}

async function createUndecidedOrder(): Promise<string> {
  const id = await createOrder();
  const row = (await findOrder(host.database, id)) ?? expect.fail(id);
  const decision_deadline = host.context.now();
  await updateOrder(host.database, row, { status: 'DECISION_NEEDED', decision_reason: 'BELOW_MINIMUM', decision_deadline });
  return id;
}

let transfers = 0;
async function addDeposits(count: number, deposit: Pick<DepositRow, 'order_id' | 'amount' | 'role'>): Promise<void> {
  await host.database.transaction().execute(async (transaction) => {
    for (let left = count; left > 0; left -= 1) {
      transfers += 1;
      await insertDeposit(transaction, {
        ...deposit,
        network: 'bitcoin',
        tx_hash: transfers.toString(16).padStart(8, '0'),
        transfer_index: 0,
        instrument: 'btc',
        to_address: 'bc1q',
        memo: null,
        block_height: 1,
        confirmations: 9,
        is_reorged: 0,
        booked_at: 1_000 + transfers,
        detected_at: 5,
        in_block_at: null,
        refund_id: null,
        refund_at: 0,
        refund_address: null,
        refund_memo: null,
        refund_fee_factor: null,
        refund_least: null,
      });
    }
  });
}

const DUST = '0.00000001';

/** Items of three kinds among dust. The fee of a bitcoin transfer is 0.00003 btc. */
async function createItems(): Promise<{ orderWithExtras: string; undecided: string }> {
  transfers = 0;
  const orderWithExtras = await createOrder();
  await addDeposits(2_500, { order_id: await createOrder(), amount: DUST, role: 'EXTRA' });
  await addDeposits(60, { order_id: orderWithExtras, amount: DUST, role: 'EXTRA' });
  await addDeposits(2, { order_id: orderWithExtras, amount: '0.5', role: 'EXTRA' });
  await addDeposits(45, { order_id: null, amount: '0.1', role: null });
  await addDeposits(2, { order_id: await createUndecidedOrder(), amount: DUST, role: null });
  const undecided = await createUndecidedOrder();
  await addDeposits(1, { order_id: undecided, amount: '1000000000000', role: null });
  await addDeposits(2, { order_id: undecided, amount: '0.00000001', role: null });
  return { orderWithExtras, undecided };
}

describe.each(oneDatabase(import.meta.filename))('unresolved items on %s', (kind) => {
  beforeEach(async () => {
    host = await startOrderHostOn(kind);
  });

  test('counts the items of each kind without dust', async () => {
    await createItems();
    const monitor = createUnresolvedMonitor(host.context);
    await monitor.count();
    expect(monitor.last()).toMatchObject({
      HELD: { count: 0, oldestAt: null },
      EXTRA: { count: 2, oldestAt: 3_561 },
      UNATTRIBUTED: { count: 45, oldestAt: 3_563 },
      DECISION: { count: 1, oldestAt: host.context.now() },
    });
  });

  test('lists the first page of each kind, and further pages of one kind', async () => {
    const { orderWithExtras, undecided } = await createItems();
    const [decisions, extras, unattributed] = (await runOperator(host, 'list')).split('\n\n');
    expect(decisions).toMatch(
      new RegExp(
        `^DECISION: 1\n  order ${undecided}, BELOW_MINIMUM: 1000000000000.00000002 btc without a refund address, since \\S+\n +→ refund ${undecided} ADDRESS$`,
      ),
    );
    expect(extras?.split('\n').filter((line) => line.includes(`→ refund ${orderWithExtras} ADDRESS`))).toHaveLength(2);
    expect(extras).toContain(
      `order ${orderWithExtras}: 0.5 btc of 00000a01#0 without a refund address, since 1970-01-01T00:00:03.561Z`,
    );
    expect(unattributed?.split('\n').at(-1)).toBe('  Next page: list UNATTRIBUTED 2');
    const pages = await Promise.all(['1', '2', '3', '4'].map((page) => runOperator(host, 'list', 'UNATTRIBUTED', page)));
    const listed = pages.flatMap((page) => [...page.matchAll(/of (\w+)#0, without memo/g)].map(([, txHash]) => txHash));
    expect([listed.length, new Set(listed).size]).toEqual([45, 45]);
    expect(pages[2]).not.toContain('Next page');
    expect(await runOperator(host, 'list', 'HELD')).toBe('No unresolved items of kind HELD.');
    for (const words of [['OTHER'], ['HELD', '0'], ['HELD', 'x']]) {
      expect(await runOperator(host, 'list', ...words)).toMatch(/^Usage:/);
    }
  });

  test('shows only the items of the order', async () => {
    const { orderWithExtras, undecided } = await createItems();
    expect(await runOperator(host, 'show', undecided)).toContain(
      `DECISION: order ${undecided}, BELOW_MINIMUM: 1000000000000.00000002 btc`,
    );
    const shown = await runOperator(host, 'show', orderWithExtras);
    expect(shown.match(/EXTRA: order/g)).toHaveLength(2);
    expect(shown).not.toContain('UNATTRIBUTED');
  });

  test('leaves a payment out that waits an hour at most for coins to unlock', async () => {
    const made = await makeOrder(host);
    host.chain('tron').send = () => Promise.reject(new FundsLockedError());
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
    await mineAndTick(host, ['bitcoin', 'tron'], 4);
    expect(await runOperator(host, 'show', made.order.orderId)).toContain('FUNDS_LOCKED');
    expect(await runOperator(host, 'list', 'REFUSED')).toBe('No unresolved items of kind REFUSED.');
    host.advanceClock(61 * 60_000);
    expect(await runOperator(host, 'list', 'REFUSED')).toContain('FUNDS_LOCKED');
  });

  test('compares a token deposit with the network fee converted at trusted prices', async () => {
    const made = await makeOrder(host, { from: 'trx', to: 'btc', amount: '500', destination: ADDRESSES.bitcoin, refund: null });
    const tron = host.chain('tron');
    const pay = async (instrument: string, amount: string) => {
      tron.pay({ address: made.order.depositAddress }, instrument, amount);
      await mineAndTick(host, ['tron'], 12);
    };
    await pay('trx', '500');
    for (const amount of ['0.001', '30.5']) await pay('usdttrc20', amount);
    expect(await runOperator(host, 'list')).toMatch(/^EXTRA: 2\n/);
    const prices = { TRX: '0.3', USDT: '1' };
    const rows = Object.entries(prices).map(([symbol, price]) => ({ symbol, price, priced_at: 1 }));
    await writeTrustedPrices(host.database, rows, host.context.now());
    expect(await runOperator(host, 'list')).toMatch(new RegExp(`^EXTRA: 1\n  order ${made.order.orderId}: 30.5 usdttrc20`));
  });

  // PostgreSQL reads small tables without indexes.
  if (kind === 'SQLite') {
    test('reads every kind through an index', async () => {
      await createItems();
      const steps = await planSteps(host.database, async (database) => {
        const recorded = { ...host, context: { ...host.context, database } };
        await createUnresolvedMonitor(recorded.context).count();
        for (const name of UNRESOLVED_KINDS) await runOperator(recorded, 'list', name);
      });
      const indexes = ['outbox_unresolved', 'orders_by_status_ended_at', 'deposits_extra_open', 'deposits_unattributed'];
      for (const index of indexes) expect(steps.join('\n')).toContain(`INDEX ${index}`);
      expect(steps.filter((step) => /^SCAN (outbox|orders|deposit_claims|deposits)$/.test(step))).toEqual([]);
    });
  }
});

describe('metrics', () => {
  beforeEach(async () => {
    host = await startOrderHostOn('SQLite', { perOrderUsd: '100' });
  });

  test('publishes the number and the age of each kind', async () => {
    const monitor = createUnresolvedMonitor(host.context);
    const metrics = createMetrics();
    metrics.watch({ ...createObservedHost(), now: host.context.now, unresolved: monitor.last });
    expect((await metrics.render()).body).not.toContain('causeway_unresolved_items{');
    const made = await makeOrder(host);
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
    await mineAndTick(host, ['bitcoin', 'tron'], 4);
    host.advanceClock(60_000);
    await monitor.count();
    const { body } = await metrics.render();
    for (const kind of UNRESOLVED_KINDS) {
      expect(body).toContain(`causeway_unresolved_items{kind="${kind}"} ${kind === 'HELD' ? 1 : 0}\n`);
    }
    expect(body).toMatch(/causeway_unresolved_oldest_seconds\{kind="HELD"\} 6\d\n/);
    await runOperator(host, 'release', `PAYOUT:${made.order.orderId}`);
    await monitor.count();
    expect((await metrics.render()).body).toContain('causeway_unresolved_items{kind="HELD"} 0\n');
  });

  test('keeps the last known fee while the network does not answer', async () => {
    await addDeposits(1, { order_id: await createOrder(), amount: DUST, role: 'EXTRA' });
    const monitor = createUnresolvedMonitor(host.context);
    await monitor.count();
    expect(monitor.last()?.EXTRA.count).toBe(0);
    host.chain('bitcoin').mode = 'down';
    await monitor.count();
    expect(monitor.last()?.EXTRA.count).toBe(0);
    const restarted = createUnresolvedMonitor(host.context);
    await restarted.count();
    expect(restarted.last()?.EXTRA.count).toBe(1);
  });
});

test('docs/operator.md describes each kind', async () => {
  host = await startOrderHostOn('SQLite');
  const docs = readFileSync('docs/operator.md', 'utf8');
  expect(UNRESOLVED_KINDS.filter((kind) => !docs.includes(`\`${kind}\``))).toEqual([]);
});
