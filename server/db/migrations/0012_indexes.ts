import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What settlement looks for is found without reading what ended long ago. */
export const indexesMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema.createIndex('deposits_by_network_role').on('deposits').columns(['network', 'role']).execute();
  },
};
