import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { required } from '../columns.ts';

/** Incidents of the status page. `tables/host.ts` describes the columns. */
export const incidentsMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('incidents')
      .addColumn('component', 'text', required)
      .addColumn('started_at', 'bigint', required)
      .addColumn('ended_at', 'bigint')
      .addColumn('state', 'text', required)
      .addPrimaryKeyConstraint('incidents_key', ['component', 'started_at'])
      .execute();
    // A component has at most one open incident, however many processes record it.
    await database.schema
      .createIndex('incidents_open')
      .unique()
      .on('incidents')
      .column('component')
      .where(sql<boolean>`ended_at is null`)
      .execute();
  },
};
