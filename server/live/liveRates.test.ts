import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import type { LiveMessage } from '../../contract/live.ts';
import type { RateInput } from '../../contract/schemas/rates.ts';
import { createTestDesk } from '../pricing/testing/testDesk.ts';
import { createLiveRates } from './liveRates.ts';

const INPUT: RateInput = {
  instrumentFromSlug: 'btc',
  instrumentToSlug: 'eth',
  rateMode: 'FLOATING',
  claimedDepositAmount: '0.1',
};

function create() {
  const { desk, feed, clock, now, closed, availability } = createTestDesk({
    prices: { BTC: '100000', ETH: '4000', USD: '1', DOGE: '0.2' },
  });
  let quotes = 0;
  const live = createLiveRates({
    prepare: (input) => {
      const quote = desk.prepare(input);
      return (at) => {
        quotes += 1;
        return quote(at);
      };
    },
    symbolsOf: () => ['BTC', 'ETH'],
    onTick: feed.onTick,
    onCount: () => undefined,
    log: pino({ level: 'silent' }),
    now,
  });
  const client = () => {
    const messages: LiveMessage[] = [];
    const state = { busy: false };
    const sink = {
      sendFrame: (frame: Buffer) => {
        const message: LiveMessage = JSON.parse(frame.toString('utf8', frame.indexOf('{')));
        messages.push(message);
      },
      isBusy: () => state.busy,
    };
    return { messages, sink, state };
  };
  /** Runs one round of the price walk and advances the clock by 250 ms. */
  const move = () => {
    clock.now += 250;
    for (let step = 0; step < 4; step += 1) feed.step();
    live.tick();
  };
  return { live, client, move, feed, clock, closed, availability, quotesMade: () => quotes };
}

describe('live rates', () => {
  it('sends pair data at once and on changes, with the subscription id', () => {
    const { live, client, move } = create();
    const stop = live.start();
    const { messages, sink } = client();
    live.subscribe(INPUT, 'form', sink);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatchObject({
      channel: 'pairs',
      event: 'pairs.rates',
      subscriptionId: 'form',
      data: { amountToGive: '0.1' },
    });
    live.tick();
    expect(messages).toHaveLength(1);
    move();
    expect(messages).toHaveLength(2);
    expect(messages[1]?.data).not.toMatchObject({ price: '' });
    stop();
  });

  it('omits the id for a client without one', () => {
    const { live, client } = create();
    const { messages, sink } = client();
    live.subscribe(INPUT, undefined, sink);
    expect(messages[0]).not.toHaveProperty('subscriptionId');
  });

  it('prices equal requests once, regardless of client and referrer', () => {
    const { live, client, move, quotesMade } = create();
    const stop = live.start();
    const clients = Array.from({ length: 50 }, client);
    clients.forEach(({ sink }, index) => live.subscribe({ ...INPUT, referrerId: `r${index}` }, `s${index}`, sink));
    expect([live.subscriptions, live.topics, quotesMade()]).toEqual([50, 1, 1]);
    move();
    expect(quotesMade()).toBe(2);
    expect(clients.every(({ messages }) => messages.length === 2)).toBe(true);
    stop();
  });

  it('sends a slow client only the latest state', () => {
    const { live, client, move } = create();
    const stop = live.start();
    const [slow, quick] = [client(), client()];
    live.subscribe(INPUT, 'a', slow.sink);
    live.subscribe(INPUT, 'a', quick.sink);
    slow.state.busy = true;
    for (let round = 0; round < 10; round += 1) move();
    expect([slow.messages.length, quick.messages.length]).toEqual([1, 11]);
    slow.state.busy = false;
    live.tick();
    expect(slow.messages).toHaveLength(2);
    expect(slow.messages[1]).toEqual(quick.messages[10]);
    stop();
  });

  it('sends an error once and resumes with the rate afterwards', () => {
    const { live, client, move, feed, clock } = create();
    const stop = live.start();
    const { messages, sink } = client();
    live.subscribe(INPUT, 'form', sink);
    feed.controls.breakFeed('down');
    move();
    feed.controls.mend();
    expect(messages.at(-1)).toMatchObject({ channel: 'pairs', event: 'pairs.rates' });
    feed.controls.breakFeed('stale');
    clock.now += 31_000;
    const { sink: late, messages: lateMessages } = client();
    live.subscribe({ ...INPUT, claimedDepositAmount: '0.2' }, 'late', late);
    expect(lateMessages).toMatchObject([
      { channel: 'pairs', event: 'error', subscriptionId: 'late', data: { code: 'ERR_SERVICE_UNAVAILABLE' } },
    ]);
    live.tick();
    expect(lateMessages).toHaveLength(1);
    feed.controls.mend();
    move();
    expect(lateMessages.at(-1)).toMatchObject({ event: 'pairs.rates', subscriptionId: 'late' });
    stop();
  });

  it('renews an unchanged quote before it expires', () => {
    const { live, client, clock, feed } = create();
    const { messages, sink } = client();
    const stop = live.start();
    live.subscribe({ ...INPUT, instrumentToSlug: 'eth' }, 'form', sink);
    const first = messages[0]?.data;
    clock.now += 10_000;
    // A tick with the same prices.
    feed.controls.mend();
    live.tick();
    expect(messages).toHaveLength(2);
    expect(messages[1]?.data).not.toEqual(first);
    stop();
  });

  it('drops a topic without subscriptions', () => {
    const { live, client } = create();
    const end = live.subscribe(INPUT, 'a', client().sink);
    const other = live.subscribe(INPUT, 'b', client().sink);
    end();
    end();
    expect([live.subscriptions, live.topics]).toEqual([1, 1]);
    other();
    expect([live.subscriptions, live.topics]).toEqual([0, 0]);
  });

  it('reports a closed and a reopened side within two seconds', async () => {
    vi.useFakeTimers();
    const { live, client, closed, availability } = create();
    const stop = live.start();
    const { messages, sink } = client();
    live.subscribe(INPUT, undefined, sink);
    closed.set('eth receive', 'NETWORK_CONGESTED');
    await availability.probe();
    vi.advanceTimersByTime(2_300);
    expect(messages.at(-1)).toMatchObject({
      event: 'error',
      data: { code: 'ERR_PAIR_NOT_ACTIVE', details: { reason: 'NETWORK_CONGESTED', side: 'receive', instrumentSlug: 'eth' } },
    });
    closed.clear();
    await availability.probe();
    vi.advanceTimersByTime(2_300);
    expect(messages.at(-1)?.event).toBe('pairs.rates');
    stop();
    vi.useRealTimers();
  });
});
