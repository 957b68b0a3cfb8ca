import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addIndex, required } from '../../columns.ts';

/** API keys and the nonces of their calls. `tables/apiKeys.ts` describes the columns. */
export const apiKeysMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('api_keys')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id'))
      .addColumn('name', 'text', required)
      .addColumn('sealed_secret', 'text', required)
      .addColumn('white_list', 'text', required)
      .addColumn('is_active', 'integer', required)
      .addColumn('created_at', 'bigint', required)
      .addColumn('last_used_at', 'bigint')
      .execute();
    await addIndex(database, 'api_keys', ['user_id', 'created_at']);
    await database.schema
      .createTable('api_nonces')
      .addColumn('api_key_id', 'text', required)
      .addColumn('nonce', 'text', required)
      .addColumn('until', 'bigint', required)
      .addPrimaryKeyConstraint('api_nonces_key', ['api_key_id', 'nonce'])
      .execute();
    await addIndex(database, 'api_nonces', ['until']);
    // The number of orders of each key.
    await addIndex(database, 'order_owners', ['api_key_id']);
  },
};
