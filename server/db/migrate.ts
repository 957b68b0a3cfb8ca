import { Migrator } from 'kysely/migration';
import { ConfigurationError } from '../settings/configurationError.ts';
import type { Database } from './database.ts';
import { migrations } from './migrations/index.ts';

/** The migrations that development versions ran before they were merged into one per area. */
const MERGED_MIGRATION = /migration 00\d\d_\w+ is missing/;

/**
 * Brings the schema up to date.
 *
 * @param remedy what to do about a database that can't be upgraded: a sentence for the operator
 * @throws ConfigurationError if an older development version or a newer version of the host made the database; the
 * migration's own error if one fails
 */
export async function migrate(database: Database, remedy = 'Use an empty database.'): Promise<void> {
  const migrator = new Migrator({ db: database, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error } = await migrator.migrateToLatest();
  if (error instanceof Error && MERGED_MIGRATION.test(error.message)) {
    throw new ConfigurationError(
      `This database was made by an older development version of Causeway and can't be upgraded. ${remedy}`,
    );
  }
  if (error instanceof Error && error.message.includes('previously executed migration')) {
    throw new ConfigurationError(`The database belongs to another version of this host, which may be newer: ${error.message}.`);
  }
  if (error) throw error;
}
