import { expect, it, vi } from 'vitest';
import { KEEP_RUNNING_KEY } from '../../contract/desktop/keepRunning.ts';
import { memoryStorage } from '../../tests/support/browser/fakePlatform.ts';
import { afterLastWindow } from './lastWindow.ts';

function setUp({ platform = 'linux', hasNotifications = true }: { platform?: NodeJS.Platform; hasNotifications?: boolean } = {}) {
  const entries = memoryStorage();
  const storage = { get: entries.get, set: (key: string, value: string | null) => entries.set(key, value ?? '') };
  const tell = vi.fn(() => hasNotifications);
  const quit = vi.fn();
  return { storage, tell, quit, close: afterLastWindow({ storage, platform, tell, quit }) };
}

it('keeps the app running, and notifies the first time only', () => {
  const { close, tell, quit } = setUp();
  close();
  close();
  expect([tell.mock.calls.length, quit.mock.calls.length]).toEqual([1, 0]);
});

it('does not notify on macOS, where the Dock shows the app', () => {
  const { close, tell, quit } = setUp({ platform: 'darwin' });
  close();
  expect([tell.mock.calls.length, quit.mock.calls.length]).toEqual([0, 0]);
});

it('quits when the customer prefers it', () => {
  const { close, storage, tell, quit } = setUp();
  storage.set(KEEP_RUNNING_KEY, 'off');
  close();
  expect([tell.mock.calls.length, quit.mock.calls.length]).toEqual([0, 1]);
});

it('quits on a system that shows no notifications', () => {
  const { close, quit } = setUp({ hasNotifications: false });
  close();
  expect(quit).toHaveBeenCalledOnce();
});
