import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { quickFolder } from '../site/quickFolder.ts';

export interface NodeProcessOptions {
  program: string;
  /** Returns the program's arguments. */
  options(folder: string): readonly string[];
  /** What the program prints once it answers */
  readyText: string;
  /** A busy machine needs a multiple of the usual time. */
  timeoutMs: number;
}

/** A program that runs in a temporary folder of its own. */
export interface NodeProcess {
  folder: string;
  /** Ends the program at once and removes the folder. */
  stop(): Promise<void>;
}

/** Starts a program. It ends with `stop`, or with this process, however that ends. Throws an Error with what the program printed last. */
export async function startNodeProcess({ program, options, readyText, timeoutMs }: NodeProcessOptions): Promise<NodeProcess> {
  const name = program.split('/').at(-1) ?? program;
  const folder = mkdtempSync(join(quickFolder(), `causeway-${name}-`));
  const child = spawn(program, options(folder), { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, HOME: folder } });
  const watch = endWithUs(folder, child);
  const stop = async (): Promise<void> => {
    await ended(child);
    watch.stdin.end();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    await isReady(name, child, readyText, timeoutMs);
  } catch (error) {
    await stop();
    throw error;
  }
  return { folder, stop };
}

/** Waits until its input closes, which happens whenever this process ends. Then ends the node. */
const WATCH = 'cat >/dev/null; kill -KILL "$2" 2>/dev/null; rm -rf "$1"';

function endWithUs(folder: string, child: ChildProcess) {
  const watch = spawn('sh', ['-c', WATCH, 'sh', folder, String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watch.unref();
  return watch;
}

async function isReady(name: string, child: ChildProcess, readyText: string, timeoutMs: number): Promise<void> {
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-20_000)));
  }
  for (const until = Date.now() + timeoutMs; Date.now() < until && child.exitCode === null; await delay(20)) {
    if (said.includes(readyText)) return;
  }
  throw new Error(`${name} did not start: ${said.slice(-1_000)}`);
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  child.once('exit', () => resolve());
  // The data are thrown away: nothing needs to be written any more.
  child.kill('SIGKILL');
  await promise;
}
