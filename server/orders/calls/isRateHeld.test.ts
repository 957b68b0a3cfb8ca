import { afterEach, expect, test } from 'vitest';
import { makeOrder, readOrder, startOrderHost, type OrderHost } from '../testing/orderHost.ts';

let host: OrderHost;
afterEach(async () => await host.close());

test('publishes whether the market still allows the rate, before anyone pays', async () => {
  host = await startOrderHost();
  const made = await makeOrder(host, { rateMode: 'FIXED' });
  const held = async () => (await readOrder(host, made)).rateHeld;
  expect(await held()).toBe(true);
  host.desk.prices.set('btc', '58801');
  expect(await held()).toBe(true);
  host.desk.prices.set('btc', '58799');
  expect(await held()).toBe(false);
  host.desk.prices.set('btc', '70000');
  expect(await held()).toBe(true);
  host.advanceClock(20 * 60_000 + 1);
  expect(await held()).toBeNull();
  expect((await makeOrder(host)).order.rateHeld).toBeNull();
});
