import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { amountType, required } from '../columns.ts';

/** Networks in RECOVERY and what left their treasuries without the books (D73). `tables/recovery.ts` describes the columns. */
export const recoveryMigration: Migration = {
  async up(database: Kysely<unknown>) {
    const amountColumn = amountType(database);
    await database.schema.alterTable('evm_treasuries').renameTo('treasury_counts').execute();
    await database.schema
      .createTable('recoveries')
      .addColumn('network', 'text', (column) => column.primaryKey())
      .addColumn('reason', 'text', required)
      .addColumn('state', 'text', required)
      .addColumn('since', 'bigint', required)
      .addColumn('read_from', 'bigint')
      .addColumn('read_to', 'bigint')
      .execute();
    await database.schema
      .createTable('treasury_transactions')
      .addColumn('network', 'text', required)
      .addColumn('position', 'bigint', required)
      .addColumn('tx_hash', 'text', required)
      .addColumn('transfers', 'text', required)
      .addColumn('fee', amountColumn, required)
      .addColumn('found_at', 'bigint', required)
      .addColumn('explanation', 'text')
      .addColumn('send_id', 'text')
      .addColumn('explained_by', 'text')
      .addColumn('explained_at', 'bigint')
      .addPrimaryKeyConstraint('treasury_transactions_key', ['network', 'position'])
      .execute();
    await database.schema
      .createTable('announced_spends')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('network', 'text', required)
      .addColumn('instrument', 'text', required)
      .addColumn('amount', amountColumn, required)
      .addColumn('to_address', 'text', required)
      .addColumn('note', 'text', required)
      .addColumn('announced_by', 'text', required)
      .addColumn('announced_at', 'bigint', required)
      .addColumn('tx_hash', 'text')
      .execute();
    await database.schema
      .createTable('send_mark')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('counter', 'bigint', required)
      .execute();
    await sql`insert into send_mark (id, counter) values (1, 0)`.execute(database);
  },
};
