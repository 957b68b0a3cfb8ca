import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { createExchangeFeed } from './exchangeFeed.ts';
import { startKrakenLikeServer, type KrakenPair } from './testing.ts';

/** Uses a local server with the API that Kraken documents, and reads it through ccxt. */
const PAIRS: KrakenPair[] = [
  { id: 'XXBTZUSD', base: 'XXBT', quote: 'ZUSD', bid: '95000.10000', ask: '95000.20000' },
  { id: 'XETHUSDT', base: 'XETH', quote: 'USDT', bid: '3200.00000', ask: '3200.50000' },
  { id: 'USDTZUSD', base: 'USDT', quote: 'ZUSD', bid: '0.99900', ask: '1.00100' },
  { id: 'XDGUSD', base: 'XXDG', quote: 'ZUSD', bid: '0.00000012345678901234', ask: '0.00000012345678901235' },
];
const SYMBOLS = ['BTC', 'ETH', 'USDT', 'USD', 'DOGE', 'NOPE'];
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function start(pollMs = 20) {
  const server = await startKrakenLikeServer(structuredClone(PAIRS));
  closing.push(server.close);
  const log = pino({ level: 'silent' });
  const feed = await createExchangeFeed({
    exchange: 'kraken',
    symbols: SYMBOLS,
    log,
    pollMs,
    origin: server.origin,
    callGapMs: 10,
  });
  closing.push(await feed.start());
  return { server, feed };
}

describe('the feed of a real exchange', () => {
  it('returns exact dollar prices, through a dollar coin when there is no dollar market', async () => {
    const { feed } = await start();
    expect(feed.code).toBe('KRAKEN');
    expect(feed.tick('BTC')).toMatchObject({ bid: '95000.1', ask: '95000.2' });
    // 3200 × 0.999 and 3200.5 × 1.001
    expect(feed.tick('ETH')).toMatchObject({ bid: '3196.8', ask: '3203.7005' });
    expect(feed.tick('DOGE')).toMatchObject({ bid: '0.00000012345678901234', ask: '0.00000012345678901235' });
    expect(feed.tick('USD')).toMatchObject({ bid: '1', ask: '1' });
    expect(feed.tick('NOPE')).toBeUndefined();
    expect(Math.abs((feed.tick('BTC')?.at ?? 0) - Date.now())).toBeLessThan(5_000);
    expect(feed.minimumAmount('BTC')).toBe('0.0001');
    expect(feed.minimumAmount('NOPE')).toBeNull();
  });

  it('polls again and notifies its listeners', async () => {
    const { server, feed } = await start();
    const notified = new Promise<readonly string[]>((resolve) => feed.onTick(resolve));
    const pair = server.state.pairs[0];
    if (pair) pair.bid = '94000.00000';
    expect(await notified).toContain('BTC');
    await expect.poll(() => feed.tick('BTC')?.bid).toBe('94000');
  });

  it('keeps the last price and its time while the exchange does not answer', async () => {
    const { server, feed } = await start();
    server.state.isBroken = true;
    const before = server.state.calls.length;
    await expect.poll(() => server.state.calls.length).toBeGreaterThan(before + 1);
    const tick = feed.tick('BTC');
    expect(tick?.bid).toBe('95000.1');
    server.state.isBroken = false;
    await expect.poll(() => (feed.tick('BTC')?.at ?? 0) > (tick?.at ?? 0)).toBe(true);
  });

  it('starts while the exchange is down, and has prices when it is up', async () => {
    const server = await startKrakenLikeServer(structuredClone(PAIRS));
    closing.push(server.close);
    server.state.isBroken = true;
    const log = pino({ level: 'silent' });
    const feed = await createExchangeFeed({
      exchange: 'kraken',
      symbols: SYMBOLS,
      log,
      pollMs: 20,
      origin: server.origin,
      callGapMs: 10,
    });
    closing.push(await feed.start());
    expect(feed.tick('BTC')).toBeUndefined();
    server.state.isBroken = false;
    await expect.poll(() => feed.tick('BTC')?.bid).toBe('95000.1');
  });

  it('returns the last day after the first request for it', async () => {
    const { feed } = await start();
    expect(feed.history('BTC')).toEqual([]);
    await expect.poll(() => feed.history('BTC').length).toBe(97);
    expect(feed.history('BTC')[0]?.price).toBe('95000.00');
    expect(feed.history('NOPE')).toEqual([]);
  });

  it('names an exchange that does not exist', async () => {
    const log = pino({ level: 'silent' });
    await expect(createExchangeFeed({ exchange: 'nosuch', symbols: SYMBOLS, log })).rejects.toThrow('"nosuch"');
    await expect(createExchangeFeed({ exchange: 'Exchange', symbols: SYMBOLS, log })).rejects.toThrow('"Exchange"');
  });
});
