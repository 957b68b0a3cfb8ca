import { TREASURY_INDEX } from '../../ports/chain/treasury.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createReserveMonitor, type ReserveMonitor } from '../worker/reserveMonitor.ts';
import { CLIENT, inputFor, eventKinds, readOrder, makeOrder, startOrderHost, type OrderHost } from '../testing/orderHost.ts';

let host: OrderHost;
beforeEach(async () => {
  host = await startOrderHost();
});
afterEach(async () => {
  await host.close();
});

async function run(): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    for (const network of ['bitcoin', 'tron']) host.chain(network).mine(7);
    await host.tick();
  }
}

test('rejects new orders on a closed side and pays out open ones', async () => {
  const made = await makeOrder(host);
  await host.setSide('usdttrc20', 'receive', 'MAINTENANCE');
  await host.setSide('btc', 'send', 'MAINTENANCE');
  await expect(host.orders.create(inputFor(host).input, CLIENT)).rejects.toMatchObject({
    code: 'ERR_PAIR_NOT_ACTIVE',
    details: { instrumentSlug: 'btc', side: 'send', reason: 'MAINTENANCE' },
  });
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  await run();
  expect(eventKinds(await readOrder(host, made)).at(-1)).toBe('WITHDRAWAL_COMPLETED');
});

test('keeps the other side open', async () => {
  await host.setSide('usdttrc20', 'send', 'NETWORK_CONGESTED');
  expect((await makeOrder(host)).order.orderId).toHaveLength(22);
});

test('offers to accept only while the pair is open', async () => {
  const made = await makeOrder(host, { rateMode: 'FIXED' });
  host.advanceClock(21 * 60_000);
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  await host.tick();
  await host.setSide('usdttrc20', 'receive', 'NO_RESERVE');
  expect((await readOrder(host, made)).attention?.actions).toEqual(['REFUND']);
  await host.setSide('usdttrc20', 'receive', null);
  expect((await readOrder(host, made)).attention?.actions).toEqual(['ACCEPT', 'REFUND']);
});

const receiving = (monitor: ReserveMonitor, slug: string) => monitor.reasonFor(slug, 'any', 'receive');

test('closes the receive side of a coin whose free reserve is below the minimum, and reopens it', async () => {
  const monitor = createReserveMonitor();
  await monitor.check(host.context, '10');
  // No balance has been queried yet.
  expect(receiving(monitor, 'usdttrc20')).toBeNull();
  await makeOrder(host, { rateMode: 'FIXED' });
  await monitor.check(host.context, '10');
  expect(receiving(monitor, 'usdttrc20')).toBeNull();
  host.chain('tron').credit(TREASURY_INDEX, 'usdttrc20', '-494022');
  host.advanceClock(60_000);
  await host.tick();
  await monitor.check(host.context, '10');
  // 500,000 minus payouts and reservations: 8 USDT.
  expect(receiving(monitor, 'usdttrc20')).toBe('NO_RESERVE');
  expect(monitor.reasonFor('usdttrc20', 'tron', 'send')).toBeNull();
  expect(receiving(monitor, 'btc')).toBeNull();
  host.chain('tron').credit(TREASURY_INDEX, 'usdttrc20', '100');
  host.advanceClock(60_000);
  await monitor.check(host.context, '10');
  expect(receiving(monitor, 'usdttrc20')).toBeNull();
});
