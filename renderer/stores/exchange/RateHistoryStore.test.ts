import { describe, expect, it } from 'vitest';
import type { HistoryOutput } from '../../../contract/api/rates.ts';
import { ApiError } from '../../../contract/errors.ts';
import { createFakePlatform } from '../../../tests/support/browser/fakePlatform.ts';
import { RateHistoryStore } from './RateHistoryStore.ts';

const history = (price: string): HistoryOutput => ({
  points: [{ at: '2026-11-20T12:00:00.000Z', price }],
  changePercent: '1.84',
});

function setUp({ isOffered = true } = {}) {
  let price = '1';
  const shell = createFakePlatform({ 'rates.history': () => history(price) });
  const store = new RateHistoryStore({ platform: shell.platform, hasHistory: () => isOffered, snapshot: null });
  return { shell, store, setPrice: (next: string) => (price = next) };
}

describe('the rate history', () => {
  it('is fetched once per pair', async () => {
    const { shell, store } = setUp();
    await store.load('btc', 'eth');
    await store.load('btc', 'eth');
    expect(store.history).toEqual(history('1'));
    expect(shell.callsOf('rates.history')).toHaveLength(1);
    await store.load('eth', 'btc');
    expect(shell.callsOf('rates.history')).toHaveLength(2);
  });

  it('is refreshed in place', async () => {
    const { store, setPrice } = setUp();
    await store.load('btc', 'eth');
    setPrice('2');
    const renewing = store.refresh();
    expect(store.history).toEqual(history('1'));
    await renewing;
    expect(store.history).toEqual(history('2'));
  });

  it('is not requested from a host without the feature', async () => {
    const { shell, store } = setUp({ isOffered: false });
    await store.load('btc', 'eth');
    expect(shell.calls).toEqual([]);
  });

  it('is empty after a failure and requested again', async () => {
    const { shell, store } = setUp();
    const works = shell.answers['rates.history'];
    shell.answers['rates.history'] = () => Promise.reject(new ApiError('ERR_SERVICE_UNAVAILABLE', 'down'));
    await store.load('btc', 'eth');
    expect(store.history).toBeNull();
    if (works) shell.answers['rates.history'] = works;
    await store.load('btc', 'eth');
    expect(store.history).toEqual(history('1'));
  });

  it('drops a late answer for a previous pair', async () => {
    const { store, setPrice } = setUp();
    const first = store.load('btc', 'eth');
    setPrice('2');
    await store.load('btc', 'xrp');
    await first;
    expect(store.history).toEqual(history('2'));
  });
});
