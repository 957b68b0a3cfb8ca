import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addIndex, required } from '../../columns.ts';

/** Authenticator apps, passkeys and recovery codes. `tables/secondFactor.ts` describes the columns. */
export const secondFactorMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .alterTable('users')
      .addColumn('has_second_factor', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await database.schema
      .createTable('totp_secrets')
      .addColumn('user_id', 'integer', (column) => column.primaryKey().references('users.id'))
      .addColumn('sealed_secret', 'text', required)
      .addColumn('created_at', 'bigint', required)
      .addColumn('enabled_at', 'bigint')
      .addColumn('last_step', 'bigint', required)
      .execute();
    await database.schema
      .createTable('passkeys')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id'))
      .addColumn('relying_party', 'text', required)
      .addColumn('public_key', 'text', required)
      .addColumn('counter', 'bigint', required)
      .addColumn('transports', 'text', required)
      .addColumn('name', 'text', required)
      .addColumn('created_at', 'bigint', required)
      .addColumn('last_used_at', 'bigint')
      .execute();
    await addIndex(database, 'passkeys', ['user_id']);
    await database.schema
      .createTable('recovery_codes')
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id'))
      .addColumn('code_hash', 'text', required)
      .addColumn('used_at', 'bigint')
      .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'code_hash'])
      .execute();
  },
};
