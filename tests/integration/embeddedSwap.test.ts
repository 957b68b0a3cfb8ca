import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { quickFolder } from '../../scripts/site/quickFolder.ts';
import type { Order } from '../../contract/schemas/orders.ts';
import { compare, type Decimal } from '../../contract/money.ts';
import { createHost, type Host } from '../../server/createHost.ts';
import { parseEnvironment } from '../../server/env.ts';
import { DATABASE_FILE } from '../../server/db/openDatabase.ts';
import { listVenueOrders } from '../../server/db/repositories/venues/venueOrders.ts';
import { createLogger } from '../../server/common/log.ts';
import { createAppApi } from '../support/appApi.ts';
import { openPlace } from '../support/databases.ts';
import type { SiteApi } from '../support/browser/siteApi.ts';
import { makeOrder } from '../support/samples/makeOrder.ts';

/** The whole host on its embedded networks, through the public API only. */
let folder: string;
let host: Host;
let api: SiteApi;
let stop: () => Promise<void>;

async function start(): Promise<void> {
  const environment = parseEnvironment({
    DATA_DIR: folder,
    SANDBOX: 'allow',
    EMBEDDED_CHAIN_SPEED: '100000',
    HEDGING_VENUE: 'embedded',
  });
  host = await createHost(environment, createLogger(process.env['LOG_LEVEL'] ?? 'silent'));
  stop = await host.start();
  api = createAppApi(host.app);
}

async function end(): Promise<void> {
  await stop();
  await host.app.close();
  await host.close();
}

beforeEach(async () => {
  folder = mkdtempSync(join(quickFolder(), 'swap-'));
  await start();
});
afterEach(async () => {
  await end();
  rmSync(folder, { recursive: true, force: true });
});

const read = ({ orderId, destinationAddress }: Order) => api.call('orders.publicInfo', { orderId, destinationAddress });
const kinds = (order: Order): string[] => order.orderEvents.map((event) => event.kind);

const create = (from: string, to: string, amount: Decimal, destinationAddress: string): Promise<Order> =>
  makeOrder(api, { from, to, amount, rateMode: 'FLOATING', destinationAddress });

const pay = (order: Order, amount: Decimal) =>
  api.call('sandbox.send', {
    instrumentSlug: order.pair.instrumentFrom.slug,
    toAddress: order.depositAddress,
    ...(order.depositAddressMemo !== null && { memo: order.depositAddressMemo }),
    amount,
  });

async function expectCompleted(order: Order): Promise<void> {
  await expect.poll(async () => kinds(await read(order)), { interval: 250 }).toContain('WITHDRAWAL_COMPLETED');
  const done = await read(order);
  expect(kinds(done)).toEqual([
    'CREATION_END',
    'DEPOSIT_REGISTERED',
    'INCOMING_FUNDS_DETECTED',
    'FUNDS_WITHDRAWAL_START',
    'WITHDRAWAL_COMPLETED',
  ]);
  expect(done.withdrawals).toMatchObject([{ amount: done.amountToGet }]);
  expect(done.withdrawals[0]?.txHash).not.toBeNull();
  expect(compare(done.amountToGet, '0')).toBe(1);
}

test('completes coin to token, token to coin and memo coin swaps', async () => {
  const orders = [
    [await create('btc', 'usdttrc20', '0.05', 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW'), '0.05'],
    [await create('usdttrc20', 'ltc', '900', 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1'), '900'],
    [await create('xrp', 'eth', '1000', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'), '1000'],
  ] as const;
  for (const [order, amount] of orders) await pay(order, amount);
  for (const [order] of orders) await expectCompleted(order);
  // The dollars of these swaps balance each other. What they leave open of the other coins is traded on the exchange.
  const database = openPlace(join(folder, DATABASE_FILE));
  const trades = async () =>
    (await listVenueOrders(database, 'embedded', 0)).map(({ side, coin, state }) => `${side} ${coin} ${state}`).toSorted();
  await expect.poll(trades, { interval: 500 }).toEqual(['BUY ETH ENDED', 'BUY LTC ENDED', 'SELL BTC ENDED', 'SELL XRP ENDED']);
  await database.destroy();
});

test('continues an order after a restart', async () => {
  const order = await create('btc', 'usdttrc20', '0.05', 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW');
  await pay(order, '0.05');
  await expect.poll(async () => kinds(await read(order)), { interval: 300 }).toContain('DEPOSIT_REGISTERED');
  await end();
  await start();
  await expectCompleted(order);
});
