import { spawn, type ChildProcess } from 'node:child_process';
import { nodeArguments } from '../../../scripts/commands.mjs';
import { ownEnvironment } from '../../support/ownEnvironment.ts';

/** An API host in a process of its own. It starts as `npm run api` starts it, with the ports of `testPorts.ts`. */
export interface ApiHost {
  /** For example "http://127.0.0.1:40123". It changes with every start. */
  readonly url: string;
  readonly isRunning: boolean;
  readonly pid: number;
  /** Returns the output of all starts so far. */
  output(): string;
  /** Sends SIGKILL: the host can not finish or close anything. */
  kill(): Promise<void>;
  /** Sends Ctrl-C and returns the exit code. */
  stop(): Promise<number | null>;
  /** Starts it again with the same configuration, after `kill` or `stop`. */
  start(): Promise<void>;
}

/** On a busy machine, the first start makes Monero's wallets for minutes. */
const START_TIMEOUT_MS = 600_000;
const OUTPUT_KEPT = 200_000;

export async function startApiHost(environment: Record<string, string>): Promise<ApiHost> {
  let child: ChildProcess | null = null;
  let url = '';
  let output = '';

  const start = async (): Promise<void> => {
    const started = spawn(process.execPath, nodeArguments('testHost'), {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...ownEnvironment(), ...environment },
    });
    child = started;
    // A drill that is interrupted must not leave a server running.
    const endWithUs = (): void => void started.kill('SIGKILL');
    process.once('exit', endWithUs);
    let said = '';
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const timer = setTimeout(() => reject(new Error(`The API host did not start:\n${said}`)), START_TIMEOUT_MS);
    const read = (chunk: Buffer): void => {
      said = (said + chunk.toString()).slice(-OUTPUT_KEPT);
      output = (output + chunk.toString()).slice(-OUTPUT_KEPT);
      const found = /The API host is at (http:\/\/[\w.:[\]]+);/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    };
    started.stdout?.on('data', read);
    started.stderr?.on('data', read);
    started.once('exit', (code) => {
      process.off('exit', endWithUs);
      if (child === started) child = null;
      reject(new Error(`The API host ended with ${code} before it was ready:\n${said}`));
    });
    try {
      url = await promise;
    } finally {
      clearTimeout(timer);
    }
  };
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    const running = child;
    if (!running) return null;
    const { promise, resolve } = Promise.withResolvers<number | null>();
    running.once('exit', resolve);
    running.kill(signal);
    return await promise;
  };

  await start();
  return {
    get url() {
      return url;
    },
    get isRunning() {
      return child !== null;
    },
    get pid() {
      if (child?.pid === undefined) throw new Error('The API host is not running');
      return child.pid;
    },
    output: () => output,
    kill: async () => {
      await end('SIGKILL');
    },
    stop: async () => await end('SIGINT'),
    start,
  };
}
