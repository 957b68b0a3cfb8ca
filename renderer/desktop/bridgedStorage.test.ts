import { expect, it, vi } from 'vitest';
import { memoryStorage } from '../../tests/support/browser/fakePlatform.ts';
import type { DesktopBridge, StartInfo } from '../../contract/ipc.ts';
import { createStoredCookies } from '../stores/storedCookies.ts';
import { createBridgedStorage } from './bridgedStorage.ts';

it.each(['', '{"value":', 'null', '{}', '5', '"dark"'])('takes a damaged cookie for none: %j', (text) => {
  const storage = memoryStorage();
  storage.set('cookie-theme', text);
  expect(createStoredCookies(storage).get('theme')).toBeNull();
});

it.each([
  ['stored', () => Promise.resolve(true), true],
  ['not stored', () => Promise.resolve(false), false],
  ['refused', () => Promise.reject(new Error('The argument of storage.set is invalid.')), false],
])('tells whether the app can keep an entry: changes are %s', async (_case, answer, isKept) => {
  const set = vi.fn(answer);
  const bridge = { call: { 'storage.set': set }, on: { 'storage.changed': () => () => undefined } };
  const info = { storage: {}, sessionStorage: {} };
  const { storage, sessionStorage } = createBridgedStorage(bridge as unknown as DesktopBridge, info as StartInfo);
  // The first answer, before any entry
  await vi.waitFor(() => expect(set).toHaveBeenCalledTimes(1));
  await Promise.resolve();
  expect(storage.set('order-tokens', '[]')).toBe(isKept);
  expect(sessionStorage.set('draft', '{}')).toBe(true);
  expect(storage.get('order-tokens')).toBe('[]');
});
