import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withTimeout } from './withTimeout.ts';

describe('withTimeout', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('returns the result of work that ends in time, and stops its timer', async () => {
    expect(await withTimeout(Promise.resolve(7), 100)).toBe(7);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('rejects with the error of the work', async () => {
    await expect(withTimeout(Promise.reject(new Error('no route')), 100)).rejects.toThrow('no route');
  });

  it('rejects with the given error when the work takes too long', async () => {
    const slow = withTimeout(new Promise(() => undefined), 100, () => new RangeError('too slow'));
    const outcome = expect(slow).rejects.toThrow(RangeError);
    await vi.advanceTimersByTimeAsync(100);
    await outcome;
  });
});
