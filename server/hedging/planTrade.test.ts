import { describe, expect, it } from 'vitest';
import { amount } from '../../contract/money.ts';
import { DEFAULT_LIMITS } from './hedgingSettings.ts';
import { planTrade } from './planTrade.ts';

const market = {
  coin: 'BTC',
  amountStep: '0.001',
  priceStep: '0.5',
  minimumAmount: '0.002',
  minimumCost: '50',
  takerPercent: '0.1',
};
const price = { bid: amount('60000.1'), ask: amount('60010.1'), usd: amount('60000') };
const plan = (open: string, waitedMs = 0, limits = DEFAULT_LIMITS) => planTrade(open, waitedMs, { market, price, limits });

describe('the trade of an open position', () => {
  it('rounds the amount down, and the limit so that it is not beyond the allowed one', () => {
    // 60,010.1 × 1.003 = 60,190.13…; 60,000.1 × 0.997 = 59,820.09…
    expect(plan('-0.1239')).toEqual({ coin: 'BTC', side: 'BUY', amount: '0.123', limit: '60190', usdValue: '7380' });
    expect(plan('0.1239')).toEqual({ coin: 'BTC', side: 'SELL', amount: '0.123', limit: '59820.5', usdValue: '7380' });
  });

  it('waits until enough is open or some has been open for long', () => {
    expect(plan('0.0083')).toBeNull();
    expect(plan('0.0084')).toMatchObject({ amount: '0.008' });
    expect(plan('0.0083', 599_999)).toBeNull();
    expect(plan('0.0083', 600_000)).toMatchObject({ amount: '0.008' });
  });

  it('trades nothing below the minimums of the market', () => {
    expect(plan('0.0019', 600_000)).toBeNull();
    expect(planTrade('0.002', 600_000, { market: { ...market, minimumCost: '120' }, price, limits: DEFAULT_LIMITS })).toBeNull();
    expect(plan('0', 600_000)).toBeNull();
  });

  it('trades at most the cap of an order', () => {
    expect(plan('-2')).toMatchObject({ amount: '0.833', usdValue: '49980' });
  });
});
