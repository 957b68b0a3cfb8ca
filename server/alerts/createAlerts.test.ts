import { afterEach, beforeEach, expect, test } from 'vitest';
import { sampleUser } from '../../tests/support/samples/sampleUser.ts';
import { createLogger } from '../common/log.ts';
import { insertPurchase } from '../db/repositories/fiat/cardPurchases.ts';
import { purchaseRow } from '../fiat/testing/purchaseRow.ts';
import type { Observed } from '../health/measurements.ts';
import { act } from '../operator/testing/acts.ts';
import { createStoredStateMonitor } from '../health/storedState.ts';
import { makeOrder, startOrderHost, type OrderHost } from '../orders/testing/orderHost.ts';
import { createAlerts } from './createAlerts.ts';
import { clockOffset } from './heartbeat.ts';
import { createObservedHost } from './testing/observedHost.ts';

const log = createLogger('silent');
let host: OrderHost;
beforeEach(async () => {
  host = await startOrderHost();
});
afterEach(async () => {
  await host.close();
});

/** A process on the host's database, and what it told. `isDown`: the database does not answer. */
function openProcess(observed: Observed, isDown: () => boolean) {
  const told: string[] = [];
  const send = async ({ lines }: { lines: readonly string[] }) => {
    await Promise.resolve(told.push(...lines.map((line) => line.split(' ').slice(0, 3).join(' '))));
  };
  const database = new Proxy(host.database, {
    get: (target, key) => {
      if (isDown()) throw new Error('the database is gone');
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  const options = { settings: { heartbeatUrl: null }, brand: 'Causeway', noteClock: () => undefined, log };
  return { told, alerts: createAlerts({ database, observed, channels: [{ name: 'test', send }], ...options }) };
}

test('one of the processes tells; while the database is down, each does', async () => {
  let isDown = false;
  let shortReserves: string[] = [];
  const observed = createObservedHost();
  const changed = {
    ...observed,
    priceAt: () => 0,
    isDatabaseAnswering: () => !isDown,
    shortReserves: () => shortReserves,
  };
  const one = openProcess(changed, () => isDown);
  const two = openProcess(changed, () => isDown);
  await one.alerts.review();
  await two.alerts.review();
  expect([one.told, two.told]).toEqual([['ALERT There are'], []]);
  expect(two.alerts.firing()).toMatchObject([{ rule: 'marketSilent' }]);

  isDown = true;
  observed.at += 5_000;
  await one.alerts.review();
  await two.alerts.review();
  expect(one.told.slice(1)).toEqual(['ALERT The database']);
  expect(two.told).toEqual(['ALERT The database', 'ALERT There are']);

  isDown = false;
  observed.at += 5_000;
  await one.alerts.review();
  await two.alerts.review();
  expect([one.told.at(-1), two.told.length]).toEqual(['RESOLVED The database', 2]);

  // The first process is gone. The second takes over, and does not repeat what is old.
  observed.at += 200_000;
  shortReserves = ['xmr'];
  await two.alerts.review();
  expect(two.told.slice(2)).toEqual(['ALERT The reserve']);
});

test('reads from the database how much of the caps ten minutes used, which reserves are low and which mail waits', async () => {
  const monitor = createStoredStateMonitor(host.context);
  await monitor.read();
  expect(monitor.last()).toEqual({
    capShares: { ALL: 0 },
    reserveShares: {},
    mailDueAt: null,
    purchasesAt: { AT_PROVIDER: null, DELIVERY_FAILED: null, CONTRADICTED: null },
    hedgingAt: { RECOVERY: null, STOPPED: null, UNRESOLVED: null },
    hedgingCost: 0,
    backupAt: null,
  });

  const made = await makeOrder(host);
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  for (let round = 0; round < 3; round += 1) {
    host.chain('bitcoin').mine(2);
    await host.tick();
  }
  const payout = await host.database.selectFrom('outbox').selectAll().where('kind', '=', 'PAYOUT').executeTakeFirstOrThrow();
  await act(host.context, 'threshold', { instrument: payout.instrument, amount: '1000000000' });
  await monitor.read();
  const state = monitor.last();
  expect(state?.capShares[payout.instrument]).toBeCloseTo(Number(payout.usd_value) / Number(host.context.caps.perHourUsd), 6);
  expect(state?.capShares['ALL']).toBeCloseTo(Number(payout.usd_value) / Number(host.context.caps.perHourTotalUsd), 6);
  expect(state?.reserveShares[payout.instrument]).toBeLessThan(1);
  host.advanceClock(601_000);
  await monitor.read();
  expect(monitor.last()?.capShares).toEqual({ ALL: 0 });
});

test('reads how long card purchases have waited for the provider, for two weeks', async () => {
  const now = host.context.now();
  const ago = (minutes: number): number => now - minutes * 60_000;
  await host.database
    .insertInto('users')
    .values(sampleUser({ id: 1 }))
    .execute();
  for (const [status, minutes] of [
    ['AWAITING_PAYMENT', 500],
    ['DELIVERED', 400],
    ['PAID', 30],
    ['AUTHORISING', 60],
    ['DELIVERY_FAILED', 15 * 24 * 60],
    ['DELIVERY_FAILED', 90],
  ] as const) {
    await insertPurchase(host.database, purchaseRow({ status, status_at: ago(minutes) }, now));
  }
  const monitor = createStoredStateMonitor(host.context);
  await monitor.read();
  expect(monitor.last()?.purchasesAt).toEqual({ AT_PROVIDER: ago(60), DELIVERY_FAILED: ago(90), CONTRADICTED: null });
});

test.each([
  // Our clock can be right: the answer's whole second and the time on the way allow it.
  [10_000, 10_100, 10_200, 0],
  [10_000, 10_900, 11_300, 0],
  [10_000, 13_500, 13_600, 2.5],
  [10_000, 6_900, 7_000, -3],
])('a clock that says %i when asked from %i to %i is off by %f s', (theirs, askedAt, answeredAt, offset) => {
  expect(clockOffset(theirs, askedAt, answeredAt)).toBe(offset);
});
