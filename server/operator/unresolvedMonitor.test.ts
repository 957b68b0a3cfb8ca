import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DATABASES } from '../../tests/support/databases.ts';
import { startOrderHostOn } from '../../tests/support/orderHosts.ts';
import { insertDeposit } from '../db/repositories/deposits.ts';
import { findOrder, updateOrder } from '../db/repositories/orders.ts';
import type { DepositTable, OrderTable } from '../db/tables/orders.ts';
import { runOperatorCommand } from './operatorCommand.ts';
import { makeOrder, type OrderHost } from '../orders/testing/orderHost.ts';
import { createWaitingWatch } from './unresolvedMonitor.ts';

describe.each(DATABASES)('much that waits for a person on %s', { timeout: 60_000 }, (kind) => {
  let host: OrderHost;
  beforeEach(async () => {
    host = await startOrderHostOn(kind);
  });
  afterEach(async () => {
    await host.close();
  });

  /** How many rows each answer of the database had. */
  const answers: number[] = [];
  const asked: RootOperationNode[] = [];
  const counted: KyselyPlugin = {
    transformQuery: ({ node }) => {
      asked.push(node);
      return node;
    },
    transformResult: ({ result }) => {
      answers.push(result.rows.length);
      return Promise.resolve(result);
    },
  };
  const watched = () => ({ ...host.context, database: host.database.withPlugin(counted) });

  async function order(changes: Partial<OrderTable> = {}): Promise<string> {
    const { orderId } = (await makeOrder(host, { amount: '0.1', refund: null })).order;
    const row = await findOrder(host.database, orderId);
    if (row) await updateOrder(host.database, row, changes);
    return orderId;
  }

  let payments = 0;
  async function pay(orderId: string | null, amount: string, role: DepositTable['role'], count = 1): Promise<void> {
    for (let left = count; left > 0; left -= 1) {
      payments += 1;
      await insertDeposit(host.database, {
        network: 'bitcoin',
        tx_hash: payments.toString(16).padStart(8, '0'),
        transfer_index: 0,
        order_id: orderId,
        instrument: 'btc',
        to_address: 'bc1q',
        memo: null,
        amount,
        block_height: 1,
        confirmations: 9,
        is_reorged: 0,
        booked_at: 1_000 + payments,
        role,
        detected_at: 5,
        refund_id: null,
        refund_at: 0,
        refund_address: null,
        refund_memo: null,
        times_written_off: 0,
        write_off_note: null,
      });
    }
  }

  const asking = (): Promise<string> =>
    order({ status: 'DECISION_NEEDED', decision_reason: 'BELOW_MINIMUM', decision_deadline: host.context.now() });

  async function flood(): Promise<{ worthy: string; question: string }> {
    payments = 0;
    const [crumbs, worthy] = [await order(), await order()];
    await pay(crumbs, '0.00000001', 'EXTRA', 150);
    await pay(worthy, '0.00000001', 'EXTRA', 60);
    await pay(worthy, '0.5', 'EXTRA', 2);
    await pay(null, '0.1', null, 130);
    for (let left = 25; left > 0; left -= 1) await pay(await asking(), '0.00000001', null, 2);
    const question = await asking();
    await pay(question, '0.00001', null, 230);
    return { worthy, question };
  }

  test('is counted to the last payment, some at a time, and nothing of value is hidden by it', async () => {
    await flood();
    const watch = createWaitingWatch(watched());
    answers.length = 0;
    await watch.count();
    expect(watch.last()).toMatchObject({
      CRUMBS: { count: 210, since: null },
      EXTRA: { count: 2, since: 1_211 },
      UNCLAIMED: { count: 130, since: 1_213 },
      DUST: { count: 25 },
      QUESTION: { count: 1 },
    });
    expect(Math.max(...answers)).toBeLessThanOrEqual(100);
  });

  // PostgreSQL reads small tables whole, whatever indexes they have.
  if (kind === 'SQLite') {
    test('is found in its order by indexes, page by page', async () => {
      await flood();
      asked.length = 0;
      await createWaitingWatch(watched()).count();
      const executor = host.database.getExecutor();
      const steps = new Set<string>();
      for (const node of asked) {
        const { sql, parameters, queryId } = executor.compileQuery(node, { queryId: 'plan' });
        const plan = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
        const { rows } = await executor.executeQuery<{ detail: string }>({ ...plan, queryId });
        for (const { detail } of rows) steps.add(detail);
      }
      const names = ['outbox_unresolved', 'outbox_pending', 'orders_unresolved', 'deposits_undecided', 'deposits_extra_open'];
      for (const index of [...names, 'deposits_unclaimed']) expect([...steps].join('\n')).toContain(`INDEX ${index}`);
      expect(
        [...steps].filter((step) => /^SCAN (outbox|orders|deposit_claims|deposits)$|TEMP B-TREE FOR ORDER BY/.test(step)),
      ).toEqual([]);
    });
  }

  test('an order is shown without reading that of others', async () => {
    const { worthy, question } = await flood();
    const say = (words: string) => runOperatorCommand({ ...watched(), operatorFile: '' }, words.split(' '));
    answers.length = 0;
    const shown = await say(`show ${question}`);
    expect(shown).toContain(`QUESTION ${question}  BELOW_MINIMUM  0.0023 btc, with no address to go back to`);
    expect(answers.filter((rows) => rows > 2).reduce((total, rows) => total + rows, 0)).toBe(230 + 230);
    const extra = await say(`show ${worthy}`);
    expect(extra).toContain(`EXTRA ${worthy}  1 btc in 2 payments besides the order`);
    expect(extra).toContain('EXTRA … and 60 that the network’s fee would eat now');
    expect(extra).not.toContain('UNCLAIMED');
  });
});

test('a fee that can’t be asked for a while is what it was, and is not asked for with every count', async () => {
  const host = await startOrderHostOn('SQLite');
  try {
    const made = await makeOrder(host, { amount: '0.1', refund: null });
    for (const amount of ['0.1', '0.00001']) {
      host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', amount);
      for (let round = 0; round < 4; round += 1) {
        for (const network of ['bitcoin', 'tron']) host.chain(network).mine(2);
        await host.tick();
      }
    }
    const bitcoin = host.chain('bitcoin');
    const { estimateFee } = bitcoin;
    let asked = 0;
    bitcoin.estimateFee = (instrument) => {
      asked += 1;
      return estimateFee(instrument);
    };
    const watch = createWaitingWatch(host.context);
    for (let minute = 0; minute < 5; minute += 1) {
      await watch.count();
      host.advanceClock(60_000);
    }
    expect([asked, watch.last()?.CRUMBS.count]).toEqual([1, 1]);
    bitcoin.mode = 'down';
    host.advanceClock(3_600_000);
    await watch.count();
    expect([asked, watch.last()?.CRUMBS.count, watch.last()?.EXTRA.count]).toEqual([2, 1, 0]);
  } finally {
    await host.close();
  }
});
