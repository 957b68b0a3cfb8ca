import { afterEach, expect, test } from 'vitest';
import { makeOrder, readOrder, startOrderHost, type OrderHost } from '../testing/orderHost.ts';

let host: OrderHost;
afterEach(async () => await host.close());

test('holds a rate within its premium where that is above 1 % (D67)', async () => {
  host = await startOrderHost();
  host.desk.premiumPercent = '1.5';
  const made = await makeOrder(host, { rateMode: 'FIXED' });
  host.desk.prices.set('btc', '59101');
  expect(await readOrder(host, made)).toMatchObject({ rateHeld: true, fixedMarketLimitPercent: '1.5' });
  host.desk.prices.set('btc', '59099');
  expect((await readOrder(host, made)).rateHeld).toBe(false);
});

test('publishes whether the market still allows the rate, before anyone pays', async () => {
  host = await startOrderHost();
  const made = await makeOrder(host, { rateMode: 'FIXED' });
  const held = async () => (await readOrder(host, made)).rateHeld;
  expect(await held()).toBe(true);
  host.desk.prices.set('btc', '59401');
  expect(await held()).toBe(true);
  host.desk.prices.set('btc', '59399');
  expect(await held()).toBe(false);
  host.desk.prices.set('btc', '70000');
  expect(await held()).toBe(true);
  host.advanceClock(20 * 60_000 + 1);
  expect(await held()).toBeNull();
  expect((await makeOrder(host)).order.rateHeld).toBeNull();
});
