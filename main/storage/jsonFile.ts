import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Returns the value of a JSON file; null if the file is missing or damaged. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown;
  } catch {
    return null;
  }
}

/**
 * Replaces a file, which only this user can read, at once: a crash leaves the old one or the new one. Synchronous, so that nothing is
 * lost when the app ends. Returns false if the file could not be written. `isDurable: false` saves waiting for the disk: only a power
 * failure can lose the change.
 */
export function writeJson(file: string, value: unknown, { isDurable = true } = {}): boolean {
  try {
    writeFileSync(`${file}.new`, JSON.stringify(value), { mode: 0o600, flush: isDurable });
    renameSync(`${file}.new`, file);
    return true;
  } catch {
    return false;
  }
}
