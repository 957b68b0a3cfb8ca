import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { ConfigurationError } from '../settings/configurationError.ts';
import type { LedgerAmount } from './embeddedCopy.ts';

/** Uncompressed, because the backup is compressed as a whole. Owners and rights are those of the target. */
const DUMP = ['--format=custom', '--compress=0', '--no-owner', '--no-privileges', '--no-password'];
const RESTORE = ['--no-owner', '--no-privileges', '--no-password', '--exit-on-error', '--single-transaction'];

/** Writes a PostgreSQL database that hosts may be writing to a file, as of one moment. Throws a ConfigurationError. */
export async function dumpPostgres(url: string, to: string): Promise<void> {
  await ended('pg_dump', start('pg_dump', [...DUMP, `--file=${to}`], url));
}

/** Restores a dump into an empty database, in one transaction. Throws a ConfigurationError. */
export async function restorePostgresDump(url: string, dump: string): Promise<void> {
  await ended('pg_restore', start('pg_restore', [...RESTORE, dump], url));
}

/** Returns the ledger entries of a dump. Needs no server. Throws a ConfigurationError. */
export async function* readDumpedLedger(dump: string): AsyncGenerator<LedgerAmount> {
  const program = start('pg_restore', ['--data-only', '--table=ledger_entries', '--file=-', dump]);
  const isEnded = ended('pg_restore', program);
  // Reported below, after the lines.
  isEnded.catch(() => undefined);
  let columns: string[] | null = null;
  let hasTable = false;
  if (program.stdout === null) throw new Error('pg_restore has no output');
  try {
    for await (const line of createInterface({ input: program.stdout, crlfDelay: Infinity })) {
      const [, names] = /^COPY \S*ledger_entries \((.*)\) FROM stdin;$/.exec(line) ?? [];
      if (names !== undefined) {
        columns = names.split(', ');
        hasTable = true;
      } else if (line === String.raw`\.`) columns = null;
      else if (columns) yield entryOf(columns, line.split('\t'));
    }
    await isEnded;
  } finally {
    program.kill();
  }
  if (!hasTable) throw new Error('The dump has no table ledger_entries.');
}

function entryOf(columns: readonly string[], values: readonly string[]): LedgerAmount {
  const valueOf = (name: string): string => {
    const value = values[columns.indexOf(name)];
    if (value === undefined) throw new Error(`The dump has a ledger entry without ${name}.`);
    return value;
  };
  return { journal_id: valueOf('journal_id'), instrument: valueOf('instrument'), amount: valueOf('amount') };
}

/** Starts a program of PostgreSQL. The password is not an argument, because other users see arguments. */
function start(program: string, words: readonly string[], url?: string): ChildProcess {
  const place = url === undefined ? null : new URL(url);
  const password = place && decodeURIComponent(place.password);
  if (place) place.password = '';
  return spawn(program, [...words, ...(place ? [`--dbname=${place.href}`] : [])], {
    env: { ...process.env, LC_ALL: 'C', ...(password && { PGPASSWORD: password }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

const MOST_KEPT = 2_000;

/** Waits for the end of a program. Throws a ConfigurationError with what it reported. */
async function ended(name: string, program: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let reported = '';
  program.stderr?.on('data', (part: Buffer) => (reported = (reported + part.toString()).slice(-MOST_KEPT)));
  program.once('error', () =>
    reject(
      new ConfigurationError(`${name} is not installed. Install PostgreSQL's client programs of the server's version or newer.`),
    ),
  );
  program.once('close', (code) =>
    code === 0 ? resolve() : reject(new ConfigurationError(`${name} failed: ${reported.trim() || `code ${code}`}`)),
  );
  await promise;
}
