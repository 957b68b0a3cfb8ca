import { readFileSync, renameSync, writeFileSync } from 'node:fs';

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
      return write(file, Object.fromEntries(entries));
    },
  };
}

function read(file: string): Record<string, string> {
  try {
    const entries: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof entries !== 'object' || entries === null) return {};
    return Object.fromEntries(Object.entries(entries).filter(([, value]) => typeof value === 'string')) as Record<string, string>;
  } catch {
    return {};
  }
}

/** Replaces the file at once: a crash leaves the old one or the new one. Synchronous, so that nothing is lost when the app ends. */
function write(file: string, entries: Record<string, string>): boolean {
  try {
    writeFileSync(`${file}.new`, JSON.stringify(entries), { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
    return true;
  } catch {
    return false;
  }
}
