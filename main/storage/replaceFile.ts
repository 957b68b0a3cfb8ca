import { renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Replaces a file, which only this user can read, at once: a crash or a full disk leaves the old one or the new one. Synchronous, so
 * that nothing is lost when the app ends. `isDurable: false` saves waiting for the disk: only a power failure can lose the change.
 *
 * @throws the error of the file system
 */
export function replaceFile(file: string, text: string, { isDurable = true } = {}): void {
  const next = `${file}.new`;
  try {
    writeFileSync(next, text, { mode: 0o600, flush: isDurable });
    renameSync(next, file);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
}
