import { readJson, writeJson } from './jsonFile.ts';

/** The entries that all windows share, in a file that only this user can read. */
export interface Storage {
  get(key: string): string | null;
  all(): Readonly<Record<string, string>>;
  /** A null value removes the entry. Returns false if the file could not be written. */
  set(key: string, value: string | null): boolean;
}

/** Opens the file. A missing or damaged one starts empty. */
export function createStorage(file: string): Storage {
  const entries = new Map(Object.entries(read(file)));
  return {
    get: (key) => entries.get(key) ?? null,
    all: () => Object.fromEntries(entries),
    set: (key, value) => {
      if (value === null) entries.delete(key);
      else entries.set(key, value);
      return writeJson(file, Object.fromEntries(entries));
    },
  };
}

function read(file: string): Record<string, string> {
  const entries = readJson(file);
  if (typeof entries !== 'object' || entries === null) return {};
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => typeof value === 'string')) as Record<string, string>;
}
