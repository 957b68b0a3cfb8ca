import { afterEach, describe, expect, it, vi } from 'vitest';
import { fingerprintOf } from './fingerprintOf.ts';

describe('the browser’s fingerprint', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('goes with the order where the platform tells one', async () => {
    expect(await fingerprintOf({ fingerprint: () => Promise.resolve('abc') })).toEqual({ browserFingerprint: 'abc' });
  });

  it('is left out where the platform has none, or fails', async () => {
    expect(await fingerprintOf({})).toEqual({});
    expect(await fingerprintOf({ fingerprint: () => Promise.reject(new Error('blocked')) })).toEqual({});
  });

  it('is not waited for', async () => {
    vi.useFakeTimers();
    const result = fingerprintOf({ fingerprint: () => new Promise<string>(() => undefined) });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await result).toEqual({});
  });
});
