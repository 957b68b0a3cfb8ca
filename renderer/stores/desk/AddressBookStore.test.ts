import { expect, test } from 'vitest';
import type { AddressEntry } from '../../../contract/schemas/trading.ts';
import { createFakeTrading } from '../../../tests/support/browser/fakeTrading.ts';
import { AddressBookStore } from './AddressBookStore.ts';

const entry = (label: string, changes: Partial<AddressEntry> = {}): AddressEntry => ({
  id: `entry-${label}`,
  label,
  instrumentSlug: 'eth',
  address: '0xABcd',
  memo: null,
  timesUsed: 0,
  lastUsedAt: null,
  ...changes,
});

async function create(entries: AddressEntry[] | 'locked' | 'lost') {
  const { addressBook } = createFakeTrading({ entries }).services;
  const book = { ...addressBook };
  const store = new AddressBookStore({ book });
  await store.load();
  return { store, book, labels: () => store.entries.map(({ label }) => label).join('') };
}
const down = () => Promise.reject(new Error('down'));

test('lists the last used entry first, then by label, and follows each change', async () => {
  const used = entry('z', { lastUsedAt: '2026-11-20T12:00:00.000Z' });
  const { store, labels } = await create([entry('c'), used, entry('a')]);
  expect([store.state, labels()]).toEqual(['ready', 'zac']);
  expect(await store.save(entry('b', { id: 'entry-c' }))).toBe(true);
  expect(await store.remove('entry-a')).toBe(true);
  expect(labels()).toBe('zb');
});

test('keeps the entries when a change fails, and can be loaded again after a failure', async () => {
  const { store, book, labels } = await create([entry('a')]);
  book.save = down;
  expect([await store.save(entry('b')), store.state, labels()]).toEqual([false, 'ready', 'a']);
  const failing = new AddressBookStore({ book: { ...book, list: down } });
  await failing.load();
  expect(failing.state).toBe('failed');
  expect(await failing.remove('entry-a')).toBe(true);
  expect(failing.state).toBe('ready');
});

test('saves nothing while the keychain is locked', async () => {
  const { store } = await create('locked');
  expect([store.state, await store.save(entry('a')), store.entries]).toEqual(['locked', false, []]);
});

test('starts a new list when the key of the old one is lost', async () => {
  const { store } = await create('lost');
  await store.startOver();
  expect([store.state, await store.save(entry('a'))]).toEqual(['ready', true]);
});

test('finds an address of a coin; only hexadecimal ones ignore case', async () => {
  const { store } = await create([entry('a'), entry('b', { instrumentSlug: 'btc', address: 'bc1Q' })]);
  const found = (slug: string, address: string) => store.find(slug, address)?.label ?? null;
  expect([found('eth', '0xabCD'), found('btc', '0xABcd'), found('btc', 'bc1Q'), found('btc', 'bc1q')]).toEqual([
    'a',
    null,
    'b',
    null,
  ]);
});
