import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startOrderHostOn } from '../../tests/support/orderHosts.ts';
import { createLogger } from '../common/log.ts';
import { DAY_MS, dayOf } from '../common/day.ts';
import { addOrderSums } from '../db/repositories/reports/days.ts';
import { NO_SUMS } from '../db/repositories/reports/orderSums.ts';
import { makeOrder, type OrderHost } from '../orders/testing/orderHost.ts';
import { createExposure, type Exposure } from './exposure.ts';
import { createHedgingOn, leaveOpen, MARKET_PRICES } from './testing.ts';

/** One largest order is 10,000 USD: 0.16666… BTC. */
describe('the exposure', () => {
  let host: OrderHost;
  let hedging: ReturnType<typeof createHedgingOn>;
  let exposure: Exposure;
  beforeEach(async () => {
    host = await startOrderHostOn('SQLite');
    hedging = createHedgingOn(host);
    await hedging.hedger.tick();
    exposure = createExposure({
      database: host.database,
      catalogue: host.context.catalogue,
      venue: hedging.venue,
      now: host.context.now,
      usdPrice: (coin) => MARKET_PRICES[coin],
      pricing: { maximumUsd: '10000' },
      log: createLogger('silent'),
    });
  });
  afterEach(async () => {
    await host.close();
  });

  const open = async (instrument: string, amount: string): Promise<void> => {
    await leaveOpen(host, instrument, amount);
    await exposure.read();
  };
  const closed = (slug: string) => ({
    send: exposure.reasonFor(slug, '', 'send'),
    receive: exposure.reasonFor(slug, '', 'receive'),
  });

  it('closes the side that adds to a position at its limit, and opens it again', async () => {
    const changes: string[] = [];
    exposure.onChange?.(() => changes.push('changed'));
    await open('eth', '-3.3');
    expect(closed('eth')).toEqual({ send: null, receive: null });
    await open('eth', '-0.1');
    expect(closed('eth')).toEqual({ send: null, receive: 'EXPOSURE_LIMIT' });
    expect(closed('btc')).toEqual({ send: null, receive: null });
    host.advanceClock(5_000);
    await hedging.hedger.tick();
    await exposure.read();
    expect(closed('eth')).toEqual({ send: null, receive: null });
    expect(changes).toEqual(['changed', 'changed']);
  });

  it('leaves room for orders up to the limit, on the side that adds to a position', async () => {
    expect(exposure.roomOf('BTC', 'send')).toBeNull();
    // 6,000 of 10,000 USD
    await open('btc', '0.1');
    expect([exposure.roomOf('BTC', 'send'), exposure.roomOf('BTC', 'receive')]).toEqual(['4000', null]);
    // An order of two other coins may leave 14,000 of 20,000 USD open: 7,000 of each.
    expect([exposure.roomOf('ETH', 'send'), exposure.roomOf('ETH', 'receive')]).toEqual(['7000', '7000']);
    expect(exposure.roomOf('USDT', 'receive')).toBeNull();
  });

  it('closes the other side of a position that is long', async () => {
    await open('btc', '0.17');
    expect(closed('btc')).toEqual({ send: 'EXPOSURE_LIMIT', receive: null });
  });

  it('never closes the coin that markets are priced in', async () => {
    await open('usdttrc20', '1000000');
    expect(closed('usdttrc20')).toEqual({ send: null, receive: null });
  });

  it('allows 1 % of the volume of the day before, if that is more than one largest order', async () => {
    await open('btc', '0.3');
    expect(closed('btc').send).toBe('EXPOSURE_LIMIT');
    const day = dayOf(host.context.now() - DAY_MS);
    const sums = { ...NO_SUMS, sent_usd: '2000000' };
    await addOrderSums(host.database, { day, instrument_from: 'btc', instrument_to: 'eth' }, sums);
    await exposure.read();
    expect(closed('btc').send).toBeNull();
  });

  it('closes what adds to any position when all together are at their limit', async () => {
    await open('eth', '3.4');
    expect(closed('ltc')).toEqual({ send: null, receive: null });
    await open('btc', '-0.17');
    expect([closed('eth').send, closed('btc').receive]).toEqual(['EXPOSURE_LIMIT', 'EXPOSURE_LIMIT']);
    expect([closed('eth').receive, closed('btc').send]).toEqual([null, null]);
    expect(closed('ltc')).toEqual({ send: 'EXPOSURE_LIMIT', receive: 'EXPOSURE_LIMIT' });
    expect(closed('usdttrc20')).toEqual({ send: null, receive: null });
  });

  it('counts deposits in the mempool up to half of a limit, and the worse of what may have become of an order', async () => {
    const made = await makeOrder(host, { amount: '0.2' });
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.2');
    await host.tick();
    await exposure.read();
    expect(closed('btc').send).toBeNull();
    expect([exposure.roomOf('BTC', 'send'), exposure.costOf('BTC', 'send')]).toEqual(['5000', '0.4']);
    await open('btc', '0.09');
    expect(closed('btc').send).toBe('EXPOSURE_LIMIT');
    await leaveOpen(host, 'btc', '-0.09');
    await leaveOpen(host, 'eth', '-2');
    await hedging.controls.setMode('loseRequests');
    host.advanceClock(5_000);
    await hedging.hedger.tick();
    await exposure.read();
    // Short of 6,000 USD, or flat.
    expect(exposure.costOf('ETH', 'receive')).toBe('0.4');
  });

  it('costs the fee of the exchange, and more on the side that adds to half of a limit', async () => {
    await open('btc', '0.08');
    expect([exposure.costOf('BTC', 'send'), exposure.costOf('BTC', 'receive')]).toEqual(['0.1', '0.1']);
    await open('btc', '0.005');
    expect([exposure.costOf('BTC', 'send'), exposure.costOf('BTC', 'receive')]).toEqual(['0.4', '0.1']);
    expect(exposure.costOf('USDT', 'send')).toBe('0');
  });

  it('keeps the known fees while the exchange is down', async () => {
    await exposure.read();
    await hedging.controls.setMode('down');
    host.advanceClock(600_000);
    await exposure.read();
    expect(exposure.costOf('BTC', 'send')).toBe('0.1');
  });
});
