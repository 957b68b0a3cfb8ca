import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { logLongWait } from './logLongWait.ts';

const log = { warn: vi.fn() };
beforeEach(() => {
  vi.useFakeTimers();
  log.warn.mockReset();
});
afterEach(() => void vi.useRealTimers());

test('logs once what a start waits for, and returns the result', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const result = logLongWait(promise, 'the prices of KRAKEN', log);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(log.warn).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(log.warn).toHaveBeenCalledExactlyOnceWith('the start waits for the prices of KRAKEN');
  resolve('prices');
  expect(await result).toBe('prices');
});

test('logs nothing about an answer that came or failed in time', async () => {
  expect(await logLongWait(Promise.resolve('prices'), 'the prices of KRAKEN', log)).toBe('prices');
  await expect(logLongWait(Promise.reject(new Error('no route')), 'the prices of KRAKEN', log)).rejects.toThrow('no route');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(log.warn).not.toHaveBeenCalled();
});
