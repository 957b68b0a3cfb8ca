import { renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Replaces a file atomically: after a crash, or on a full disk, it is the old file or the new one. Only this user can read it. The
 * call is synchronous, so that nothing is lost when the app quits. With `isDurable: false` it doesn't wait for the disk, so a power
 * failure can lose the change.
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
