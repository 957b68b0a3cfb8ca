import { describe, expect, it, vi } from 'vitest';
import { cached, cachedByKey } from './cached.server.ts';

function counting() {
  let count = 0;
  return vi.fn(() => Promise.resolve((count += 1)));
}

describe('cached', () => {
  it('loads once for concurrent callers', async () => {
    const load = counting();
    const read = cached(load, { lifetimeMs: 1_000 });
    expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1]);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('returns the old value while it loads the new one', async () => {
    let now = 0;
    const read = cached(counting(), { lifetimeMs: 1_000, now: () => now });
    await read();
    now = 1_500;
    expect(await read()).toBe(1);
    await expect.poll(read).toBe(2);
  });

  it('returns the old value for a limited time while the host is unavailable', async () => {
    let now = 0;
    const load = vi.fn().mockResolvedValueOnce('old').mockRejectedValue(new Error('away'));
    const read = cached<string>(load, { lifetimeMs: 1_000, now: () => now });
    await read();
    now = 9_000;
    expect(await read()).toBe('old');
    now = 11_000;
    await expect(read()).rejects.toThrow('away');
  });

  it('retries after a failure', async () => {
    const read = cached<string>(vi.fn().mockRejectedValueOnce(new Error('away')).mockResolvedValue('here'), { lifetimeMs: 1 });
    await expect(read()).rejects.toThrow('away');
    expect(await read()).toBe('here');
  });
});

describe('cachedByKey', () => {
  it('evicts the least recently used key', async () => {
    const load = vi.fn((key: string) => Promise.resolve(key));
    const read = cachedByKey(load, { limit: 2, lifetimeMs: 1_000 });
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await read(key);
    expect(load.mock.calls.flat()).toEqual(['a', 'b', 'c', 'b']);
  });
});
