import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RateInput } from '../../../contract/api/rates.ts';
import { ApiError } from '../../../contract/errors.ts';
import { PRICE_STALE_MS } from '../../../contract/limits.ts';
import { NOW, quote } from '../../../tests/support/browser/exchangeStores.ts';
import { createFakePlatform, refuse, type Answers } from '../../../tests/support/browser/fakePlatform.ts';
import { sampleQuote } from '../../../tests/support/samples/sampleQuote.ts';
import type { FeedState, LiveFeed, RateListener } from '../../api/liveFeed.ts';
import { RateStore, type RateQuestion, type RateSnapshot } from './RateStore.ts';

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

const QUESTION: RateQuestion = {
  instrumentFromSlug: 'btc',
  instrumentToSlug: 'usdttrc20',
  exchangeType: 'crypto',
  claimedDepositAmount: '0.05',
  claimedDepositAmountCurrency: 'btc',
};

/** A store over a feed by hand. `asked`: what each subscription asked for, as "mode amount". */
function create(answers: Answers = { 'rates.one': quote }, snapshot: RateSnapshot | null = null) {
  const asked: string[] = [];
  const subscribed: { listener: RateListener; isKnown: boolean }[] = [];
  let closed = 0;
  let setState: (state: FeedState) => void = () => undefined;
  const ask = ({ rateMode, claimedDepositAmount }: RateInput) => void asked.push(`${rateMode} ${claimedDepositAmount}`);
  const feed: LiveFeed = {
    state: 'connecting',
    onStateChange: (listener) => {
      setState = listener;
      return () => undefined;
    },
    subscribe: (input, listener, isKnown = false) => {
      ask(input);
      subscribed.push({ listener, isKnown });
      return { change: ask, close: () => (closed += 1) };
    },
    close: () => undefined,
  };
  const { platform } = createFakePlatform(answers);
  const store = new RateStore({ platform, clock: { now: () => Date.now() }, feed, snapshot });
  return { store, asked, subscribed, closed: () => closed, setState: (state: FeedState) => setState(state) };
}

test('subscribes in both modes, asks for a new pair at once and for an amount after a pause', async () => {
  const { store, asked, closed } = create();
  store.ask(QUESTION);
  const stop = store.start();
  expect(asked.splice(0)).toEqual(['FLOATING 0.05', 'FIXED 0.05']);
  store.ask({ ...QUESTION, claimedDepositAmount: '0.1' });
  store.ask({ ...QUESTION, claimedDepositAmount: '0.2' });
  vi.advanceTimersByTime(59);
  expect(asked).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(asked.splice(0)).toEqual(['FLOATING 0.2', 'FIXED 0.2']);
  store.ask({ ...QUESTION, instrumentFromSlug: 'eth', claimedDepositAmount: '3' });
  vi.advanceTimersByTime(0);
  expect(asked.splice(0)).toEqual(['FLOATING 3', 'FIXED 3']);
  store.ask(QUESTION);
  stop();
  vi.advanceTimersByTime(60);
  expect([asked, closed()]).toEqual([[], 2]);
});

test('continues with the rates of the server, and need not ask for them again', async () => {
  const server = create();
  await server.store.load(QUESTION);
  const { store, subscribed } = create({}, server.store.snapshot());
  store.start();
  expect([store.floating.isCurrent, store.fixed.data?.price]).toEqual([true, '69300']);
  expect(subscribed.map(({ isKnown }) => isKnown)).toEqual([true, true]);
});

test.each([
  ['ERR_SERVICE_UNAVAILABLE', 'lost', null],
  ['ERR_PAIR_NOT_ACTIVE', 'connecting', 'ERR_PAIR_NOT_ACTIVE'],
] as const)('renders the first page after %s', async (code, feedState, refusal) => {
  const { store } = create({ 'rates.one': refuse(code) });
  await store.load(QUESTION);
  // In the browser as on the server: otherwise React would find another text than the server wrote.
  for (const one of [store, create({}, store.snapshot()).store]) {
    expect([one.feedState, one.fixed.refusal?.code ?? null]).toEqual([feedState, refusal]);
  }
});

test('rejects for an unknown coin', async () => {
  await expect(create({ 'rates.one': refuse('ERR_NOT_FOUND') }).store.load(QUESTION)).rejects.toThrow('refused');
});

test('counts the age of a rate, which is lost when it is old or when the feed is', async () => {
  const { store, subscribed, setState } = create();
  store.ask(QUESTION);
  store.start();
  expect([store.ageSeconds('FLOATING'), store.isLost('FLOATING')]).toEqual([null, false]);
  subscribed[0]?.listener.onRate(sampleQuote());
  vi.advanceTimersByTime(PRICE_STALE_MS + 1_000);
  expect([store.ageSeconds('FLOATING'), store.isLost('FLOATING')]).toEqual([PRICE_STALE_MS / 1_000 + 1, true]);
  expect(store.isLost('FIXED')).toBe(false);
  subscribed[0]?.listener.onError(new ApiError('ERR_NO_LIQUIDITY_AVAILABLE', 'none'));
  expect([store.isLost('FLOATING'), store.floating.refusal?.code]).toEqual([false, 'ERR_NO_LIQUIDITY_AVAILABLE']);
  setState('lost');
  expect(store.isLost('FIXED')).toBe(true);
});

test('adopts the changed rate of a creation as the answer to the current request', () => {
  const { store } = create();
  store.ask(QUESTION);
  expect(store.adopt(sampleQuote({ rateMode: 'FIXED', price: '69000' }))).toBe(NOW);
  expect([store.fixed.isCurrent, store.fixed.data?.price, store.floating.data]).toEqual([true, '69000', null]);
});

test('asks for no fixed rate of a purchase, and for both again of an exchange', () => {
  const { store, asked, closed } = create();
  const purchase = { ...QUESTION, exchangeType: 'fiat', instrumentFromSlug: 'usd', claimedDepositAmount: '200' } as const;
  store.ask(purchase);
  const stop = store.start();
  expect(asked.splice(0)).toEqual(['FLOATING 200']);
  store.ask(QUESTION);
  vi.advanceTimersByTime(0);
  expect([asked.splice(0), closed()]).toEqual([['FLOATING 0.05', 'FIXED 0.05'], 1]);
  store.ask(purchase);
  vi.advanceTimersByTime(0);
  expect([asked.splice(0), closed()]).toEqual([['FLOATING 200'], 3]);
  stop();
});
