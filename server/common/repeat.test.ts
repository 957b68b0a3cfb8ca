import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { repeat, type RepeatOptions } from './repeat.ts';

describe('repeat', () => {
  const start = (work: () => Promise<boolean | void>, options: Partial<RepeatOptions> = {}) => {
    const onError = vi.fn();
    const stop = repeat(work, { pauseMs: 5, onError, ...options });
    onTestFinished(stop);
    return { stop, onError };
  };

  it('runs immediately, and again after each pause', async () => {
    const work = vi.fn(async () => undefined);
    start(work);
    expect(work).toHaveBeenCalledTimes(1);
    await expect.poll(() => work.mock.calls.length).toBeGreaterThan(2);
  });

  it('pauses before the first run with pausesFirst', async () => {
    const work = vi.fn(async () => undefined);
    const { stop } = start(work, { pausesFirst: true, pauseMs: 60_000 });
    await delay(10);
    await stop();
    expect(work).not.toHaveBeenCalled();
  });

  it('runs again without a pause while there is more work', async () => {
    const work = vi.fn(async () => work.mock.calls.length < 3);
    start(work, { pauseMs: 60_000 });
    await expect.poll(() => work.mock.calls.length).toBe(3);
    await delay(10);
    expect(work).toHaveBeenCalledTimes(3);
  });

  it('subtracts the time of the run from a pause that is measured from its start', async () => {
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    onTestFinished(() => clock.mockRestore());
    const work = vi.fn(async () => void (now += 60_000));
    start(work, { pauseMs: 60_000, isFromStart: true });
    await expect.poll(() => work.mock.calls.length).toBeGreaterThan(3);
  });

  it('reports an error and continues', async () => {
    const work = vi.fn(async () => Promise.reject(new Error('database unavailable')));
    const { onError } = start(work);
    await expect.poll(() => onError.mock.calls.length).toBeGreaterThan(1);
    expect(onError).toHaveBeenCalledWith(new Error('database unavailable'));
  });

  it('waits for the current run when it is stopped, and runs no more', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const work = vi.fn(async () => await promise);
    const { stop } = start(work);
    let isStopped = false;
    const stopped = stop().then(() => (isStopped = true));
    await delay(10);
    expect(isStopped).toBe(false);
    resolve();
    await stopped;
    expect(work).toHaveBeenCalledTimes(1);
  });
});
