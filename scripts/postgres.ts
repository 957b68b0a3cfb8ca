import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { canInstall, installPackages } from './apt.ts';
import { freePort } from './site/freePort.ts';
import { quickFolder } from './site/quickFolder.ts';

/** A PostgreSQL server of our own, in a temporary folder, on a free port of this machine. */
export interface PostgresServer {
  /** The superuser's own database: "postgres://…@127.0.0.1:40123/postgres" */
  readonly url: string;
  /** Process id of the postmaster. Changes with every start. */
  readonly pid: number;
  /** Creates a database, empty or as a copy of one without connections. Returns its URL. */
  createDatabase(copyOf?: string): Promise<string>;
  /** Removes a database by its URL. Rejects if it has connections. */
  dropDatabase(url: string): Promise<void>;
  /** Ends the process, and with it every connection. The data stays. `SIGKILL` is a crash. */
  halt(signal?: 'SIGINT' | 'SIGKILL'): Promise<void>;
  /** After `halt`, or when it was killed: the same data on the same port. */
  resume(): Promise<void>;
  /** `halt` and `resume`. */
  restart(): Promise<void>;
  /** Ends the process and removes the data. */
  stop(): Promise<void>;
}

export interface PostgresOptions {
  /** For measurements: every commit reaches the disk. Otherwise it reaches the operating system, which survives any crash but the machine's. */
  isDurable?: boolean;
  maxConnections?: number;
}

const START_TIMEOUT_MS = 180_000;
const USER = 'causeway';

/** Starts a server; it ends with `stop`, or with this process, however that ends. Throws a sentence that says what to install. */
export async function startPostgres({ isDurable = false, maxConnections = 200 }: PostgresOptions = {}): Promise<PostgresServer> {
  const programs = ensurePostgres();
  const identity = unprivileged();
  const folder = mkdtempSync(join(isDurable ? tmpdir() : quickFolder(), 'causeway-postgres-'));
  const data = join(folder, 'data');
  const password = randomBytes(16).toString('hex');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (identity) for (const path of [folder, passwordFile]) chownSync(path, identity.uid, identity.gid);
  // Its messages are read, so they must be in one language.
  const options = { cwd: folder, env: { ...process.env, LC_ALL: 'C' }, ...identity };

  const layout = ['-U', USER, '-E', 'UTF8', '--locale=C', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '--no-sync'];
  try {
    // It takes seconds, so it must not block the process.
    await promisify(execFile)(join(programs, 'initdb'), ['-D', data, ...layout], options);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`initdb failed: ${error instanceof Error ? error.message.trim() : String(error)}`, { cause: error });
  }
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: maxConnections,
    // Autovacuum would visit each of hundreds of databases that live for a second.
    ...(!isDurable && { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' }),
  };
  const words = ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  let child: ChildProcess | null = null;
  let databases = 0;

  /** Starts the server, and retries until it is ready or `START_TIMEOUT_MS` is over. Returns its port. */
  const start = async (portToTry: () => number | Promise<number>): Promise<number> => {
    const until = Date.now() + START_TIMEOUT_MS;
    for (;;) {
      const tried = await portToTry();
      child = spawn(join(programs, 'postgres'), [...words, '-c', `port=${tried}`], {
        ...options,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      try {
        await isReady(child);
        return tried;
      } catch (error) {
        await ended(child, 'SIGKILL');
        if (Date.now() > until) throw error;
        await delay(200);
      }
    }
  };
  const halt: PostgresServer['halt'] = async (signal = 'SIGINT') => {
    if (child) await ended(child, signal);
  };
  const watch = endWithUs(folder);
  // Another process can take a free port first. Then the next attempt uses another port.
  const port = await start(freePort);
  const url = `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`;
  const resume = async (): Promise<void> => {
    // After a crash the child processes take a moment to exit. Until then the server refuses to start.
    await start(() => port);
  };

  return {
    url,
    get pid() {
      if (child?.pid === undefined) throw new Error('PostgreSQL is not running');
      return child.pid;
    },
    createDatabase: async (copyOf) => {
      databases += 1;
      const name = `test_${process.pid}_${databases}`;
      const template = copyOf === undefined ? 'template1' : new URL(copyOf).pathname.slice(1);
      await runOnce(url, `create database ${name} template ${template}`);
      return url.replace(/postgres$/, name);
    },
    dropDatabase: async (dropped) => await runOnce(url, `drop database ${new URL(dropped).pathname.slice(1)}`),
    halt,
    resume,
    restart: async () => {
      await halt();
      await resume();
    },
    stop: async () => {
      await halt();
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
      watch.stdin.end();
    },
  };
}

/** Waits until its input closes, which happens whenever this process ends. Then stops the server. */
const WATCH = `cat >/dev/null
if [ -f "$1/data/postmaster.pid" ]; then kill -QUIT "$(head -n 1 "$1/data/postmaster.pid")" && sleep 1; fi
rm -rf "$1"`;

/** Starts a watcher process that stops the server when this process ends, even if it is killed. */
function endWithUs(folder: string) {
  const watch = spawn('sh', ['-c', WATCH, 'sh', folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  watch.unref();
  return watch;
}

/** Returns the folder of `postgres` and `initdb`: Debian's, or one of the PATH. As root on Debian, apt installs it. */
function ensurePostgres(): string {
  const present = findPostgres();
  if (present !== undefined) return present;
  if (canInstall()) {
    installPackages('PostgreSQL', ['postgresql'], () => findPostgres() !== undefined);
    const installed = findPostgres();
    if (installed !== undefined) return installed;
  }
  throw new Error(
    'The tests of the database need PostgreSQL. Install it (Debian: apt-get install postgresql) or put postgres and initdb on the PATH.',
  );
}

const DEBIAN = '/usr/lib/postgresql';

function findPostgres(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((left, right) => Number(right) - Number(left)) : [];
  const folders = [...versions.map((version) => join(DEBIAN, version, 'bin')), ...(process.env['PATH'] ?? '').split(delimiter)];
  return folders.find((folder) => ['postgres', 'initdb'].every((program) => existsSync(join(folder, program))));
}

/** Returns an unprivileged user to run PostgreSQL, which refuses to run as root. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((kind) => Number(spawnSync('id', [kind, name], { encoding: 'utf8' }).stdout || NaN));
    if (uid !== undefined && gid !== undefined && uid > 0 && gid > 0) return { uid, gid };
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor nobody.');
}

function isReady(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let said = '';
  const timer = setTimeout(() => reject(new Error(`PostgreSQL did not start: ${said}`)), START_TIMEOUT_MS);
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2_000);
    if (said.includes('ready to accept connections')) resolve();
  });
  child.once('error', reject);
  child.once('exit', () => reject(new Error(`PostgreSQL did not start: ${said}`)));
  return promise.finally(() => clearTimeout(timer));
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  child.once('exit', () => resolve());
  child.kill(signal);
  await promise;
}

async function runOnce(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  // A connection that ends rejects the query, too.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
