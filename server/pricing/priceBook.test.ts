import { describe, expect, it } from 'vitest';
import type { MarketFeed, MarketTick } from '../ports/market/marketFeed.ts';
import { createPriceBook } from './priceBook.ts';

/** A feed that says what the test says. */
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
  it('has no price before the first tick, and the last known one for lists after it', () => {
    const { book, clock, reasonOf, say } = create();
    expect(reasonOf()).toEqual(distrust('NO_PRICE'));
    expect(book.lastKnown('BTC')).toBeNull();
    expect(book.newestAt()).toBeNull();
    say('100');
    expect(reasonOf()).toBe('100');
    clock.now += 3_600_000;
    expect(book.lastKnown('BTC')?.middle.toFixed()).toBe('100');
    expect(book.newestAt()).toBe(clock.now - 3_600_000);
  });

  it('refuses a price older than thirty seconds, and one from the future', () => {
    const { clock, reasonOf, say, sayFirst } = create();
    say('100');
    clock.now += 30_000;
    expect(reasonOf()).toBe('100');
    clock.now += 1;
    expect(reasonOf()).toEqual(distrust('PRICE_STALE'));
    sayFirst('BTC', '100', clock.now + 60_000);
    expect(reasonOf()).toEqual(distrust('PRICE_STALE'));
  });

  it('refuses a jump of more than ten percent in ten seconds, seen between quotes too', () => {
    const { reasonOf, say } = create();
    say('100');
    say('105');
    say('110');
    expect(reasonOf()).toBe('110');
    say('111');
    expect(reasonOf()).toEqual(distrust('PRICE_JUMPED'));
  });

  it('believes a slow rise of any size', () => {
    const { reasonOf, say } = create();
    for (let price = 100; price < 200; price += 2) say(String(price), 2_500);
    expect(reasonOf()).toBe('198');
  });

  it('refuses a jump over a silence: a source that comes back with another price may be wrong', () => {
    const { reasonOf, say } = create();
    say('100');
    say('50', 11_000);
    expect(reasonOf()).toEqual(distrust('PRICE_JUMPED'));
    for (let second = 0; second < 30; second += 1) say('50');
    expect(reasonOf()).toBe('50');
  });

  it('trades again when the price has stood still for thirty seconds after a jump', () => {
    const { reasonOf, say } = create();
    say('100');
    say('130');
    for (let second = 0; second < 29; second += 1) say(second % 2 === 0 ? '131' : '130');
    expect(reasonOf()).toEqual(distrust('PRICE_JUMPED'));
    say('130');
    expect(reasonOf()).toBe('130');
  });

  it('waits longer when the price goes on moving, and when it jumps back', () => {
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

  it('refuses what a second source contradicts by more than three percent, and stands alone while that is silent', () => {
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

  it('believes a jump at once when the second source says the same', () => {
    const { clock, reasonOf, say, saySecond } = create(true);
    say('100');
    say('130');
    expect(reasonOf()).toEqual(distrust('PRICE_JUMPED'));
    saySecond('BTC', '129', clock.now);
    expect(reasonOf()).toBe('130');
    say('131');
    expect(reasonOf()).toBe('131');
  });

  it('remembers the last price that was to be trusted, and the higher one while another is refused', () => {
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
    // Trusted when it came, though nobody asked for it then; what differs from the second source never was.
    say('301');
    say('270');
    clock.now += 3_600_000;
    expect(known()).toEqual(['301', '301']);
    expect(book.lastKnown('BTC')?.middle.toFixed()).toBe('270');
  });

  it('values nothing by a price that was never to be trusted', () => {
    const { book, clock, say, saySecond } = create(true);
    saySecond('BTC', '100', clock.now);
    say('10');
    expect([book.lastTrusted('BTC'), book.highest('BTC')]).toEqual([null, null]);
    expect(book.lastKnown('BTC')).not.toBeNull();
  });

  it('goes on from the prices of the process before it, unless it has a younger one of its own', () => {
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

  it('says since when a price is missing, leaving out the time in which nobody looked', () => {
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

  it('values by a price of more than a day ago only what waits for no market', () => {
    const { book, clock, say } = create();
    const highest = () => [book.highest('BTC'), book.highestOfAnyAge('BTC')].map((price) => price?.middle.toFixed());
    say('100');
    clock.now += 24 * HOUR;
    expect(highest()).toEqual(['100', '100']);
    clock.now += 1;
    expect(highest()).toEqual([undefined, '100']);
    // Refused, and nobody knows any more what it may be compared with.
    say('1');
    expect(highest()).toEqual([undefined, '100']);
    say('300');
    expect(highest()).toEqual([undefined, '300']);
  });

  it('knows of an old price at a start only when no other one comes for six hours', () => {
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
    // Looked for all the while, it goes on counting.
    clock.now += 100 * HOUR;
    expect(last()).toBe('300');
  });

  it.each(['before', 'after'])('takes the first price after a day without any for no less, remembered %s it came', (order) => {
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

  it('takes what comes after a shorter time as it is, and what is higher', () => {
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

  it('believes no price that was written by a clock which was wrong', () => {
    const { book, clock } = create();
    book.remember([{ symbol: 'BTC', price: '100', at: clock.now + HOUR }], []);
    expect([book.lastTrusted('BTC'), book.highest('BTC')]).toEqual([null, null]);
  });

  it('judges each coin for itself', () => {
    const { clock, reasonOf, say, sayFirst } = create();
    sayFirst('ETH', '10', clock.now);
    say('100');
    say('150');
    expect(reasonOf('ETH')).toBe('10');
    expect(reasonOf('BTC')).toEqual(distrust('PRICE_JUMPED'));
  });
});
