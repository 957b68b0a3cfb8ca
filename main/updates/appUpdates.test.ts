import type { WebContents } from 'electron';
import { afterEach, expect, it, vi } from 'vitest';
import { createAppUpdates } from './appUpdates.ts';

const WINDOW = {} as WebContents;

afterEach(() => void vi.useRealTimers());

it('looks for updates at the start and every hour, but not for a window that asks', async () => {
  vi.useFakeTimers();
  const updates = { ready: () => ({ version: '1.1.0' }), check: vi.fn(() => Promise.resolve('none' as const)), apply: vi.fn() };
  const { handlers } = createAppUpdates(updates);
  vi.advanceTimersByTime(7_200_000);
  expect(updates.check).toHaveBeenCalledTimes(3);
  expect(handlers['updates.check'](null, WINDOW)).toEqual({ version: '1.1.0' });
  expect(updates.check).toHaveBeenCalledTimes(3);
  await handlers['updates.apply'](null, WINDOW);
  expect(updates.apply).toHaveBeenCalledOnce();
});

it('answers that a copy without a feed has no updates', async () => {
  const { handlers, check } = createAppUpdates(null);
  expect([handlers['updates.check'](null, WINDOW), await check()]).toEqual([null, 'off']);
});
