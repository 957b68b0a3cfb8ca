import { describe, expect, it } from 'vitest';
import { amount } from '../../../../contract/money.ts';
import { createEmbeddedFeed } from './embeddedFeed.ts';

const snapshot = {
  date: '2026-11-20',
  note: 'for tests',
  prices: { BTC: '95000', ETH: '3200', USDT: '1', USD: '1', PEPE: '0.0000065' },
};
const create = (seed = 1, clock = { now: 1_000_000 }) => {
  const feed = createEmbeddedFeed({ snapshot, seed, now: () => clock.now });
  return { feed, clock };
};
const run = (feed: { step(): void }, steps: number) => {
  for (let step = 0; step < steps; step += 1) feed.step();
};

describe('the embedded market', () => {
  it('has a price for every symbol of the snapshot before the first step', () => {
    const { feed } = create();
    expect(feed.symbols()).toEqual(Object.keys(snapshot.prices));
    expect(feed.tick('BTC')).toEqual({ symbol: 'BTC', bid: '94990.5', ask: '95009.5', at: 1_000_000 });
    expect(feed.tick('USD')).toMatchObject({ bid: '1', ask: '1' });
    expect(feed.tick('NOPE')).toBeUndefined();
  });

  it('repeats the walk for the same seed, and differs for another', () => {
    const [one, same, other] = [create(7).feed, create(7).feed, create(8).feed];
    for (const feed of [one, same, other]) run(feed, 400);
    expect(one.tick('BTC')).toEqual(same.tick('BTC'));
    expect(one.tick('BTC')).not.toEqual(other.tick('BTC'));
  });

  it('keeps bid below ask and stays near its anchor for thousands of steps', () => {
    const { feed } = create(3);
    for (let step = 0; step < 5_000; step += 1) {
      feed.step();
      const tick = feed.tick('PEPE');
      if (!tick) throw new Error('no tick');
      expect(amount(tick.bid).lt(amount(tick.ask))).toBe(true);
    }
    const { bid } = feed.tick('BTC') ?? { bid: '0' };
    expect(amount(bid).gt('60000') && amount(bid).lt('140000')).toBe(true);
    expect(bid).not.toBe('94990.5');
  });

  it('moves every symbol within four steps, and notifies the listeners', () => {
    const { feed } = create();
    const seen = new Set<string>();
    const stop = feed.onTick((symbols) => symbols.forEach((symbol) => seen.add(symbol)));
    run(feed, 4);
    expect([...seen].toSorted()).toEqual(Object.keys(snapshot.prices).toSorted());
    stop();
    seen.clear();
    run(feed, 4);
    expect(seen.size).toBe(0);
  });

  it('returns the last day as 97 points that end with the current price', () => {
    const { feed, clock } = create();
    const points = feed.history('BTC');
    expect(points).toHaveLength(97);
    expect(points.at(-1)).toEqual({ at: clock.now, price: '95000' });
    expect(points[0]?.at).toBe(clock.now - 24 * 3_600_000);
    expect(points.every((point, index) => index === 0 || point.at > (points[index - 1]?.at ?? 0))).toBe(true);
    expect(feed.history('NOPE')).toEqual([]);
    expect(create().feed.history('BTC')).toEqual(points);
  });

  it('applies a price that the controls set', async () => {
    const feed = createEmbeddedFeed({ snapshot, seed: 1 });
    await feed.controls.setPrice('BTC', '50000');
    expect(feed.tick('BTC')).toMatchObject({ bid: '49995', ask: '50005' });
    await expect(feed.controls.setPrice('NOPE', '1')).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
    await expect(feed.controls.setPrice('BTC', '0')).rejects.toMatchObject({ code: 'ERR_VALIDATION' });
  });

  it('breaks in three modes and mends', () => {
    const { feed, clock } = create();
    const before = feed.tick('BTC');
    feed.controls.breakFeed('down');
    expect(feed.tick('BTC')).toBeUndefined();
    feed.controls.breakFeed('stale');
    clock.now += 60_000;
    run(feed, 8);
    expect(feed.tick('BTC')).toEqual(before);
    feed.controls.breakFeed('jump');
    expect(amount(feed.tick('BTC')?.bid ?? '0').gt('109000')).toBe(true);
    expect(feed.tick('USD')?.bid).toBe('1');
    feed.controls.mend();
    expect(amount(feed.tick('BTC')?.bid ?? '0').lt('96000')).toBe(true);
    expect(feed.controls.mode()).toBe('working');
  });
});
