import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLogger } from '../log.ts';
import { findReconcileState } from '../db/repositories/reconcile.ts';
import { makeOrder, startOrderHost, type OrderHost } from '../orders/testing/orderHost.ts';
import { createReconcileJob, type ReconcileJob } from './reconcileJob.ts';

let host: OrderHost;

beforeEach(async () => {
  host = await startOrderHost();
});
afterEach(async () => {
  await host.close();
});

const PERIOD_S = 60;
const createJob = (): ReconcileJob =>
  createReconcileJob({ context: host.context, log: createLogger('silent'), everySeconds: PERIOD_S, settleMs: 0 });

async function swap(): Promise<void> {
  const made = await makeOrder(host);
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  for (let round = 0; round < 8; round += 1) {
    for (const network of ['bitcoin', 'tron']) host.chain(network).mine(1);
    await host.tick();
  }
}

it('keeps what it found, and goes on from there', async () => {
  const job = createJob();
  expect(job.last()).toBeNull();
  await job.run();
  expect(job.last()).toMatchObject({ alarms: 0, notices: 0 });
  await swap();
  host.pass(3_600_000);
  await job.run();
  const before = await findReconcileState(host.database);
  expect(before).toMatchObject({ alarms: 0, full_at: expect.toSatisfy((at: number) => at < host.context.now()) });
  await swap();
  host.pass(3_600_000);
  host.chain('tron').credit(0, 'usdttrc20', '-1');
  await job.run();
  expect(job.last()).toMatchObject({ alarms: 1, notices: 0 });
  const state = await findReconcileState(host.database);
  // A difference is told only when the whole ledger says so too.
  expect(state?.full_at).toBe(host.context.now());
  expect(state?.report).toContain('treasury:tron:usdttrc20');
  host.chain('tron').credit(0, 'usdttrc20', '1');
  host.pass(PERIOD_S * 1_000);
  await job.run();
  expect(job.last()).toMatchObject({ alarms: 0 });
});

it('totals that went wrong mend themselves', async () => {
  const job = createJob();
  await job.run();
  await swap();
  host.pass(3_600_000);
  await job.run();
  await host.database.updateTable('reconcile_totals').set({ inflow: '7' }).where('account', '=', 'TREASURY').execute();
  host.pass(PERIOD_S * 1_000);
  await job.run();
  expect(job.last()).toMatchObject({ alarms: 0, notices: 0 });
  expect(await host.database.selectFrom('reconcile_totals').selectAll().where('inflow', '=', '7').execute()).toEqual([]);
});

it('is done by one of those that share the database, and known to the others', async () => {
  const [one, other] = [createJob(), createJob()];
  await one.run();
  const state = await findReconcileState(host.database);
  host.pass(1_000);
  await other.run();
  expect(await findReconcileState(host.database)).toEqual(state);
  expect(other.last()).toEqual(one.last());
});

it('stays with one process though it takes longer than was thought', async () => {
  const [one, other] = [createJob(), createJob()];
  let isLate = false;
  host.chain('bitcoin').onCall = () => {
    if (!isLate) host.pass(2 * PERIOD_S * 1_000);
    isLate = true;
  };
  await one.run();
  const state = await findReconcileState(host.database);
  host.pass(1_000);
  await other.run();
  expect(await findReconcileState(host.database)).toEqual(state);
});
