import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { onTestFinished } from 'vitest';

/** Another process that holds a lock of an embedded database */
export interface ForeignLock {
  /** Its id */
  pid: number | undefined;
  release(): Promise<void>;
}

const PROGRAM = `
  const database = new (require('node:sqlite').DatabaseSync)(process.argv[1]);
  database.exec(process.argv[2]);
  console.log('held');
  process.stdin.on('data', () => process.exit());
`;

/** Locks an embedded database from another process until the lock is released or the test ends, as an operator's tool may do. */
export async function lockDatabase(path: string, statements = 'BEGIN IMMEDIATE'): Promise<ForeignLock> {
  const child = spawn(process.execPath, ['-e', PROGRAM, path, statements], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const release = async (): Promise<void> => {
    if (child.exitCode === null) child.stdin.write('end');
    await ended;
  };
  onTestFinished(release);
  await once(child.stdout, 'data');
  return { pid: child.pid, release };
}
