import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../contract/errors.ts';
import { createFakePlatform } from '../../tests/support/browser/fakePlatform.ts';
import { LatestStore } from './LatestStore.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('keeps the server’s data at first, then refreshes it while the page is visible', async () => {
  const { platform, callsOf, setVisible } = createFakePlatform({ 'orders.latest': () => [] });
  const stop = new LatestStore({ platform, snapshot: [] }).start();
  expect(callsOf('orders.latest')).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(40_000);
  expect(callsOf('orders.latest')).toHaveLength(2);
  setVisible(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(callsOf('orders.latest')).toHaveLength(2);
  setVisible(true);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(callsOf('orders.latest')).toHaveLength(2);
});

test('keeps the list when the host does not answer', async () => {
  const row = {
    instrumentFromSlug: 'btc',
    instrumentToSlug: 'xmr',
    currencyFrom: 'BTC',
    currencyTo: 'XMR',
    amountFrom: '0.1',
    amountTo: '40',
    completedAt: '2026-11-20T14:00:00.000Z',
  };
  const { platform, answers } = createFakePlatform({ 'orders.latest': () => [row] });
  const latest = new LatestStore({ platform, snapshot: null });
  await latest.load();
  answers['orders.latest'] = () => {
    throw new ApiError('ERR_SERVICE_UNAVAILABLE', 'no answer');
  };
  await latest.load();
  expect(latest.list).toEqual([row]);
});
