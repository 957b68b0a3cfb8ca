import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { nodeArguments } from '../../../scripts/commands.mjs';
import { quickFolder } from '../../../scripts/site/quickFolder.ts';
import { parseEnvironment } from '../../../server/env.ts';
import { OPERATOR_FILE } from '../../../server/health/operatorFile.ts';
import { runOperatorCommand } from '../../../server/operator/cli/runOperatorCommand.ts';
import { readOperatorSettings } from '../../../server/operator/settings/operatorSettings.ts';
import { loadDocumentSigner } from '../../../server/guarantee/signingKeys.ts';
import { loadCatalogue } from '../../../server/instruments/loadCatalogue.ts';
import { line } from '../../../server/reconcile/difference.ts';
import { reconcile } from '../../../server/reconcile/reconcile.ts';
import { openDatabase } from '../../../server/db/openDatabase.ts';
import type { Database } from '../../../server/db/database.ts';
import { createLogger } from '../../../server/common/log.ts';
import { ownEnvironment } from '../../support/ownEnvironment.ts';
import { createTestPorts, parseTestEnvironment } from '../../support/testPorts.ts';
import { startApiHost, type ApiHost } from './apiHost.ts';
import { watchBooks, type Books } from './books.ts';
import type { RealNetwork } from './realNetwork.ts';

/** One exchange: its database, and the processes that serve it. */
export interface Exchange {
  readonly hosts: readonly ApiHost[];
  readonly dataDirectory: string;
  /** The configuration of the hosts */
  readonly environment: Record<string, string>;
  /** A connection of the drill's own to the database */
  readonly database: Database;
  /** What the hosts report about their books since the start */
  readonly books: Books;
  /** The network that is not embedded; null: all are */
  readonly real: RealNetwork | null;
  /** Returns the URL of the next running host in turn, or of the first host if none runs. */
  anyUrl(): string;
  /** Runs `npm run reconcile`, or what it does if the networks are not those of the command. Returns its exit code and output. */
  reconcile(): Promise<{ code: number | null; output: string }>;
  /** Does what `npm run operator` does, and returns what it prints. */
  operate(...words: string[]): Promise<string>;
  /** Ends every process and removes the data. */
  close(): Promise<void>;
}

export interface ExchangeOptions {
  /** null: the embedded database */
  databaseUrl: string | null;
  processes: number;
  /** Where the books are, if they are restored ones. It is removed with the exchange. */
  dataDirectory?: string;
  environment?: Record<string, string>;
  /** A network of real nodes. It ends with the exchange. */
  real?: RealNetwork | null;
}

export async function openExchange(options: ExchangeOptions): Promise<Exchange> {
  const { dataDirectory = mkdtempSync(join(quickFolder(), 'causeway-drill-')) } = options;
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
    ...options.real?.environment,
  };
  const hosts: ApiHost[] = [];
  // One after the other, because the first one creates the seed.
  try {
    for (let count = 0; count < options.processes; count += 1) hosts.push(await startApiHost(environmentOf(environment, count)));
  } catch (error) {
    await Promise.all(hosts.map((host) => host.stop()));
    await options.real?.stop();
    rmSync(dataDirectory, { recursive: true, force: true });
    throw error;
  }
  const database = await openDatabase(parseEnvironment(environment), createLogger('silent'));
  const books = watchBooks(hosts, database);
  // The command knows neither networks of local nodes nor hosts without some.
  const hasAllNetworks = !options.real && environment['EMBEDDED_NETWORKS'] === undefined;
  let turn = 0;

  return {
    hosts,
    dataDirectory,
    environment,
    database,
    books,
    real: options.real ?? null,
    anyUrl: () => {
      const running = hosts.filter((host) => host.isRunning);
      turn += 1;
      return (running[turn % Math.max(1, running.length)] ?? hosts[0])?.url ?? '';
    },
    reconcile: async () => (hasAllNetworks ? await runReconcile(environment) : await reconcileHere(environment, database)),
    operate: async (...words) => await runOperatorCommand(await openContext(environment, database), words),
    close: async () => {
      await books.stop();
      await database.destroy();
      await Promise.all(hosts.map((host) => host.stop()));
      await options.real?.stop();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** Returns the environment of a further host on the database: it has the keys of the first one, and a data directory of its own. */
function environmentOf(first: Record<string, string>, count: number): Record<string, string> {
  if (count === 0) return first;
  const { seedFile, signingKeyFile, identityKeyFile, dataDirectory } = parseEnvironment(first);
  const keys = { SEED_FILE: seedFile, SIGNING_KEY_FILE: signingKeyFile, IDENTITY_KEY_FILE: identityKeyFile };
  return { ...first, ...keys, DATA_DIR: join(dataDirectory, `host-${count + 1}`) };
}

/** Opens what the commands of `scripts/` open. They know no networks of local nodes. */
export async function openContext(environment: Record<string, string>, database: Database) {
  const catalogue = loadCatalogue();
  const parsed = parseTestEnvironment(environment);
  const log = createLogger('silent');
  const { chains } = await createTestPorts(parsed, { catalogue, database, usdPrice: () => undefined, log });
  const { settings: environmentSettings, siteOrigin } = parsed;
  return {
    database,
    catalogue,
    gateways: chains.gateways,
    signer: await loadDocumentSigner(parsed),
    caps: readOperatorSettings(environmentSettings).payoutCaps,
    environmentSettings,
    siteOrigin,
    operatorFile: join(parsed.dataDirectory, OPERATOR_FILE),
    now: Date.now,
  };
}

async function reconcileHere(environment: Record<string, string>, database: Database): Promise<{ code: number; output: string }> {
  const { differences, unread } = await reconcile(await openContext(environment, database));
  const output = [...differences.map(line), ...unread.map((one) => JSON.stringify(one))].join('\n');
  return { code: differences.length > 0 ? 1 : unread.length > 0 ? 2 : 0, output };
}

async function runReconcile(environment: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, nodeArguments('reconcile'), {
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
