import { ORDER_TOKENS_KEY, PROBE_KEY } from '../../contract/desktop/storedKeys.ts';
import { readJson, writeJson } from './jsonFile.ts';

/** The entries that all windows share, in a file that only this user can read. */
export interface Storage {
  get(key: string): string | null;
  all(): Readonly<Record<string, string>>;
  /**
   * A null value removes the entry. Tokens of orders are stored at once, and other entries together a moment later. Returns false if
   * the file could not be written, or the entries would be larger than {@link MAX_CHARACTERS}.
   */
  set(key: string, value: string | null): boolean;
  /** Stores changes that wait. Call it before the app ends. */
  flush(): void;
}

/** A write waits for the disk for 60 ms. Many settings that change together need one. */
const STORED_AFTER_MS = 100;
const MAX_CHARACTERS = 5_000_000;
const URGENT: ReadonlySet<string> = new Set([ORDER_TOKENS_KEY, PROBE_KEY]);

/** Opens the file. A missing or damaged one starts empty. `onUnsaved` gets the error of a later write that failed. */
export function createStorage(file: string, onUnsaved: (error: unknown) => void = () => undefined): Storage {
  const entries = new Map(Object.entries(read(file)));
  let characters = [...entries].reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  let timer: NodeJS.Timeout | null = null;
  let isWritable = true;
  const store = (onFailure?: (error: unknown) => void): boolean => {
    if (timer) clearTimeout(timer);
    timer = null;
    return (isWritable = writeJson(file, Object.fromEntries(entries), { ...(onFailure && { onFailure }) }));
  };
  return {
    get: (key) => entries.get(key) ?? null,
    all: () => Object.fromEntries(entries),
    set: (key, value) => {
      const before = entries.get(key);
      const grown =
        characters + (value === null ? 0 : key.length + value.length) - (before === undefined ? 0 : key.length + before.length);
      if (value !== null && grown > MAX_CHARACTERS) return false;
      characters = grown;
      if (value === null) entries.delete(key);
      else entries.set(key, value);
      if (URGENT.has(key)) return store();
      timer ??= setTimeout(() => store(onUnsaved), STORED_AFTER_MS);
      return isWritable;
    },
    flush: () => {
      if (timer) store(onUnsaved);
    },
  };
}

function read(file: string): Record<string, string> {
  const entries = readJson(file);
  if (typeof entries !== 'object' || entries === null) return {};
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => typeof value === 'string')) as Record<string, string>;
}
