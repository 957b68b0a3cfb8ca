import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../tests/support/temporaryFolder.ts';
import { silentLog } from '../logs/log.ts';
import { createStorage } from './storage.ts';
import { createUnsavedReport } from './unsaved.ts';

it('keeps entries across restarts, in a file that only this user can read', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'storage.json');
  const storage = createStorage(file);
  expect([storage.set('a', '1'), storage.set('b', '2'), storage.set('a', null)]).toEqual([true, true, true]);
  expect(createStorage(file).all()).toEqual({ b: '2' });
  expect([statSync(file).mode & 0o077, readdirSync(folder)]).toEqual([0, ['storage.json']]);
});

it('keeps a copy of a damaged file, which may contain order passes', () => {
  const file = join(temporaryFolder(), 'storage.json');
  writeFileSync(file, '{"order-passes":"half');
  const storage = createStorage(file);
  storage.set('a', '1');
  expect(readFileSync(`${file}.unreadable`, 'utf8')).toBe('{"order-passes":"half');
});

it('reports an entry that could not be written', () => {
  const folder = temporaryFolder();
  expect(createStorage(join(folder, 'missing', 'storage.json')).set('a', '1')).toBe(false);
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
