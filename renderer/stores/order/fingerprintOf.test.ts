import { afterEach, describe, expect, it, vi } from 'vitest';
import { fingerprintOf } from './fingerprintOf.ts';

describe('the browser’s fingerprint', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is sent with the order if the platform provides one', async () => {
    expect(await fingerprintOf({ fingerprint: () => Promise.resolve('abc') })).toEqual({ browserFingerprint: 'abc' });
  });

  it('is omitted if the platform has none or fails', async () => {
    expect(await fingerprintOf({})).toEqual({});
    expect(await fingerprintOf({ fingerprint: () => Promise.reject(new Error('blocked')) })).toEqual({});
  });

  it('is omitted after a time-out', async () => {
    vi.useFakeTimers();
    const result = fingerprintOf({ fingerprint: () => new Promise<string>(() => undefined) });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await result).toEqual({});
  });
});
