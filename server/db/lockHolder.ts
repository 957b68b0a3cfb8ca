import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';

/** The bytes that SQLite locks while it writes: of the shared memory of its write-ahead log, and of the database file itself. */
const WRITE_BYTE = 120;
const FIRST_FILE_BYTE = 0x40_00_00_00;

/**
 * Returns which process holds the lock of writers on an embedded database, such as "process 4711 (sqlite3)"; null if that can't be known, as
 * on another system than Linux. Opens none of its files: closing one would release the locks of this process.
 */
export async function findLockHolder(path: string): Promise<string | null> {
  const [locks, file, memory] = await Promise.all([
    readFile('/proc/locks', 'utf8').catch(() => ''),
    inodeOf(path),
    inodeOf(`${path}-shm`),
  ]);
  // "1: POSIX  ADVISORY  WRITE 4711 fe:01:5242 120 120"
  for (const line of locks.split('\n')) {
    const [, , , kind, process, place = '', first, last] = line.trim().split(/\s+/);
    const inode = place.split(':')[2];
    const includes = (byte: number): boolean => Number(first) <= byte && (last === 'EOF' || Number(last) >= byte);
    const blocks = inode === memory ? includes(WRITE_BYTE) : inode === file && Number(last) >= FIRST_FILE_BYTE;
    if (kind === 'WRITE' && inode !== undefined && blocks && Number(process) > 0) return await describe(Number(process));
  }
  return null;
}

const inodeOf = async (path: string): Promise<string | null> =>
  await stat(path, { bigint: true }).then(
    ({ ino }) => ino.toString(),
    () => null,
  );

/** The name of its program only: parameters may contain passwords. */
async function describe(process: number): Promise<string> {
  const command = await readFile(`/proc/${process}/cmdline`, 'utf8').catch(() => '');
  const program = basename(command.split('\0')[0] ?? '');
  return program === '' ? `process ${process}` : `process ${process} (${program})`;
}
