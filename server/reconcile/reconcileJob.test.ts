import { TREASURY_INDEX } from '../ports/chain/treasury.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLogger } from '../common/log.ts';
import { ChainUnavailableError } from '../ports/chain/chainGateway.ts';
import { findReconcileState, listFindings } from '../db/repositories/reconcile.ts';
import { makeOrder, startOrderHost, type OrderHost } from '../orders/testing/orderHost.ts';
import { UNREAD_ALARM_MS } from './reconcile.ts';
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

it('stores its result and continues from it', async () => {
  const job = createJob();
  expect(job.last()).toBeNull();
  await job.run();
  expect(job.last()).toMatchObject({ alarms: 0, notices: 0 });
  await swap();
  host.advanceClock(3_600_000);
  await job.run();
  expect(job.last()).toMatchObject({ alarms: 0 });
  expect((await findReconcileState(host.database))?.full_at).toBeLessThan(host.context.now());
  await swap();
  host.advanceClock(3_600_000);
  host.chain('tron').credit(TREASURY_INDEX, 'usdttrc20', '-1');
  await job.run();
  expect(job.last()).toMatchObject({ alarms: 1, notices: 0 });
  expect(await listFindings(host.database)).toMatchObject([{ object: 'treasury:usdttrc20', severity: 'ALARM' }]);
  host.chain('tron').credit(TREASURY_INDEX, 'usdttrc20', '1');
  host.advanceClock(PERIOD_S * 1_000);
  await job.run();
  expect(job.last()).toMatchObject({ alarms: 0 });
});

it('keeps an alarm until its network answers again', async () => {
  const job = createJob();
  await job.run();
  await swap();
  const tron = host.chain('tron');
  const again = async (): Promise<number | undefined> => {
    host.advanceClock(PERIOD_S * 1_000);
    await job.run();
    return job.last()?.alarms;
  };
  tron.credit(TREASURY_INDEX, 'usdttrc20', '-1');
  expect(await again()).toBe(1);
  tron.mode = 'down';
  expect([await again(), await again()]).toEqual([1, 1]);
  tron.mode = 'up';
  // The first balance request succeeds, the second one fails.
  const { balance } = tron;
  let balanceCalls = 0;
  tron.balance = async (index, instrument) => {
    if (index === 0 && instrument === 'usdttrc20' && (balanceCalls += 1) > 1) throw new ChainUnavailableError('a time-out');
    return await balance(index, instrument);
  };
  expect([await again(), balanceCalls]).toEqual([1, 2]);
  tron.balance = balance;
  tron.credit(TREASURY_INDEX, 'usdttrc20', '1');
  expect(await again()).toBe(0);
});

it('keeps the finding of a partial run when a full run can’t read the balances', async () => {
  const job = createJob();
  await job.run();
  await swap();
  const tron = host.chain('tron');
  tron.credit(TREASURY_INDEX, 'usdttrc20', '-1');
  host.advanceClock(PERIOD_S * 1_000);
  await job.run();
  const { full_at: fullAt } = (await findReconcileState(host.database)) ?? expect.fail('no run');
  expect([job.last()?.alarms, fullAt]).toEqual([1, expect.toSatisfy((at: number) => at < host.context.now())]);
  tron.balance = () => Promise.reject(new ChainUnavailableError('a time-out'));
  host.advanceClock(24 * 3_600_000);
  await job.run();
  expect((await findReconcileState(host.database))?.full_at).toBe(host.context.now());
  expect(job.last()).toMatchObject({ alarms: 1, notChecked: expect.arrayContaining([notChecked('treasury usdttrc20')]) });
});

const notChecked = (what: string) => ({ what, count: 1, since: new Date(host.context.now()).toISOString() });

it('names what it could not read, since when, without order ids', async () => {
  await swap();
  host.chain('tron').mode = 'down';
  const job = createJob();
  await job.run();
  const first = job.last()?.notChecked ?? [];
  expect(first).toEqual(expect.arrayContaining([notChecked('treasury usdttrc20'), notChecked('sends tron')]));
  host.advanceClock(PERIOD_S * 1_000);
  await job.run();
  expect(job.last()?.notChecked).toEqual(expect.arrayContaining(first.filter(({ what }) => what.startsWith('treasury usdt'))));
});

it('counts nothing as checked when no run has ended for too long', async () => {
  const job = createJob();
  await job.run();
  expect(job.last()?.notChecked).toEqual([]);
  const { ended_at: endedAt } = job.last() ?? expect.fail('no run');
  host.advanceClock(PERIOD_S * 2_000 + 10 * 60_000 + 1);
  expect(job.last()?.notChecked).toEqual([{ what: 'everything', count: 1, since: new Date(endedAt).toISOString() }]);
  expect(job.last()?.alarms).toBe(0);
  host.advanceClock(UNREAD_ALARM_MS);
  expect(job.last()?.alarms).toBe(1);
  await job.run();
  expect(job.last()).toMatchObject({ alarms: 0, notChecked: [] });
});

it('keeps the alarm of an order that no longer changes', async () => {
  const job = createJob();
  await swap();
  await host.database.updateTable('order_settlements').set({ payout_amount: '7' }).execute();
  host.advanceClock(3_600_000);
  await job.run();
  const { alarms } = job.last() ?? { alarms: 0 };
  expect(alarms).toBeGreaterThan(0);
  host.advanceClock(3_600_000);
  await job.run();
  expect(job.last()?.alarms).toBe(alarms);
});

it('checks the treasury first, so that no time-out skips it', async () => {
  await swap();
  host.advanceClock(3_600_000);
  const calls: string[] = [];
  host.chain('tron').onCall = (name) => calls.push(name);
  await createJob().run();
  expect(calls.indexOf('before balance')).toBeLessThan(calls.indexOf('before sendState'));
  expect(calls).toContain('before sendState');
});

it('repairs wrong totals with a full run', async () => {
  const job = createJob();
  await job.run();
  await swap();
  host.advanceClock(3_600_000);
  await job.run();
  await host.database.updateTable('reconcile_totals').set({ inflow: '7' }).where('account', '=', 'TREASURY').execute();
  host.advanceClock(PERIOD_S * 1_000);
  await job.run();
  expect(job.last()).toMatchObject({ alarms: 0, notices: 0 });
  expect(await host.database.selectFrom('reconcile_totals').selectAll().where('inflow', '=', '7').execute()).toEqual([]);
});

it('runs in one of two processes and shares the result', async () => {
  const [one, other] = [createJob(), createJob()];
  await one.run();
  const state = await findReconcileState(host.database);
  host.advanceClock(1_000);
  await other.run();
  expect(await findReconcileState(host.database)).toEqual(state);
  expect(other.last()).toEqual(one.last());
});

it('renews the lease when a run takes longer than expected', async () => {
  const [one, other] = [createJob(), createJob()];
  let isLate = false;
  host.chain('bitcoin').onCall = () => {
    if (!isLate) host.advanceClock(2 * PERIOD_S * 1_000);
    isLate = true;
  };
  await one.run();
  const state = await findReconcileState(host.database);
  host.advanceClock(1_000);
  await other.run();
  expect(await findReconcileState(host.database)).toEqual(state);
});

it('renews the lease once in a tenth of its time, not at each page', async () => {
  let renewals = 0;
  await host.restart((statement) => {
    if (statement.startsWith('insert into "leases"')) renewals += 1;
  });
  await createJob().run();
  expect(renewals).toBe(1);
  // Each of five networks takes less than a tenth, and all of them take more than two.
  for (const network of host.context.gateways.keys()) slow(network, (PERIOD_S * 1_000) / 20);
  host.advanceClock(PERIOD_S * 1_000);
  renewals = 0;
  await createJob().run();
  expect(renewals).toBe(1 + 2);
});

/** Lets the first call of a network take `milliseconds`. */
function slow(network: string, milliseconds: number): void {
  let left = milliseconds;
  host.chain(network).onCall = () => {
    host.advanceClock(left);
    left = 0;
  };
}
