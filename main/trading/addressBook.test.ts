import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import type { AddressBookAnswer } from '../../contract/ipc.ts';
import { temporaryFolder } from '../../tests/support/temporaryFolder.ts';
import type { FileKey } from '../session/vault.ts';
import { openAddressBook, type AddressBook } from './addressBook.ts';

let file: string;
beforeEach(() => {
  file = join(temporaryFolder(), 'addresses.json');
});

const KEY = Buffer.alloc(32, 1);
const LEDGER = { id: null, label: 'Ledger', instrumentSlug: 'btc', address: 'bc1qledger', memo: null };
const NOW = Date.UTC(2026, 10, 20);
const readKey = () => Promise.resolve();
const open = (key: FileKey = KEY): AddressBook => openAddressBook({ file, key: () => key, readKey, now: () => NOW });
const entriesOf = (answer: AddressBookAnswer) => (answer.state === 'ready' ? answer.entries : []);
const labelsOf = (answer: AddressBookAnswer) => entriesOf(answer).map(({ label }) => label);

it('keeps entries over a restart, and only encrypted in the file', () => {
  open().save(LEDGER);
  expect(entriesOf(open().list())).toMatchObject([{ ...LEDGER, id: expect.any(String) as string, timesUsed: 0 }]);
  const content = readFileSync(file, 'utf8');
  expect(['Ledger', 'bc1qledger', 'btc'].filter((text) => content.includes(text))).toEqual([]);
  expect(statSync(file).mode & 0o077).toBe(0);
});

it('writes different bytes each time', () => {
  const book = open();
  book.save(LEDGER);
  const first = readFileSync(file, 'utf8');
  book.remove('no-such-entry');
  expect(readFileSync(file, 'utf8')).not.toBe(first);
});

it('reads nothing with another key, and keeps the file', () => {
  open().save(LEDGER);
  const stored = readFileSync(file, 'utf8');
  const other = open(Buffer.alloc(32, 2));
  expect(entriesOf(other.list())).toEqual([]);
  other.save({ ...LEDGER, label: 'New' });
  expect(readFileSync(`${file}.unreadable`, 'utf8')).toBe(stored);
});

it('rejects a file with a shortened authentication tag', () => {
  open().save(LEDGER);
  const stored = JSON.parse(readFileSync(file, 'utf8')) as { tag: string };
  const tag = Buffer.from(stored.tag, 'base64').subarray(0, 4).toString('base64');
  writeFileSync(file, JSON.stringify({ ...stored, tag }));
  expect(entriesOf(open().list())).toEqual([]);
});

it('refuses an entry that cannot be written', () => {
  const book = openAddressBook({ file: join(file, 'missing'), key: () => KEY, readKey });
  expect(() => book.save(LEDGER)).toThrow('could not be written');
  expect(entriesOf(book.list())).toEqual([]);
});

it('keeps one entry for a coin, an address and a memo', () => {
  const book = open();
  book.save(LEDGER);
  expect(labelsOf(book.save({ ...LEDGER, label: 'Cold wallet' }))).toEqual(['Cold wallet']);
  expect(labelsOf(book.save({ ...LEDGER, label: 'With a memo', memo: '7' }))).toEqual(['Cold wallet', 'With a memo']);
});

it('changes and removes an entry', () => {
  const book = open();
  const id = entriesOf(book.save(LEDGER))[0]?.id ?? '';
  expect(labelsOf(book.save({ ...LEDGER, id, label: 'Renamed' }))).toEqual(['Renamed']);
  expect(labelsOf(book.remove(id))).toEqual([]);
});

it('counts the uses of an address', () => {
  const book = open();
  book.save(LEDGER);
  expect([book.use('bc1qledger'), book.use('bc1qother')]).toEqual([true, false]);
  expect(entriesOf(open().list())).toMatchObject([{ timesUsed: 1, lastUsedAt: '2026-11-20T00:00:00.000Z' }]);
});

it('says why there is no list, and has it as soon as the key is there', () => {
  open().save(LEDGER);
  let key: FileKey = 'locked';
  const book = openAddressBook({ file, key: () => key, readKey });
  expect([book.list(), book.save({ ...LEDGER, label: 'New' }), book.use('bc1qledger')]).toEqual([
    { state: 'locked' },
    { state: 'locked' },
    false,
  ]);
  key = KEY;
  expect(labelsOf(book.list())).toEqual(['Ledger']);
});

it('starts a new list only if the key is lost, and keeps the old file', async () => {
  open().save(LEDGER);
  const stored = readFileSync(file, 'utf8');
  expect(await open('locked').startOver()).toEqual({ state: 'locked' });
  expect(readFileSync(file, 'utf8')).toBe(stored);
  let key: FileKey = 'lost';
  const renew = () => Promise.resolve(void (key = Buffer.alloc(32, 2)));
  const book = openAddressBook({ file, key: () => key, readKey: renew, now: () => NOW });
  expect(await book.startOver()).toEqual({ state: 'ready', entries: [] });
  expect(readFileSync(`${file}.${NOW}`, 'utf8')).toBe(stored);
});
