import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { nodeArguments } from '../../../scripts/commands.mjs';
import { quickFolder } from '../../../scripts/site/quickFolder.ts';
import { ownEnvironment } from '../ownEnvironment.ts';

export interface Site {
  url: string;
  /** The data directory. `stop({ keep: true })` keeps it for a second start. */
  dataDirectory: string;
  /** Returns what the process printed so far. */
  output(): string;
  /** Sends Ctrl-C and returns the exit code. */
  stop(options?: { keep?: boolean }): Promise<number | null>;
}

/** The embedded networks run this many times faster than the real ones. A block takes 250 ms at least. */
export const SITE_SPEED = '2400';
const START_TIMEOUT_MS = 300_000;

interface SiteOptions {
  dataDirectory?: string;
  environment?: Record<string, string>;
  /** Another checkout, which is built first */
  directory?: string;
}

/** Starts the whole site as `npm start` does, on a free port and an empty data directory, with fast networks. */
export async function startSite(options: SiteOptions = {}): Promise<Site> {
  const dataDirectory = options.dataDirectory ?? mkdtempSync(join(quickFolder(), 'causeway-site-'));
  const child = spawn(
    process.execPath,
    options.directory === undefined ? nodeArguments('start') : ['scripts/boot.mjs', 'start'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(options.directory !== undefined && { cwd: options.directory }),
      env: {
        ...ownEnvironment(),
        PORT: '0',
        DATA_DIR: dataDirectory,
        LOG_LEVEL: 'warn',
        EMBEDDED_CHAIN_SPEED: SITE_SPEED,
        REQUESTS_PER_MINUTE: '100000',
        // Each visitor of a test says an address of its own, as a proxy would.
        TRUSTED_PROXIES: '127.0.0.1,::1',
        ...options.environment,
      },
    },
  );
  let output = '';
  const removeData = () => rmSync(dataDirectory, { recursive: true, force: true });
  const endAtOnce = () => {
    child.kill('SIGKILL');
    removeData();
  };
  process.once('exit', endAtOnce);
  child.once('exit', () => process.off('exit', endAtOnce));
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The site did not start:\n${output}`)), START_TIMEOUT_MS);
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const found = /http:\/\/[\w.:[\]]+/.exec(output)?.[0];
      if (!found) return;
      clearTimeout(timer);
      resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`The site ended with ${code}:\n${output}`));
    });
  }).catch((error: unknown) => {
    child.kill('SIGKILL');
    if (options.dataDirectory === undefined) removeData();
    throw error;
  });
  return {
    url,
    dataDirectory,
    output: () => output,
    stop: async ({ keep = false } = {}) => {
      const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
      child.kill('SIGINT');
      const code = child.exitCode ?? (await ended);
      if (!keep) removeData();
      return code;
    },
  };
}
