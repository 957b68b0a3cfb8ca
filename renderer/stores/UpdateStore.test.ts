import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakePlatform } from '../../tests/support/browser/fakePlatform.ts';
import { UpdateStore } from './UpdateStore.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

function create() {
  let newest: string | null = null;
  const fake = createFakePlatform();
  const check = vi.fn(() => Promise.resolve(newest === null ? null : { buildId: newest }));
  const apply = vi.fn();
  const platform = { ...fake.platform, updates: { currentBuildId: 'a', check, apply } };
  const clock = { now: () => Date.now() };
  return { fake, platform, check, apply, updates: new UpdateStore({ platform, clock }), release: (id: string) => (newest = id) };
}

test('offers a newer build and reloads only on the customer’s request', async () => {
  const { updates, release, apply } = create();
  const stop = updates.start();
  release('b');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(updates.newBuildId).toBe('b');
  expect(apply).not.toHaveBeenCalled();
  updates.apply();
  expect(apply).toHaveBeenCalledTimes(1);
  stop();
});

test('does not offer a dismissed build again but offers the next one', async () => {
  const { updates, release } = create();
  const stop = updates.start();
  release('b');
  await vi.advanceTimersByTimeAsync(60_000);
  updates.dismiss();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(updates.newBuildId).toBeNull();
  release('c');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(updates.newBuildId).toBe('c');
  stop();
});

test('does not poll while hidden or after the stop', async () => {
  const { updates, fake, check } = create();
  const stop = updates.start();
  fake.setVisible(false);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(check).not.toHaveBeenCalled();
  fake.setVisible(true);
  stop();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(check).not.toHaveBeenCalled();
});

test('allows one reload within ten seconds', () => {
  const { updates, platform } = create();
  expect(updates.claimReload()).toBe(true);
  vi.setSystemTime(1_009_999);
  // The reloaded page shares the tab's session storage.
  const reloaded = new UpdateStore({ platform, clock: { now: () => Date.now() } });
  expect(reloaded.claimReload()).toBe(false);
  vi.setSystemTime(1_010_000);
  expect(reloaded.claimReload()).toBe(true);
});

test('allows no reload without session storage, to avoid a reload loop', () => {
  const { platform } = create();
  const sessionStorage = { get: () => null, set: () => false, remove: () => undefined };
  const updates = new UpdateStore({ platform: { ...platform, sessionStorage }, clock: { now: () => Date.now() } });
  expect(updates.claimReload()).toBe(false);
});
