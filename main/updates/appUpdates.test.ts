import type { WebContents } from 'electron';
import { afterEach, expect, it, vi } from 'vitest';
import { createAppUpdates } from './appUpdates.ts';

const WINDOW = {} as WebContents;

afterEach(() => void vi.useRealTimers());

const updatesOf = (found: 'ready' | 'none') => ({
  ready: () => ({ version: '1.1.0' }),
  check: vi.fn(() => Promise.resolve(found)),
  apply: vi.fn(),
});

it('looks for updates at the start and every hour, but not for a window that asks', async () => {
  vi.useFakeTimers();
  const updates = updatesOf('none');
  const { handlers } = createAppUpdates({ updates, tell: () => Promise.resolve(false) });
  vi.advanceTimersByTime(7_200_000);
  expect(updates.check).toHaveBeenCalledTimes(3);
  expect(handlers['updates.check'](null, WINDOW)).toEqual({ version: '1.1.0' });
  expect(updates.check).toHaveBeenCalledTimes(3);
  await handlers['updates.apply'](null, WINDOW);
  expect(updates.apply).toHaveBeenCalledOnce();
});

it.each([true, false])('restarts into an update only if the customer wants to: %s', async (wants) => {
  const updates = updatesOf('ready');
  const tell = vi.fn(() => Promise.resolve(wants));
  await createAppUpdates({ updates, tell }).checkAndTell();
  expect(tell).toHaveBeenCalledWith('ready');
  expect(updates.apply).toHaveBeenCalledTimes(wants ? 1 : 0);
});

it('tells that a copy without a feed does not update itself', async () => {
  const tell = vi.fn(() => Promise.resolve(false));
  const { handlers, checkAndTell } = createAppUpdates({ updates: null, tell });
  await checkAndTell();
  expect(handlers['updates.check'](null, WINDOW)).toBeNull();
  expect(tell).toHaveBeenCalledWith('off');
});
