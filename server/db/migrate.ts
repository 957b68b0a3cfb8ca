import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import packageFile from '../../package.json' with { type: 'json' };
import { ConfigurationError } from '../settings/configurationError.ts';
import { createStatements } from './createStatements.ts';
import type { Database, Executor } from './database.ts';
import { isPostgres } from './isPostgres.ts';
import { lockInTransaction } from './lockInTransaction.ts';
import { releases, type Release } from './migrations/index.ts';
import { listTables } from './repositories/restoredBooks.ts';
import { script } from './script.ts';
import type { Schema } from './table.ts';
import { schema } from './tables.ts';

/** The schema of a version of the host, and the releases whose databases it upgrades, oldest first. */
export interface SchemaVersion {
  schema: Schema;
  releases: readonly Release[];
  /** The version of the host */
  name: string;
}

const THIS_VERSION: SchemaVersion = { schema, releases, name: packageFile.version };
/** Every version of the host reads this table. */
const VERSIONS = 'schema_versions';

/**
 * Creates the schema in an empty database, or brings the schema of an earlier release up to date, in one transaction. Processes that
 * start at the same time wait for each other.
 *
 * @param remedy what to do about a database that can't be upgraded: a sentence for the operator
 * @throws ConfigurationError if a newer version of the host or one that was never released made the database; a migration's own error
 */
export async function migrate(
  database: Database,
  remedy = 'Use an empty database.',
  version: SchemaVersion = THIS_VERSION,
): Promise<void> {
  const isEmbedded = !isPostgres(database);
  // SQLite can change a table only by replacing it, which other tables' foreign keys forbid. The switch has no effect inside a transaction.
  if (isEmbedded) await sql`pragma foreign_keys = off`.execute(database);
  try {
    await database.transaction().execute(async (transaction) => {
      await lockInTransaction(transaction, 'migrate');
      const tables = await listTables(transaction);
      if (tables.includes(VERSIONS)) await upgrade(transaction, version, remedy);
      else if (tables.some((table) => table in version.schema)) throw unreleased(remedy);
      else await create(transaction, version);
    });
  } finally {
    if (isEmbedded) await sql`pragma foreign_keys = on`.execute(database);
  }
}

async function create(transaction: Executor, version: SchemaVersion): Promise<void> {
  await script(createStatements(version.schema, isPostgres(transaction) ? 'postgres' : 'sqlite')).execute(transaction);
  await record(transaction, version);
}

async function upgrade(transaction: Executor, version: SchemaVersion, remedy: string): Promise<void> {
  const found = await transaction.selectFrom(VERSIONS).selectAll().orderBy('number', 'desc').limit(1).executeTakeFirstOrThrow();
  if (found.digest === digestOf(version.schema)) return;
  if (found.number > version.releases.length) {
    throw new ConfigurationError(
      `Causeway ${found.release} made this database, which is newer than this version (${version.name}): start ${found.release} or a later one.`,
    );
  }
  const next = version.releases.findIndex(({ from }) => from === found.digest);
  if (next < 0) throw unreleased(remedy);
  for (const { migrations } of version.releases.slice(next)) {
    for (const change of migrations) await change(transaction);
  }
  if (!isPostgres(transaction)) {
    const { rows } = await sql<{ table: string }>`pragma foreign_key_check`.execute(transaction);
    if (rows[0]) throw new Error(`The migration leaves a row of ${rows[0].table} without the row that it references.`);
  }
  await record(transaction, version);
}

const unreleased = (remedy: string): ConfigurationError =>
  new ConfigurationError(`An unreleased version of Causeway made this database, which can't be upgraded. ${remedy}`);

async function record(transaction: Executor, { schema: described, releases: { length }, name }: SchemaVersion): Promise<void> {
  const row = { number: length, digest: digestOf(described), release: name, created_at: Date.now() };
  await transaction.insertInto(VERSIONS).values(row).execute();
}

/** Returns a text that differs for every difference between what creates tables, on either database: SHA-256, hex. */
export function digestOf(described: Schema): string {
  const statements = (['sqlite', 'postgres'] as const).map((dialect) => createStatements(described, dialect).toSorted());
  return createHash('sha256').update(JSON.stringify(statements)).digest('hex');
}
