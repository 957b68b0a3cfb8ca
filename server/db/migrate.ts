import { Migrator } from 'kysely/migration';
import { ConfigurationError } from '../env.ts';
import type { Database } from './database.ts';
import { migrations } from './migrations/index.ts';

/**
 * Brings the schema up to date; throws the migration's own error when one fails, and a ConfigurationError for a database
 * that a newer version of this host has brought further than this one knows.
 */
export async function migrate(database: Database): Promise<void> {
  const migrator = new Migrator({ db: database, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error } = await migrator.migrateToLatest();
  if (error instanceof Error && error.message.includes('previously executed migration')) {
    throw new ConfigurationError(`The database belongs to another version of this host, which may be newer: ${error.message}.`);
  }
  if (error) throw error;
}
