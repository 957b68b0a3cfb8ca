import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../contract/errors.ts';
import { createFakePlatform, type Answers } from '../../tests/support/browser/fakePlatform.ts';
import { sampleInstrument } from '../../tests/support/samples/sampleInstruments.ts';
import { PopularStore } from './PopularStore.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

const btc = sampleInstrument('btc', { price: '69716.04' });
const usdt = sampleInstrument('usdttrc20', { price: '0.9999' });
const unpriced = sampleInstrument('xrp', { price: null });

function create(changes: Answers = {}) {
  const fake = createFakePlatform({
    'pairs.list': () => ({
      instruments: [],
      excluded: [],
      popular: [
        { from: 'btc', to: 'usdttrc20' },
        { from: 'usdttrc20', to: 'btc' },
        { from: 'btc', to: 'xrp' },
        { from: 'btc', to: 'nobodyknows' },
      ],
    }),
    'instruments.list': () => [btc, usdt, unpriced],
    ...changes,
  });
  const store = (snapshot = null as ReturnType<PopularStore['snapshot']>) =>
    new PopularStore({ platform: fake.platform, clock: { now: () => Date.now() }, snapshot });
  return { fake, store };
}

test('lists popular pairs with exact market prices and skips unknown instruments', async () => {
  const popular = create().store();
  await popular.load();
  expect(popular.pairs.map(({ from, to, rate }) => [from.slug, to.slug, rate])).toEqual([
    ['btc', 'usdttrc20', '69723.012301230123012301'],
    ['usdttrc20', 'btc', '0.000014342466955954'],
    ['btc', 'xrp', null],
  ]);
});

test('does not refetch data of the last minute, including the server’s', async () => {
  const { fake, store } = create();
  const popular = store();
  await popular.load();
  await popular.load();
  expect(fake.callsOf('pairs.list')).toHaveLength(1);
  const taken = store(popular.snapshot());
  await taken.load();
  expect(taken.pairs).toHaveLength(3);
  expect(fake.callsOf('pairs.list')).toHaveLength(1);
});

test('refreshes prices while the page is visible and keeps old ones while the host is silent', async () => {
  const { fake, store } = create();
  const popular = store();
  await popular.load();
  const stop = popular.start();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(popular.loadedAt).toBe(1_060_000);
  fake.answers['instruments.list'] = () => {
    throw new ApiError('ERR_SERVICE_UNAVAILABLE', 'no answer');
  };
  await vi.advanceTimersByTimeAsync(60_000);
  expect([popular.loadedAt, popular.pairs.length]).toEqual([1_060_000, 3]);
  fake.setVisible(false);
  const before = fake.calls.length;
  await vi.advanceTimersByTimeAsync(60_000);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fake.calls).toHaveLength(before);
});

test('rejects with the error when the first load fails', async () => {
  const { store, fake } = create();
  delete fake.answers['pairs.list'];
  const popular = store();
  await expect(popular.load()).rejects.toThrow(ApiError);
  expect(popular.snapshot()).toBeNull();
});
