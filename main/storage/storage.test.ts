import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../tests/support/temporaryFolder.ts';
import { ORDER_TOKENS_KEY, PROBE_KEY } from '../../contract/desktop/storedKeys.ts';
import { silentLog } from '../logs/log.ts';
import { createStorage } from './storage.ts';
import { createUnsavedReport } from './unsaved.ts';

it('keeps entries across restarts, in a file that only this user can read', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'storage.json');
  const storage = createStorage(file);
  expect([storage.set('a', '1'), storage.set('b', '2'), storage.set('a', null)]).toEqual([true, true, true]);
  storage.flush();
  expect(createStorage(file).all()).toEqual({ b: '2' });
  expect([statSync(file).mode & 0o077, readdirSync(folder)]).toEqual([0, ['storage.json']]);
});

it('keeps a copy of a damaged file, which may contain order passes', () => {
  const file = join(temporaryFolder(), 'storage.json');
  writeFileSync(file, '{"order-passes":"half');
  const storage = createStorage(file);
  storage.set('a', '1');
  storage.flush();
  expect(readFileSync(`${file}.unreadable`, 'utf8')).toBe('{"order-passes":"half');
});

it('reports an entry that could not be written', () => {
  const folder = temporaryFolder();
  const onUnsaved = vi.fn();
  const storage = createStorage(join(folder, 'missing', 'storage.json'), onUnsaved);
  expect([storage.set(PROBE_KEY, null), storage.set(ORDER_TOKENS_KEY, '1'), storage.set('a', '1')]).toEqual([
    false,
    false,
    false,
  ]);
  storage.flush();
  expect(onUnsaved).toHaveBeenCalledOnce();
  expect(readdirSync(folder)).toEqual([]);
});

it('tells the customer once that changes are not stored, and logs each cause', () => {
  const tell = vi.fn(() => Promise.resolve());
  const error = vi.fn();
  const report = createUnsavedReport({ log: { ...silentLog, error }, tell });
  for (const message of ['no space left', 'no space left', 'read-only']) report(new Error(message));
  expect(tell).toHaveBeenCalledOnce();
  expect(error.mock.calls).toMatchObject(['no space left', 'read-only'].map((message) => ['change not stored', { message }]));
});

it('writes many settings together, and the token of an order at once', () => {
  vi.useFakeTimers();
  const file = join(temporaryFolder(), 'storage.json');
  const storage = createStorage(file);
  const stored = () => (existsSync(file) ? Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object).length : 0);
  for (let setting = 0; setting < 200; setting += 1) storage.set(`setting-${setting}`, 'x'.repeat(1_000));
  expect(stored()).toBe(0);
  vi.advanceTimersByTime(100);
  expect(stored()).toBe(200);
  storage.set('later', '1');
  storage.set(ORDER_TOKENS_KEY, '{}');
  expect(stored()).toBe(202);
  vi.useRealTimers();
});

it('refuses entries that together are too large, until some are removed', () => {
  const storage = createStorage(join(temporaryFolder(), 'storage.json'));
  const large = 'x'.repeat(2_000_000);
  expect([storage.set('a', large), storage.set('b', large), storage.set('c', large)]).toEqual([true, true, false]);
  storage.set('a', null);
  expect([storage.set('c', large), storage.get('c')?.length]).toEqual([true, 2_000_000]);
  storage.flush();
});
