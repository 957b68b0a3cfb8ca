import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnvironment } from '../../../server/env.ts';
import { openDatabase } from '../../../server/db/openDatabase.ts';
import type { Database } from '../../../server/db/database.ts';
import { createLogger } from '../../../server/common/log.ts';
import { ownEnvironment } from '../../support/ownEnvironment.ts';
import { startApiHost, type ApiHost } from './apiHost.ts';
import { watchBooks, type Books } from './books.ts';

/** One exchange: its database, and the processes that serve it. */
export interface Exchange {
  readonly hosts: readonly ApiHost[];
  readonly dataDirectory: string;
  /** A connection of the drill's own to the database */
  readonly database: Database;
  /** What the hosts report about their books since the start */
  readonly books: Books;
  /** Returns the URL of the next running host in turn, or of the first host if none runs. */
  anyUrl(): string;
  /** Runs `npm run reconcile` and returns its exit code and output. */
  reconcile(): Promise<{ code: number | null; output: string }>;
  /** Ends every process and removes the data. */
  close(): Promise<void>;
}

export interface ExchangeOptions {
  /** null: the embedded database */
  databaseUrl: string | null;
  processes: number;
  environment?: Record<string, string>;
}

export async function openExchange(options: ExchangeOptions): Promise<Exchange> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'causeway-drill-'));
  const environment: Record<string, string> = {
    DATA_DIR: dataDirectory,
    API_PORT: '0',
    LOG_LEVEL: 'warn',
    SANDBOX: 'allow',
    // The fastest blocks of embedded networks.
    EMBEDDED_CHAIN_SPEED: '100000',
    REQUESTS_PER_MINUTE: '1000000',
    // Every customer has its own IP address.
    TRUSTED_PROXIES: '127.0.0.1',
    PAYOUT_CAP_PER_HOUR_USD: '100000000',
    PAYOUT_CAP_TOTAL_PER_HOUR_USD: '100000000',
    PAYOUT_CAP_TOTAL_PER_DAY_USD: '100000000',
    // Often, so that a false alarm at any moment is reported.
    RECONCILE_EVERY_SECONDS: '5',
    ...(options.databaseUrl !== null && { DATABASE_URL: options.databaseUrl }),
    ...options.environment,
  };
  const hosts: ApiHost[] = [];
  // One after the other, because the first one creates the seed.
  for (let count = 0; count < options.processes; count += 1) hosts.push(await startApiHost(environment));
  const database = await openDatabase(parseEnvironment(environment), createLogger('silent'));
  const books = watchBooks(hosts, database);
  let turn = 0;

  return {
    hosts,
    dataDirectory,
    database,
    books,
    anyUrl: () => {
      const running = hosts.filter((host) => host.isRunning);
      turn += 1;
      return (running[turn % Math.max(1, running.length)] ?? hosts[0])?.url ?? '';
    },
    reconcile: async () => await runScript('scripts/reconcile.ts', environment),
    close: async () => {
      await books.stop();
      await database.destroy();
      await Promise.all(hosts.map((host) => host.stop()));
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

async function runScript(script: string, environment: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...ownEnvironment(), ...environment },
  });
  let output = '';
  const read = (chunk: Buffer): void => void (output += chunk.toString());
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const { promise, resolve } = Promise.withResolvers<number | null>();
  child.once('close', resolve);
  return { code: await promise, output };
}
