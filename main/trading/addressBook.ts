import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto';
import { renameSync } from 'node:fs';
import { isoTime } from '../../contract/isoTime.ts';
import type { AddressBookAnswer } from '../../contract/ipc.ts';
import { AddressEntrySchema, type AddressEntry, type NewAddressEntry } from '../../contract/schemas/trading.ts';
import type { FileKey } from '../session/vault.ts';
import { MAX_ADDRESSES } from '../../contract/limits.ts';
import { openStoredList, type StoredList } from '../storage/storedList.ts';

/** The customer's addresses, encrypted with a key from the keychain (AES-256-GCM, NIST SP 800-38D). */
export interface AddressBook {
  list(): AddressBookAnswer;
  /**
   * Adds the entry. It replaces the one with its id, and one with the same coin, address and memo. Throws if the file can't be
   * written, as `remove` and `use` do.
   */
  save(entry: NewAddressEntry): AddressBookAnswer;
  remove(id: string): AddressBookAnswer;
  /** Counts the use of an address by a new order. Returns whether an entry has it. */
  use(address: string): boolean;
  /** Starts a new list if the key of the stored one is lost, and keeps the old file as `{file}.{time}`. */
  startOver(): Promise<AddressBookAnswer>;
}

interface Dependencies {
  file: string;
  /** Changes when the keychain opens. */
  key: () => FileKey;
  /** Reads the keychain again. */
  readKey: () => Promise<void>;
  now?: () => number;
}

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
/** Without this option Node accepts shorter tags, which can be guessed. */
const TAG = { authTagLength: 16 };

interface OpenBook {
  stored: StoredList<AddressEntry>;
  entries: AddressEntry[];
}

export function openAddressBook({ file, key, readKey, now = Date.now }: Dependencies): AddressBook {
  let opened: OpenBook | null = null;
  /** Reads the file as soon as the keychain has given the key. Returns null without the key. */
  const open = (): OpenBook | null => {
    const known = key();
    if (!opened && Buffer.isBuffer(known)) {
      const stored = openStoredList(file, AddressEntrySchema, { maxItems: MAX_ADDRESSES, encoding: encryption(known) });
      opened = { stored, entries: stored.read() ?? [] };
    }
    return opened;
  };
  const list = (): AddressBookAnswer => {
    const book = open();
    if (book) return { state: 'ready', entries: book.entries };
    const known = key();
    return { state: Buffer.isBuffer(known) ? 'locked' : known };
  };
  const change = (next: (entries: AddressEntry[]) => AddressEntry[]): AddressBookAnswer => {
    const book = open();
    if (!book) return list();
    const entries = next(book.entries);
    if (!book.stored.write(entries)) throw new Error('The address book could not be written.');
    book.entries = entries;
    return list();
  };
  return {
    list,
    save: (input) =>
      change((entries) => {
        const same = entries.find((entry) => entry.id === input.id || isSame(entry, input));
        const { timesUsed, lastUsedAt } = same && isSame(same, input) ? same : { timesUsed: 0, lastUsedAt: null };
        const entry: AddressEntry = { ...input, id: input.id ?? same?.id ?? randomUUID(), timesUsed, lastUsedAt };
        const others = entries.filter(({ id }) => id !== entry.id && id !== same?.id).filter((other) => !isSame(other, input));
        return [...others, entry];
      }),
    remove: (id) => change((entries) => entries.filter((entry) => entry.id !== id)),
    use: (address) => {
      if (!open()?.entries.some((entry) => entry.address === address)) return false;
      const lastUsedAt = isoTime(now());
      change((entries) =>
        entries.map((entry) => (entry.address === address ? { ...entry, timesUsed: entry.timesUsed + 1, lastUsedAt } : entry)),
      );
      return true;
    },
    startOver: async () => {
      if (key() === 'lost') {
        renameSync(file, `${file}.${now()}`);
        await readKey();
      }
      return list();
    },
  };
}

type Place = Pick<NewAddressEntry, 'instrumentSlug' | 'address' | 'memo'>;

const isSame = (left: Place, right: Place): boolean =>
  left.instrumentSlug === right.instrumentSlug && left.address === right.address && left.memo === right.memo;

/** Encrypts with a new random nonce each time. Decryption throws if the file was changed or has another key. */
function encryption(key: Buffer) {
  return {
    encode: (entries: unknown) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce, TAG);
      const data = Buffer.concat([cipher.update(JSON.stringify(entries), 'utf8'), cipher.final()]);
      return { nonce: toText(nonce), tag: toText(cipher.getAuthTag()), data: toText(data) };
    },
    decode: (stored: unknown): unknown => {
      const { nonce, tag, data } = stored as { nonce: string; tag: string; data: string };
      const decipher = createDecipheriv(ALGORITHM, key, fromText(nonce), TAG).setAuthTag(fromText(tag));
      return JSON.parse(Buffer.concat([decipher.update(fromText(data)), decipher.final()]).toString('utf8'));
    },
  };
}

const toText = (bytes: Buffer): string => bytes.toString('base64');
const fromText = (text: string): Buffer => Buffer.from(text, 'base64');
