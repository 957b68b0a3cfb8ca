import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { readJson, setAside, writeJson } from './jsonFile.ts';

/** A list in a file of its own. */
export interface StoredList<Entry> {
  /** Returns null if nothing was ever stored. An entry that does not match the schema is left out. */
  read(): Entry[] | null;
  /** Returns false if the file could not be written. */
  write(entries: readonly Entry[]): boolean;
}

/** How the list is written, for example encrypted. `decode` throws for a value that it did not encode. */
interface Encoding {
  encode(entries: unknown): unknown;
  decode(stored: unknown): unknown;
}

const PLAIN: Encoding = { encode: (entries) => entries, decode: (stored) => stored };

interface ListOptions {
  /** Entries after this many are left out when the list is read: a huge file must not slow every start. */
  maxItems: number;
  encoding?: Encoding;
  /** Gets the error of a write that failed. */
  onFailure?: (error: unknown) => void;
}

/** Opens a list. A file that can't be decoded counts as empty; it is kept as `{file}.unreadable`, for example until its key is back. */
export function openStoredList<Schema extends TSchema>(
  file: string,
  schema: Schema,
  { maxItems, encoding: { encode, decode } = PLAIN, onFailure }: ListOptions,
): StoredList<Static<Schema>> {
  return {
    read: () => {
      const stored = readJson(file);
      if (stored === null) return null;
      try {
        const entries = decode(stored);
        if (!Array.isArray(entries)) return [];
        return entries.slice(0, maxItems).filter((entry): entry is Static<Schema> => Check(schema, entry));
      } catch {
        setAside(file);
        return [];
      }
    },
    write: (entries) => writeJson(file, encode(entries), { ...(onFailure && { onFailure }) }),
  };
}
