import { expect, test } from 'vitest';
import type { Hedging, Profit } from '../../../contract/console/hedging.ts';
import { writeTrustedPrices } from '../../db/repositories/marketPrices.ts';
import { createHedgingOn, leaveOpen, MARKET_PRICES } from '../../hedging/testing.ts';
import { startConsoleHost } from './testing.ts';

test('shows positions, trades and the result of a month to treasurers only', async () => {
  const site = await startConsoleHost('SQLite');
  const { host } = site;
  const hedging = createHedgingOn(host);
  await hedging.hedger.tick();
  await leaveOpen(host, 'btc', '-0.5');
  host.advanceClock(5_000);
  await hedging.hedger.tick();
  await leaveOpen(host, 'eth', '2');
  const prices = Object.entries(MARKET_PRICES).map(([symbol, price]) => ({ symbol, price, priced_at: host.context.now() }));
  await writeTrustedPrices(host.database, prices, host.context.now());
  const treasurer = await site.addOperator('treasury');
  const shown = (await site.call('hedging', treasurer.headers)).body as unknown as Hedging;
  expect(shown.venues).toMatchObject([{ name: 'embedded', state: 'ON', trades: 1, refused: 0 }]);
  expect(shown.venues[0]?.acts).toEqual([{ act: 'hedging', input: { isOn: false }, asks: [] }]);
  expect(shown.positions).toMatchObject([
    { coin: 'USDT', usd: '-30004.99', isAtLimit: false },
    { coin: 'ETH', usd: '6000', isAtLimit: false },
    { coin: 'BTC', usd: '-30', isAtLimit: false },
  ]);
  // The limits don't count the coin that pays for all trades.
  expect(shown.openUsd).toBe('6030');
  expect(shown.orders).toMatchObject([{ side: 'BUY', coin: 'BTC', amount: '0.5', filled: '0.5', state: 'ENDED' }]);
  await leaveOpen(host, 'eth', '30');
  const { positions } = (await site.call('hedging', treasurer.headers)).body as unknown as Hedging;
  expect(positions.filter(({ isAtLimit }) => isAtLimit).map(({ coin }) => coin)).toEqual(['ETH']);
  const profit = (await site.call('profit', treasurer.headers, { month: '2026-11' })).body as unknown as Profit;
  expect(profit).toMatchObject({ month: '2026-11', hasOpeningPrices: false });
  expect((await site.call('profit', treasurer.headers, { month: '2027-01' })).status).toBe(400);
  const reader = await site.addOperator('orders.read');
  expect((await site.call('hedging', reader.headers)).status).toBe(403);
});
