import { describe, expect, it } from 'vitest';
import type { MarketFeed, MarketTick } from '../ports/market/marketFeed.ts';
import { createPriceBook } from './priceBook.ts';

/** A feed with ticks from the test. */
function createSpokenFeed() {
  const ticks = new Map<string, MarketTick>();
  const listeners = new Set<(symbols: readonly string[]) => void>();
  const feed: MarketFeed = {
    code: 'SPOKEN',
    tick: (symbol) => ticks.get(symbol),
    symbols: () => [...ticks.keys()],
    history: () => [],
    minimumAmount: () => null,
    onTick: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: async () => async () => ticks.clear(),
  };
  const say = (symbol: string, price: string, at: number) => {
    ticks.set(symbol, { symbol, bid: price, ask: price, at });
    for (const listener of listeners) listener([symbol]);
  };
  return { feed, say };
}

function create(withSecond = false) {
  const clock = { now: 1_000_000 };
  const first = createSpokenFeed();
  const second = createSpokenFeed();
  const book = createPriceBook(first.feed, withSecond ? second.feed : null, () => clock.now);
  book.start();
  const reasonOf = (symbol = 'BTC'): unknown => {
    try {
      return book.price(symbol, clock.now).middle.toFixed();
    } catch (error) {
      return error instanceof Error && 'details' in error ? error.details : error;
    }
  };
  const say = (price: string, after = 1_000) => {
    clock.now += after;
    first.say('BTC', price, clock.now);
  };
  return { book, clock, say, sayFirst: first.say, saySecond: second.say, reasonOf };
}

const HOUR = 3_600_000;
const distrust = (reason: string) => ({ reason, symbol: 'BTC' });

describe('the price book (D41)', () => {
  it('has no price before the first tick, and a last known price afterwards', () => {
    const { book, clock, reasonOf, say } = create();
    expect(reasonOf()).toEqual(distrust('NO_PRICE'));
    expect(book.lastKnown('BTC')).toBeNull();
    say('100');
    expect(reasonOf()).toBe('100');
    clock.now += 3_600_000;
    expect(book.lastKnown('BTC')?.middle.toFixed()).toBe('100');
  });

  it('distrusts a price older than thirty seconds or from the future', () => {
    const { clock, reasonOf, say, sayFirst } = create();
    say('100');
    clock.now += 30_000;
    expect(reasonOf()).toBe('100');
    clock.now += 1;
    expect(reasonOf()).toEqual(distrust('PRICE_STALE'));
    sayFirst('BTC', '100', clock.now + 60_000);
    expect(reasonOf()).toEqual(distrust('PRICE_STALE'));
  });

  it('has a trusted price while any coin but the dollar has one', () => {
    const { book, clock, sayFirst } = create();
    expect(book.hasTrustedPrice()).toBe(false);
    sayFirst('BTC', '100', clock.now);
    clock.now += 30_001;
    sayFirst('USD', '1', clock.now);
    expect(book.hasTrustedPrice()).toBe(false);
    sayFirst('ETH', '10', clock.now);
    expect(book.hasTrustedPrice()).toBe(true);
    clock.now += 1_000;
    sayFirst('ETH', '12', clock.now);
    expect(book.hasTrustedPrice()).toBe(false);
    sayFirst('BTC', '100', clock.now);
    expect(book.hasTrustedPrice()).toBe(true);
  });

  it('distrusts a jump of more than 10 % in ten seconds, also between quotes', () => {
    const { reasonOf, say } = create();
    say('100');
    say('105');
    say('110');
    expect(reasonOf()).toBe('110');
    say('111');
    expect(reasonOf()).toEqual(distrust('PRICE_JUMPED'));
  });

  it('trusts a slow rise of any size', () => {
    const { reasonOf, say } = create();
    for (let price = 100; price < 200; price += 2) say(String(price), 2_500);
    expect(reasonOf()).toBe('198');
  });

  it('distrusts a jump after a gap of the source', () => {
    const { reasonOf, say } = create();
    say('100');
    say('50', 11_000);
    expect(reasonOf()).toEqual(distrust('PRICE_JUMPED'));
    for (let second = 0; second < 30; second += 1) say('50');
    expect(reasonOf()).toBe('50');
  });

  it('trusts a price that was stable for thirty seconds after a jump', () => {
    const { reasonOf, say } = create();
    say('100');
    say('130');
    for (let second = 0; second < 29; second += 1) say(second % 2 === 0 ? '131' : '130');
    expect(reasonOf()).toEqual(distrust('PRICE_JUMPED'));
    say('130');
    expect(reasonOf()).toBe('130');
  });

  it('waits longer while the price keeps moving or jumps back', () => {
    const { reasonOf, say } = create();
    say('100');
    say('130');
    for (let second = 0; second < 20; second += 1) say('130');
    say('137');
    for (let second = 0; second < 20; second += 1) say('137');
    expect(reasonOf()).toEqual(distrust('PRICE_JUMPED'));
    say('100');
    for (let second = 0; second < 29; second += 1) say('100');
    expect(reasonOf()).toEqual(distrust('PRICE_JUMPED'));
    say('100');
    expect(reasonOf()).toBe('100');
  });

  it('distrusts a price that differs from the second source by more than 3 %, if that is fresh', () => {
    const { clock, reasonOf, say, saySecond } = create(true);
    say('100');
    expect(reasonOf()).toBe('100');
    saySecond('BTC', '103', clock.now);
    expect(reasonOf()).toBe('100');
    saySecond('BTC', '103.2', clock.now);
    expect(reasonOf()).toEqual(distrust('SOURCES_DIFFER'));
    for (let second = 0; second < 31; second += 1) say('100');
    expect(reasonOf()).toBe('100');
  });

  it('trusts a jump at once when the second source confirms it', () => {
    const { clock, reasonOf, say, saySecond } = create(true);
    say('100');
    say('130');
    expect(reasonOf()).toEqual(distrust('PRICE_JUMPED'));
    saySecond('BTC', '129', clock.now);
    expect(reasonOf()).toBe('130');
    say('131');
    expect(reasonOf()).toBe('131');
  });

  it('keeps the last trusted price, and the higher one while a price is distrusted', () => {
    const { book, clock, say, saySecond } = create(true);
    const known = () => [book.lastTrusted('BTC'), book.highest('BTC')].map((price) => price?.middle.toFixed());
    expect(known()).toEqual([undefined, undefined]);
    say('100');
    say('30');
    expect(known()).toEqual(['100', '100']);
    say('300');
    expect(known()).toEqual(['100', '300']);
    saySecond('BTC', '301', clock.now);
    expect(known()).toEqual(['300', '300']);
    // It was trusted on arrival, without a query; a price that differs from the second source never was.
    say('301');
    say('270');
    clock.now += 3_600_000;
    expect(known()).toEqual(['301', '301']);
    expect(book.lastKnown('BTC')?.middle.toFixed()).toBe('270');
  });

  it('has no value for a coin that never had a trusted price', () => {
    const { book, clock, say, saySecond } = create(true);
    saySecond('BTC', '100', clock.now);
    say('10');
    expect([book.lastTrusted('BTC'), book.highest('BTC')]).toEqual([null, null]);
    expect(book.lastKnown('BTC')).not.toBeNull();
  });

  it('restores the prices of the previous process unless its own are newer', () => {
    const { book, clock, say, saySecond } = create(true);
    const known = () => [book.lastTrusted('BTC'), book.highest('BTC')].map((price) => price?.middle.toFixed());
    book.remember([{ symbol: 'BTC', price: '100', at: clock.now - 3_600_000 }], []);
    expect(known()).toEqual(['100', '100']);
    saySecond('BTC', '100', clock.now);
    say('300');
    expect(known()).toEqual(['100', '300']);
    expect(book.trusted().map(({ symbol, price }) => [symbol, price.middle.toFixed()])).toEqual([['BTC', '100']]);
    saySecond('BTC', '301', clock.now);
    expect(known()).toEqual(['300', '300']);
    book.remember([{ symbol: 'BTC', price: '200', at: clock.now - 1 }], []);
    expect(known()).toEqual(['300', '300']);
  });

  it('returns since when a price is missing, without the downtimes', () => {
    const { book, clock, say } = create();
    expect(book.missingSince('BTC')).toBeNull();
    const from = clock.now - 10 * HOUR;
    book.remember(
      [{ symbol: 'BTC', price: '100', at: from }],
      [
        { from: from - 2 * HOUR, to: from - HOUR },
        { from: from + HOUR, to: from + 4 * HOUR },
        { from: from + 4 * HOUR, to: clock.now },
      ],
    );
    const ago = () => (clock.now - (book.missingSince('BTC') ?? 0)) / HOUR;
    expect(ago()).toBe(1);
    clock.now += 2 * HOUR;
    expect(ago()).toBe(3);
    say('100', 0);
    expect(ago()).toBe(0);
    clock.now += HOUR;
    expect(ago()).toBe(1);
  });

  it('uses a price older than a day only where the market is not awaited', () => {
    const { book, clock, say } = create();
    const highest = () => [book.highest('BTC'), book.highestOfAnyAge('BTC')].map((price) => price?.middle.toFixed());
    say('100');
    clock.now += 24 * HOUR;
    expect(highest()).toEqual(['100', '100']);
    clock.now += 1;
    expect(highest()).toEqual([undefined, '100']);
    // Distrusted, and the last trusted price is too old for a comparison.
    say('1');
    expect(highest()).toEqual([undefined, '100']);
    say('300');
    expect(highest()).toEqual([undefined, '300']);
  });

  it('uses a restored old price only after six hours without a newer one', () => {
    const { book, clock, say } = create();
    const last = () => book.lastTrusted('BTC')?.middle.toFixed();
    const from = clock.now - 24 * HOUR - 1;
    book.remember([{ symbol: 'BTC', price: '100', at: from }], [{ from, to: clock.now }]);
    const highest = () => [book.highest('BTC'), book.highestOfAnyAge('BTC')].map((price) => price?.middle.toFixed());
    expect([last(), ...highest()]).toEqual([undefined, undefined, undefined]);
    clock.now += 6 * HOUR;
    expect([last(), ...highest()]).toEqual(['100', undefined, '100']);
    say('300');
    expect([last(), book.highest('BTC')?.middle.toFixed()]).toEqual(['300', '300']);
    // The time keeps counting without downtime.
    clock.now += 100 * HOUR;
    expect(last()).toBe('300');
  });

  it.each(['before', 'after'])('values at the old price or more after a gap of a day, restored %s the new price', (order) => {
    const { book, clock, say } = create();
    const highest = () => [book.highest('BTC'), book.highestOfAnyAge('BTC')].map((price) => price?.middle.toFixed());
    const from = clock.now - 25 * HOUR;
    const remember = () => book.remember([{ symbol: 'BTC', price: '100', at: from }], [{ from, to: clock.now }]);
    if (order === 'before') remember();
    say('1');
    if (order === 'after') remember();
    expect(book.lastTrusted('BTC')?.middle.toFixed()).toBe('1');
    expect(highest()).toEqual(['100', '100']);
    clock.now += 24 * HOUR;
    expect(highest()).toEqual(['100', '100']);
    say('1');
    expect(highest()).toEqual(['1', '1']);
  });

  it('uses the new price after a shorter gap or when it is higher', () => {
    const { book, clock, say } = create();
    const highest = () => book.highest('BTC')?.middle.toFixed();
    book.remember([{ symbol: 'BTC', price: '100', at: clock.now - 23 * HOUR }], []);
    say('50');
    expect(highest()).toBe('50');
    clock.now += 25 * HOUR;
    say('51');
    say('52');
    expect(highest()).toBe('52');
  });

  it('ignores a restored price from the future', () => {
    const { book, clock } = create();
    book.remember([{ symbol: 'BTC', price: '100', at: clock.now + HOUR }], []);
    expect([book.lastTrusted('BTC'), book.highest('BTC')]).toEqual([null, null]);
  });

  it('checks each coin separately', () => {
    const { clock, reasonOf, say, sayFirst } = create();
    sayFirst('ETH', '10', clock.now);
    say('100');
    say('150');
    expect(reasonOf('ETH')).toBe('10');
    expect(reasonOf('BTC')).toEqual(distrust('PRICE_JUMPED'));
  });
});
