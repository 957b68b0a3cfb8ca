import type { KeyValueStorage } from '../../contract/platform.ts';

/** Entry of the session storage with the form, which an order that is repeated writes too */
export const DRAFT_KEY = 'exchange-draft';

/** Returns the JSON that is stored under a key; null if there is none, or none that can be read. */
export function readStored(storage: KeyValueStorage, key: string): unknown {
  try {
    return JSON.parse(storage.get(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Returns the entries of a stored list that have the expected form. */
export function readStoredList<Entry>(
  storage: KeyValueStorage,
  key: string,
  isEntry: (entry: unknown) => entry is Entry,
): Entry[] {
  const stored = readStored(storage, key);
  return Array.isArray(stored) ? stored.filter(isEntry) : [];
}
