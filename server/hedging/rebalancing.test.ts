import { afterEach, beforeEach, expect, it } from 'vitest';
import { startOrderHostOn } from '../../tests/support/orderHosts.ts';
import type { Decimal } from '../../contract/money.ts';
import type { OrderHost } from '../orders/testing/orderHost.ts';
import { bookCapital } from '../payments/capital.ts';
import { proposeTransfers } from './rebalancing.ts';

let host: OrderHost;
beforeEach(async () => {
  host = await startOrderHostOn('SQLite');
});
afterEach(async () => {
  await host.close();
});

const book = async (amounts: Record<string, Decimal>): Promise<void> => {
  const changes = Object.entries(amounts).map(([instrument, amount]) => ({ instrument, amount, note: 'for a test' }));
  await host.database
    .transaction()
    .execute((transaction) => bookCapital(host.context, transaction, () => Promise.resolve(changes)));
};
const propose = async (...coins: string[]) =>
  await proposeTransfers(host.database, host.context.catalogue, {
    coins: new Set(coins),
    prices: new Map(Object.entries({ BTC: '60000', ETH: '3000', USDT: '1' })),
  });

it('proposes to move a coin to the middle when the exchange holds too little or too much of it', async () => {
  await book({ btc: '10', 'BTC@kraken': '1', eth: '1', 'ETH@kraken': '9' });
  expect(await propose('BTC', 'ETH')).toEqual([
    { instrument: 'btc', venueInstrument: 'BTC@kraken', direction: 'TO_VENUE', amount: '4.5' },
    { instrument: 'eth', venueInstrument: 'ETH@kraken', direction: 'FROM_VENUE', amount: '4' },
  ]);
});

it('names the network on which the treasury holds the most of the coin', async () => {
  await book({ usdterc20: '1000', usdttrc20: '9000', 'USDT@kraken': '500' });
  expect(await propose('USDT')).toMatchObject([{ instrument: 'usdttrc20', direction: 'TO_VENUE', amount: '4750' }]);
});

it('proposes nothing between the marks, for small amounts, and for coins that are not traded', async () => {
  await book({ btc: '4', 'BTC@kraken': '1', eth: '0.1', 'ETH@kraken': '0.6', usdttrc20: '9000', 'USDT@kraken': '1' });
  expect(await propose('BTC', 'ETH')).toEqual([]);
});
