import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sum } from '../../contract/money.ts';
import { DATABASES } from '../../tests/support/databases.ts';
import { startCountedHostOn } from '../../tests/support/orderHosts.ts';
import { setHostSettingOnce } from '../db/repositories/hostSettings.ts';
import { writeTrustedPrices } from '../db/repositories/marketPrices.ts';
import { createHedgingOn, leaveOpen } from '../hedging/testing.ts';
import { completeOrder } from '../orders/testing/hostActions.ts';
import type { OrderHost } from '../orders/testing/orderHost.ts';
import { isMonth, readProfit, type Profit } from './profit.ts';

const PRICES = { BTC: '60000', ETH: '3000', USDT: '1', TRX: '0.3', XRP: '0.5', BNB: '600' };
const START = Date.UTC(2026, 10, 20, 12);
const DECEMBER = Date.UTC(2026, 11, 1);

describe.each(DATABASES)('the result of a month on %s', (kind) => {
  let host: OrderHost;
  beforeEach(async () => {
    host = await startCountedHostOn(kind);
    const rows = Object.entries(PRICES).map(([symbol, price]) => ({ symbol, price, priced_at: START }));
    await writeTrustedPrices(host.database, rows, START);
  });
  afterEach(async () => {
    await host.close();
  });

  const profitOf = async (month: string): Promise<Profit> => await readProfit(host.database, host.context.catalogue, month);
  const explained = ({ opening, capital, fees, networks, venues, affiliates, trading, revaluation }: Profit) =>
    sum([opening, capital, fees, networks, venues, affiliates, trading, revaluation]);

  it('explains to the cent what an exchange and its trade at the venue changed', async () => {
    const hedging = createHedgingOn(host);
    await hedging.hedger.tick();
    await completeOrder(host);
    host.advanceClock(5_000);
    await hedging.hedger.tick();
    const november = await profitOf('2026-11');
    expect(november).toMatchObject({ opening: '0', hasOpeningPrices: false, unpriced: [] });
    // Sold at 60,000 with a fee of 0.1 %: 0.09998 BTC.
    expect(november.venues).toBe('-5.99');
    expect(Number(november.fees)).toBeGreaterThan(0);
    expect(Number(november.capital)).toBeGreaterThan(1_000_000);
    expect(explained(november)).toBe(november.closing);
  });

  it('tells the change of prices from the result, when the prices of the begin are known', async () => {
    await leaveOpen(host, 'btc', '2');
    const november = await profitOf('2026-11');
    host.advanceClock(DECEMBER - START + 1_000);
    await leaveOpen(host, 'usdttrc20', '100');
    await setHostSettingOnce(host.database, 'prices of 2026-12', JSON.stringify({ ...PRICES, BTC: '50000' }));
    const december = await profitOf('2026-12');
    // The treasury's 10 BTC and the 2 that are open gained 10,000 each.
    expect(december).toMatchObject({ trading: '100', revaluation: '120000', capital: '0', hasOpeningPrices: true });
    expect(explained(december)).toBe(december.closing);
    expect((await profitOf('2026-11')).closing).toBe(december.opening);
    expect(november.trading).toBe('120000');
  });

  it('leaves out coins without a price, and names them', async () => {
    await leaveOpen(host, 'doge', '100');
    expect(await profitOf('2026-11')).toMatchObject({ unpriced: ['DOGE'], trading: '0' });
  });
});

it('takes months that have begun', () => {
  expect(['2026-11', '2026-12', '2026-13', '2026-1', 'november'].map((text) => isMonth(text, START))).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
