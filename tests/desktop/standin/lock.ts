import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';

/** What a second instance tells the first one. */
export interface SecondInstance {
  argv: string[];
  workingDirectory: string;
  additionalData: unknown;
}

/** The message of a second instance that has not reached the first one yet. */
let delivery: Promise<void> = Promise.resolve();

/** Resolves when the first instance has the message of this one. */
export const delivered = (): Promise<void> => delivery;

/**
 * Returns whether this is the only instance that uses the folder. If not, tells the first one about this one.
 *
 * @param folder the userData folder. Its path plus 20 characters must fit a Unix socket's 108.
 */
export function requestLock(folder: string, own: SecondInstance, onSecond: (second: SecondInstance) => void): boolean {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'instance.lock');
  const socket = join(folder, 'instance.sock');
  if (!takeFile(file)) {
    delivery = new Promise((resolve) => {
      const connection = createConnection(socket, () => connection.end(JSON.stringify(own)));
      connection.on('close', () => resolve()).on('error', () => resolve());
    });
    return false;
  }
  rmSync(socket, { force: true });
  const server = createServer((connection) => {
    let text = '';
    connection.setEncoding('utf8').on('data', (chunk) => (text += String(chunk)));
    connection.on('end', () => onSecond(JSON.parse(text) as SecondInstance));
  }).listen(socket);
  server.unref();
  process.once('exit', () => rmSync(file, { force: true }));
  return true;
}

function takeFile(file: string): boolean {
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      return true;
    } catch {
      if (isAlive(Number(readFileSync(file, 'utf8')))) return false;
      // A killed instance left it.
      rmSync(file, { force: true });
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return pid !== process.pid;
  } catch {
    return false;
  }
}
