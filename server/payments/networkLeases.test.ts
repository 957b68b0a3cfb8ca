import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ChainGateway } from '../ports/chain/chainGateway.ts';
import { createNetworkLeases, LeaseLostError } from './networkLeases.ts';
import { recordDeposits } from '../orders/deposits/recordDeposits.ts';
import { sendDue } from './outbox/sender.ts';
import { createSettlementWorker } from '../orders/worker/settlementWorker.ts';
import { eventKinds, readOrder, makeOrder, startOrderHost, type OrderHost } from '../orders/testing/orderHost.ts';

let host: OrderHost;
beforeEach(async () => {
  host = await startOrderHost();
});
afterEach(async () => {
  await host.close();
});

const heldUntil = async (network: string): Promise<number | undefined> => {
  const rows = await host.database.selectFrom('leases').select(['name', 'until']).execute();
  return rows.find(({ name }) => name === `settlement:${network}`)?.until;
};

test('loses an expired lease and discards what was read under it', async () => {
  const made = await makeOrder(host);
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  const [one, two] = [createNetworkLeases(host.context), createNetworkLeases(host.context)];
  await one.claim(['bitcoin', 'tron']);
  await two.claim(['bitcoin', 'tron']);
  expect([one.of('bitcoin').isHeld(), two.of('bitcoin').isHeld()]).toEqual([true, false]);
  host.advanceClock(16_000);
  await two.claim(['bitcoin']);
  expect([two.of('bitcoin').isHeld(), two.of('tron').isHeld()]).toEqual([true, false]);

  await expect(recordDeposits(host.context, host.chain('bitcoin'), one.of('bitcoin'))).rejects.toThrow(LeaseLostError);
  expect(await host.database.selectFrom('deposits').selectAll().execute()).toEqual([]);
  await one.claim(['bitcoin', 'tron']);
  expect([one.of('bitcoin').isHeld(), one.of('tron').isHeld()]).toEqual([false, true]);
  await one.release();
  expect(await heldUntil('tron')).toBeUndefined();
  await recordDeposits(host.context, host.chain('bitcoin'), two.of('bitcoin'));
  expect(await host.database.selectFrom('deposits').selectAll().execute()).toHaveLength(1);
});

test('sends nothing after losing the lease', async () => {
  const made = await makeOrder(host);
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  host.chain('bitcoin').mine(6);
  host.chain('tron').mode = 'down';
  await host.tick(3);
  host.chain('tron').mode = 'up';
  host.advanceClock(60_000);
  const lease = { owner: 'other', assertHeld: () => Promise.resolve() };
  await sendDue(host.context, host.chain('tron'), { ...lease, isHeld: () => false });
  expect(host.chain('tron').receivedBy(made.destination)).toEqual([]);
  await sendDue(host.context, host.chain('tron'), { ...lease, isHeld: () => true });
  expect(host.chain('tron').receivedBy(made.destination)).toHaveLength(1);
});

test('hands only a hanging network over to another process', async () => {
  const made = await makeOrder(host);
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  const hanging: ChainGateway = { ...host.chain('bitcoin'), incoming: () => new Promise(() => undefined) };
  const gateways = new Map<string, ChainGateway>([...host.context.gateways, ['bitcoin', hanging]]);
  const stuck = createSettlementWorker({ ...host.context, gateways }, { networkTimeoutMs: 5, stuckMs: 0 });
  await stuck.tick();
  const before = await heldUntil('bitcoin');
  host.advanceClock(10_000);
  await stuck.tick();
  expect(await heldUntil('bitcoin')).toBe(before);
  expect(await heldUntil('tron')).toBe((before ?? 0) + 10_000);

  host.advanceClock(6_000);
  await host.tick();
  expect(eventKinds(await readOrder(host, made))).toEqual(['CREATION_END', 'DEPOSIT_REGISTERED']);
});
