import { afterEach, beforeEach, expect, it } from 'vitest';
import { startOrderHostOn } from '../../tests/support/orderHosts.ts';
import { DAY_MS, dayOf } from '../common/day.ts';
import { writeTrustedPrices } from '../db/repositories/marketPrices.ts';
import { addOrderSums } from '../db/repositories/reports/days.ts';
import { NO_SUMS } from '../db/repositories/reports/orderSums.ts';
import type { OrderHost } from '../orders/testing/orderHost.ts';
import { post, transferLines } from '../payments/ledger.ts';
import { readHedgingCost } from './hedgingCost.ts';

let host: OrderHost;
beforeEach(async () => {
  host = await startOrderHostOn('SQLite');
  const priced_at = host.context.now();
  const prices = { BTC: '60000', USDT: '1' };
  await writeTrustedPrices(
    host.database,
    Object.entries(prices).map(([symbol, price]) => ({ symbol, price, priced_at })),
    priced_at,
  );
});
afterEach(async () => {
  await host.close();
});

const cost = () => readHedgingCost(host.database, host.context.catalogue, host.context.now());

async function charge(instrument: string, amount: string, daysAgo: number): Promise<void> {
  const at = host.context.now() - daysAgo * DAY_MS;
  const lines = transferLines('VENUE', 'VENUE_FEES', instrument, amount);
  await post(host.database, { id: `fill:${instrument}:${daysAgo}`, kind: 'FILL', at, lines });
}

async function earn(usd: string): Promise<void> {
  const day = dayOf(host.context.now() - DAY_MS);
  await addOrderSums(host.database, { day, instrument_from: 'btc', instrument_to: 'eth' }, { ...NO_SUMS, revenue_usd: usd });
}

it('is the share of the fee income that exchanges charged in seven whole days', async () => {
  expect(await cost()).toBe(0);
  await charge('BTC@embedded', '0.002', 1);
  await charge('USDT@embedded', '30', 7);
  // Today and eight days ago
  await charge('USDT@embedded', '5000', 0);
  await charge('USDT@embedded', '7000', 8);
  expect(await cost()).toBe(1);
  await earn('1500');
  expect(await cost()).toBe(0.1);
});

it('is nothing while the fees are small', async () => {
  await charge('USDT@embedded', '99', 1);
  await earn('10');
  expect(await cost()).toBe(0);
});
