import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { everyVisible } from './everyVisible.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('repeats only while the page is visible, until it is stopped', () => {
  let isVisible = true;
  const action = vi.fn();
  const visibility = { isVisible: () => isVisible, onChange: () => () => undefined };
  const stop = everyVisible({ visibility }, 1_000, action);
  vi.advanceTimersByTime(2_000);
  expect(action).toHaveBeenCalledTimes(2);
  isVisible = false;
  vi.advanceTimersByTime(5_000);
  expect(action).toHaveBeenCalledTimes(2);
  isVisible = true;
  vi.advanceTimersByTime(1_000);
  stop();
  vi.advanceTimersByTime(5_000);
  expect(action).toHaveBeenCalledTimes(3);
});
