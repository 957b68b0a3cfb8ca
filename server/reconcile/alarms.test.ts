import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLogger } from '../common/log.ts';
import { changeCustomerBalance } from '../db/repositories/accounts/customerBalances.ts';
import { listOutboxRows } from '../db/repositories/outbox.ts';
import { createAlarmClosures } from '../health/alarmClosures.ts';
import { mineAndTick } from '../orders/testing/hostActions.ts';
import { ADDRESSES, makeOrder, startOrderHost, type OrderHost } from '../orders/testing/orderHost.ts';
import { TREASURY_INDEX } from '../ports/chain/treasury.ts';
import { addCustomer, withdrawalsOf } from '../withdrawals/testing/withdrawalHost.ts';
import { WITHDRAWAL_INSTRUMENT } from '../withdrawals/withdrawalContext.ts';
import { partOf } from './objects.ts';
import { createReconcileJob, type ReconcileJob } from './reconcileJob.ts';

const PERIOD_S = 60;
const REFUSED = { code: 'ERR_SERVICE_UNAVAILABLE' };
const TO_ETHEREUM = { to: 'eth', destination: ADDRESSES.ethereum } as const;

let host: OrderHost;
let job: ReconcileJob;
beforeEach(async () => {
  host = await startOrderHost();
  job = createReconcileJob({ context: host.context, log: createLogger('silent'), everySeconds: PERIOD_S, settleMs: 0 });
  Object.assign(host.context, { alarmSince: job.alarmSince });
  await job.run();
});
afterEach(async () => {
  await host.close();
});

async function reconcileLater(): Promise<void> {
  host.advanceClock(PERIOD_S * 1_000);
  await job.run();
}

async function pay(order: { depositAddress: string }): Promise<void> {
  host.chain('bitcoin').pay({ address: order.depositAddress }, 'btc', '0.1');
  await mineAndTick(host, ['bitcoin', 'tron'], 8);
}

const payoutOf = async (orderId: string) => (await listOutboxRows(host.database, orderId)).find(({ kind }) => kind === 'PAYOUT');

it('refuses orders and withdrawals on the network of an alarm, and only there', async () => {
  const customer = await addCustomer(host.database, host.context.now());
  const { order: earlier } = await makeOrder(host);
  host.advanceClock(1_000);
  host.chain('tron').credit(TREASURY_INDEX, 'usdttrc20', '-1');
  await reconcileLater();
  await expect(makeOrder(host)).rejects.toMatchObject(REFUSED);
  await expect(withdrawalsOf(host).withdraw(customer)).rejects.toMatchObject(REFUSED);
  await makeOrder(host, TO_ETHEREUM);
  const closures = createAlarmClosures();
  expect(closures.reasonFor('usdttrc20', 'tron', 'send')).toBeNull();
  closures.watch(() => job.last()?.alarmParts ?? []);
  expect(closures.reasonFor('usdttrc20', 'tron', 'send')).toBe('MAINTENANCE');
  expect(closures.reasonFor('eth', 'ethereum', 'receive')).toBeNull();
  await pay(earlier);
  expect(await payoutOf(earlier.orderId)).toMatchObject({ state: 'CONFIRMED' });

  host.chain('tron').credit(TREASURY_INDEX, 'usdttrc20', '1');
  await reconcileLater();
  await makeOrder(host);
  await expect(withdrawalsOf(host).withdraw(customer)).rejects.toMatchObject({ code: 'ERR_BALANCE_NOT_FOUND' });
});

it('holds the payout of an order that was created after the alarm appeared', async () => {
  host.chain('tron').credit(TREASURY_INDEX, 'usdttrc20', '-1');
  await reconcileLater();
  // Another process has not read the alarm yet.
  Object.assign(host.context, { alarmSince: () => null });
  const { order } = await makeOrder(host);
  Object.assign(host.context, { alarmSince: job.alarmSince });
  await pay(order);
  expect(await payoutOf(order.orderId)).toMatchObject({ state: 'HELD', reason: 'BOOKS_ALARM' });
});

it('refuses withdrawals, but no orders, after a change of earnings', async () => {
  const customer = await addCustomer(host.database, host.context.now());
  await changeCustomerBalance(host.database, customer.userId, WITHDRAWAL_INSTRUMENT, '900');
  // A full run, which reads every customer.
  host.advanceClock(24 * 3_600_000);
  await job.run();
  await expect(withdrawalsOf(host).withdraw(customer)).rejects.toMatchObject(REFUSED);
  await makeOrder(host);
});

it('refuses everything while no run has ended for too long', async () => {
  host.advanceClock(7 * 3_600_000);
  expect(job.last()?.alarmParts).toEqual(['ALL']);
  await expect(makeOrder(host, TO_ETHEREUM)).rejects.toMatchObject(REFUSED);
});

it.each([
  ['ledger', 'ledger', 'ALL'],
  ['order:7f3k9q', 'order:7f3k9q:events', 'ALL'],
  ['order:7f3k9q', 'earning:REFERRER:7f3k9q', 'EARNINGS'],
  ['customer:7', 'customer:7:balance:usdttrc20', 'EARNINGS'],
  ['treasury:usdttrc20', 'treasury:tron:usdttrc20', 'tron'],
  ['address:7f3k9q:btc', 'address:7f3k9q:btc', 'bitcoin'],
  ['deposits:7f3k9q:ethereum', 'deposits:7f3k9q', 'ethereum'],
  ['send:tron:PAYOUT:7f3k9q', 'send:PAYOUT:7f3k9q:hash', 'tron'],
  ['transfer:tron:PAYOUT:7f3k9q', 'transfer:PAYOUT:7f3k9q', 'tron'],
])('an alarm about %s, %s, concerns %s', (object, key, part) => {
  expect(partOf(host.context.catalogue, object, key)).toBe(part);
});
