import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RateInput } from '../../contract/api/rates.ts';
import { createFakeLive } from '../../tests/support/browser/fakeLive.ts';
import { createFakePlatform } from '../../tests/support/browser/fakePlatform.ts';
import { sampleQuote } from '../../tests/support/samples/sampleQuote.ts';
import { createLiveFeed } from './liveFeed.ts';

const INPUT: RateInput = {
  instrumentFromSlug: 'btc',
  instrumentToSlug: 'usdttrc20',
  rateMode: 'FLOATING',
  claimedDepositAmount: '0.05',
};

function setUp({ ids = true } = {}) {
  const fake = createFakeLive();
  const shell = createFakePlatform({}, { live: fake.live });
  const feed = createLiveFeed({ platform: shell.platform, hasSubscriptionIds: () => ids });
  const listener = { onRate: vi.fn(), onError: vi.fn() };
  return { ...fake, shell, feed, listener };
}

const rate = (data: unknown, subscriptionId?: unknown) => ({
  channel: 'pairs',
  event: 'pairs.rates',
  data,
  ...(subscriptionId !== undefined && { subscriptionId }),
});
const idOf = (message: Record<string, unknown> | undefined): unknown => {
  const data = message?.['data'];
  return typeof data === 'object' && data !== null && 'subscriptionId' in data ? data.subscriptionId : undefined;
};

beforeEach(() => {
  vi.useFakeTimers();
  // The mean delay of a reconnect
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the live feed', () => {
  it('subscribes once connected and reports the answers', () => {
    const { feed, listener, latest } = setUp();
    feed.subscribe(INPUT, listener);
    latest().open();
    const [message] = latest().sent;
    expect(message).toMatchObject({ event: 'pairs.rates', data: INPUT });
    latest().say(rate(sampleQuote(), idOf(message)));
    expect(listener.onRate).toHaveBeenCalledWith(sampleQuote());
    expect(feed.state).toBe('live');
  });

  it('shares one socket between subscriptions', () => {
    const { feed, listener, latest, sockets } = setUp();
    const second = { onRate: vi.fn(), onError: vi.fn() };
    feed.subscribe(INPUT, listener);
    feed.subscribe({ ...INPUT, rateMode: 'FIXED' }, second);
    latest().open();
    expect(sockets).toHaveLength(1);
    latest().say(rate(sampleQuote({ rateMode: 'FIXED' }), idOf(latest().sent[1])));
    expect(second.onRate).toHaveBeenCalledOnce();
    expect(listener.onRate).not.toHaveBeenCalled();
  });

  it('ignores answers to an earlier request', () => {
    const { feed, listener, latest } = setUp();
    const subscription = feed.subscribe(INPUT, listener);
    latest().open();
    const before = idOf(latest().sent[0]);
    subscription.change({ ...INPUT, claimedDepositAmount: '0.06' });
    latest().say(rate(sampleQuote(), before));
    expect(listener.onRate).not.toHaveBeenCalled();
    expect(latest().sent.slice(1)).toMatchObject([
      { event: 'pairs.unsubscribe', data: { subscriptionId: before } },
      { event: 'pairs.rates', data: { claimedDepositAmount: '0.06' } },
    ]);
  });

  it('reports refusals and treats incomplete pair data as one', () => {
    const { feed, listener, latest } = setUp();
    feed.subscribe(INPUT, listener);
    latest().open();
    const subscriptionId = idOf(latest().sent[0]);
    const details = { expected: '0.0009' };
    latest().say({
      channel: 'pairs',
      event: 'error',
      data: { code: 'ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_SMALL', message: 'Too small', details },
      subscriptionId,
    });
    expect(listener.onError).toHaveBeenLastCalledWith(
      expect.objectContaining({ code: 'ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_SMALL', details }),
    );
    const { price: _price, ...incomplete } = sampleQuote();
    latest().say(rate(incomplete, subscriptionId));
    expect(listener.onError).toHaveBeenLastCalledWith(expect.objectContaining({ code: 'ERR_BAD_REQUEST' }));
    expect(listener.onRate).not.toHaveBeenCalled();
  });

  it('reads amounts that another implementation sends as numbers without losing a digit', () => {
    const { feed, listener, latest } = setUp();
    feed.subscribe(INPUT, listener);
    latest().open();
    const text = JSON.stringify(rate(sampleQuote(), idOf(latest().sent[0])));
    latest().say(text.replace('"price":"69650"', '"price":69650.123456789012345678'));
    expect(listener.onRate.mock.calls[0]?.[0].price).toBe('69650.123456789012345678');
  });

  it('reconnects every 3 s, at most 40 times, and subscribes again', () => {
    const { feed, listener, sockets, latest } = setUp();
    feed.subscribe(INPUT, listener);
    latest().open();
    latest().drop();
    vi.advanceTimersByTime(2_999);
    expect(sockets).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(sockets).toHaveLength(2);
    latest().open();
    expect(latest().sent).toHaveLength(1);
    for (let attempt = 0; attempt < 60; attempt += 1) {
      latest().drop();
      vi.advanceTimersByTime(3_000);
    }
    expect(sockets).toHaveLength(1 + 40);
  });

  it('spreads reconnects over three seconds', () => {
    const { feed, listener, sockets, latest } = setUp();
    feed.subscribe(INPUT, listener);
    for (const [random, delayMs] of [
      [0, 1_500],
      [0.999, 4_497],
    ] as const) {
      const before = sockets.length;
      vi.spyOn(Math, 'random').mockReturnValue(random);
      latest().drop();
      vi.advanceTimersByTime(delayMs - 1);
      expect(sockets).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(sockets).toHaveLength(before + 1);
    }
  });

  it('neither polls nor reconnects while the page is hidden, and does both when it is shown', () => {
    const { feed, listener, sockets, latest, shell } = setUp();
    feed.subscribe(INPUT, listener);
    latest().open();
    shell.setVisible(false);
    latest().drop();
    vi.advanceTimersByTime(60_000);
    expect([sockets.length, shell.callsOf('rates.one').length]).toEqual([1, 0]);
    shell.setVisible(true);
    expect([sockets.length, shell.callsOf('rates.one').length]).toEqual([2, 1]);
  });

  it.each(['focus', 'online'])('retries on %s after the last attempt', (reason) => {
    const { feed, listener, sockets, latest, shell } = setUp();
    feed.subscribe(INPUT, listener);
    for (let attempt = 0; attempt < 60; attempt += 1) {
      latest().drop();
      vi.advanceTimersByTime(3_000);
    }
    const before = sockets.length;
    if (reason === 'focus') shell.setVisible(true);
    else shell.setOnline(true);
    expect(sockets).toHaveLength(before + 1);
  });

  it('replaces a dead open connection and subscribes again', () => {
    const { feed, listener, latest, sockets, shell } = setUp();
    shell.answers['rates.one'] = () => sampleQuote();
    feed.subscribe(INPUT, listener);
    const first = latest();
    first.open();
    first.say(rate(sampleQuote(), idOf(first.sent[0])));
    vi.advanceTimersByTime(19_000);
    expect(sockets).toHaveLength(1);
    vi.advanceTimersByTime(2_000);
    expect(first.isClosed).toBe(true);
    expect(sockets).toHaveLength(2);
    latest().open();
    expect(latest().sent).toMatchObject([{ event: 'pairs.rates', data: INPUT }]);
  });

  it('polls over HTTP without a socket', async () => {
    const { feed, listener, latest, shell } = setUp();
    shell.answers['rates.one'] = () => sampleQuote();
    feed.subscribe(INPUT, listener);
    latest().drop();
    await vi.advanceTimersByTimeAsync(11_000);
    expect(listener.onRate).toHaveBeenCalledWith(sampleQuote());
    expect(shell.callsOf('rates.one')[0]?.input).toEqual(INPUT);
    expect(shell.callsOf('rates.one').length).toBeGreaterThanOrEqual(2);
    expect(feed.state).toBe('live');
  });

  it('requests a change over HTTP immediately without a socket and aborts the earlier request', async () => {
    const { feed, listener, shell } = setUp();
    shell.answers['rates.one'] = (input) => sampleQuote({ amountToGive: input.claimedDepositAmount });
    const subscription = feed.subscribe(INPUT, listener, true);
    subscription.change({ ...INPUT, claimedDepositAmount: '0.06' });
    subscription.change({ ...INPUT, claimedDepositAmount: '0.07' });
    await vi.advanceTimersByTimeAsync(0);
    const [first, second] = shell.callsOf('rates.one');
    expect(first?.options.signal?.aborted).toBe(true);
    expect(second?.options.signal?.aborted).toBe(false);
    expect(listener.onRate).toHaveBeenCalledOnce();
    expect(listener.onRate.mock.calls[0]?.[0].amountToGive).toBe('0.07');
  });

  it('polls over HTTP while the socket is open but silent', async () => {
    const { feed, listener, latest, shell } = setUp();
    shell.answers['rates.one'] = () => sampleQuote();
    feed.subscribe(INPUT, listener);
    latest().open();
    await vi.advanceTimersByTimeAsync(2_500);
    expect(listener.onRate).toHaveBeenCalledOnce();
  });

  it('is lost without socket and HTTP answers, reports no error to the listener, and recovers', async () => {
    const { feed, listener, latest, shell } = setUp();
    const states: string[] = [];
    feed.onStateChange((state) => states.push(state));
    feed.subscribe(INPUT, listener);
    latest().open();
    latest().say(rate(sampleQuote(), idOf(latest().sent[0])));
    latest().drop();
    await vi.advanceTimersByTimeAsync(12_000);
    expect(feed.state).toBe('lost');
    expect(listener.onError).not.toHaveBeenCalled();
    shell.answers['rates.one'] = () => sampleQuote();
    await vi.advanceTimersByTimeAsync(12_000);
    expect(states).toEqual(['live', 'lost', 'live']);
  });

  it('is lost while the host has no price', () => {
    const { feed, listener, latest } = setUp();
    feed.subscribe(INPUT, listener);
    latest().open();
    const error = { code: 'ERR_SERVICE_UNAVAILABLE', message: 'No trustworthy price' };
    latest().say({ channel: 'pairs', event: 'error', data: error, subscriptionId: idOf(latest().sent[0]) });
    expect(feed.state).toBe('lost');
    expect(listener.onError).not.toHaveBeenCalled();
  });

  it('stops sockets and polling when closed', () => {
    const { feed, listener, latest, sockets } = setUp();
    feed.subscribe(INPUT, listener);
    latest().open();
    feed.close();
    expect(latest().isClosed).toBe(true);
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
  });
});

describe('the live feed of a host without subscription ids', () => {
  it('opens one socket per subscription and sends no unknown field', () => {
    const { feed, listener, sockets } = setUp({ ids: false });
    feed.subscribe(INPUT, listener);
    feed.subscribe({ ...INPUT, rateMode: 'FIXED' }, { onRate: vi.fn(), onError: vi.fn() });
    expect(sockets).toHaveLength(2);
    sockets[0]?.open();
    expect(sockets[0]?.sent).toEqual([{ event: 'pairs.rates', data: INPUT }]);
  });

  it('ignores late answers to an earlier request', () => {
    const { feed, listener, latest } = setUp({ ids: false });
    const subscription = feed.subscribe(INPUT, listener);
    latest().open();
    subscription.change({ ...INPUT, claimedDepositAmount: '0.06' });
    latest().say(rate(sampleQuote()));
    expect(listener.onRate).not.toHaveBeenCalled();
    latest().say(rate(sampleQuote({ amountToGive: '0.06' })));
    expect(listener.onRate).toHaveBeenCalledOnce();
  });

  it('is detected when an announced id is not echoed', () => {
    const { feed, listener, sockets } = setUp();
    feed.subscribe(INPUT, listener);
    sockets[0]?.open();
    sockets[0]?.say(rate(sampleQuote()));
    expect(sockets).toHaveLength(2);
    sockets[1]?.open();
    sockets[1]?.say(rate(sampleQuote()));
    expect(listener.onRate).toHaveBeenCalledOnce();
  });
});
