import { describe, expect, it, vi } from 'vitest';
import { ConcurrentUpdateError, retryOnConflict } from './retryOnConflict.ts';

describe('retryOnConflict', () => {
  const conflict = async (): Promise<string> => Promise.reject(new ConcurrentUpdateError('order'));
  const busy = () => new Error('busy');

  it('runs the work again after a conflict', async () => {
    const work = vi.fn(async () => 'moved').mockImplementationOnce(conflict);
    expect(await retryOnConflict(work, busy)).toBe('moved');
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('throws any other error at once', async () => {
    const work = vi.fn(async () => Promise.reject(new Error('no price')));
    await expect(retryOnConflict(work, busy)).rejects.toThrow('no price');
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('throws the given error after five conflicts', async () => {
    const work = vi.fn(conflict);
    await expect(retryOnConflict(work, async () => busy())).rejects.toThrow('busy');
    expect(work).toHaveBeenCalledTimes(5);
  });
});
