import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import process from 'node:process';

/** Linux keeps these files in memory. */
const MEMORY_FOLDER = '/dev/shm';
/** Far more than the databases of a test run, and than what must stay free beside them. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/**
 * Returns the folder for databases of tests: one in memory if there is enough of it, else the one for temporary files. On a disk,
 * commits wait, and a new PostgreSQL database, which is a thousand files, takes ten times as long. Programs may not be allowed to run there.
 */
export function quickFolder(): string {
  if (!existsSync(MEMORY_FOLDER)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  return Math.min(bavail * bsize, process.availableMemory()) > ENOUGH_BYTES ? MEMORY_FOLDER : tmpdir();
}
