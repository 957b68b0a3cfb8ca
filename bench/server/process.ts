import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildStale } from '../../scripts/builds/stamps.mjs';
import { FLAGS, nodeArguments } from '../../scripts/commands.mjs';
import { waitUntilIdle } from './hostMetrics.ts';

/** A server in its own process. */
export interface MeasuredServer {
  /** "http://127.0.0.1:40001" */
  origin: string;
  /** Returns the seconds of CPU used since the start, and the megabytes of memory in use. */
  usage(): { cpuSeconds: number; megabytes: number };
  stop(): Promise<void>;
}

interface ServerOptions {
  environment?: Readonly<Record<string, string>>;
  /** Written to its standard input */
  input?: string;
}

const START_MS = 60_000;

/** Starts the API host on an empty data directory, as `npm run api` does, and waits until it is idle. */
export async function startApi(
  environment: Record<string, string> = {},
): Promise<MeasuredServer & { readonly dataDirectory: string }> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'causeway-bench-'));
  buildStale(['server']);
  const server = await startNode(nodeArguments('api'), {
    environment: {
      API_PORT: '0',
      DATA_DIR: dataDirectory,
      LOG_LEVEL: 'warn',
      SANDBOX: 'allow',
      REQUESTS_PER_MINUTE: '1000000',
      TRUSTED_PROXIES: '127.0.0.1',
      ...environment,
    },
  });
  const stop = async (): Promise<void> => {
    await server.stop();
    rmSync(dataDirectory, { recursive: true, force: true });
  };
  await waitUntilIdle(server.origin).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { ...server, dataDirectory, stop };
}

/** Starts a script that prints its address when it listens. */
export const startServer = async (
  script: string,
  { parameters = [], ...options }: ServerOptions & { parameters?: readonly string[] } = {},
): Promise<MeasuredServer> => await startNode([...FLAGS, script, ...parameters], options);

async function startNode(words: readonly string[], { environment, input }: ServerOptions): Promise<MeasuredServer> {
  const child = spawn(process.execPath, words, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  child.stdin.end(input);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const origin = await readOrigin(child, words.join(' '));
  return {
    origin,
    usage: () => usageOf(child.pid ?? 0),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function readOrigin(child: ChildProcess, name: string): Promise<string> {
  let text = '';
  return await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${name} did not start: ${text}`)), START_MS);
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const origin = /http:\/\/[\d.]+:\d+/.exec(text)?.[0];
      if (origin === undefined) return;
      clearTimeout(timer);
      resolve(origin);
    });
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}: ${text}`)));
  });
}

/** Reads /proc on Linux, otherwise ps, whose CPU time has whole seconds only on some systems. */
function usageOf(pid: number): { cpuSeconds: number; megabytes: number } {
  if (process.platform === 'linux') {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return { cpuSeconds: ticks / 100, megabytes: Number(kilobytes) / 1_024 };
  }
  const [time = '', kilobytes = '0'] = execFileSync('ps', ['-o', 'time=,rss=', '-p', `${pid}`], { encoding: 'utf8' })
    .trim()
    .split(/\s+/);
  const cpuSeconds = time.split(/[-:]/).reduce((total, part) => total * 60 + Number(part), 0);
  return { cpuSeconds, megabytes: Number(kilobytes) / 1_024 };
}
