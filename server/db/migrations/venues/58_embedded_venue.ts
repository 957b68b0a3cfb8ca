import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addIndex, amountType, required } from '../../columns.ts';

/** The books of the embedded venue, which stands for an exchange. `tables/venues.ts` describes the columns. */
export const embeddedVenueMigration: Migration = {
  async up(database: Kysely<unknown>) {
    const amount = amountType(database);
    await database.schema
      .createTable('embedded_venue_balances')
      .addColumn('coin', 'text', (column) => column.primaryKey())
      .addColumn('amount', amount, required)
      .execute();
    await database.schema
      .createTable('embedded_venue_orders')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('client_id', 'text', required)
      .addColumn('coin', 'text', required)
      .addColumn('side', 'text', required)
      .addColumn('amount', amount, required)
      .addColumn('price_limit', amount, required)
      .addColumn('deadline', 'bigint', required)
      .addColumn('due_at', 'bigint', required)
      .addColumn('is_ended', 'integer', required)
      .addColumn('filled', amount, required)
      .execute();
    await addIndex(database, 'embedded_venue_orders', ['client_id']);
    await addIndex(database, 'embedded_venue_orders', ['is_ended', 'due_at']);
    await database.schema
      .createTable('embedded_venue_fills')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('order_id', 'text', (column) => column.notNull().references('embedded_venue_orders.id'))
      .addColumn('coin', 'text', required)
      .addColumn('side', 'text', required)
      .addColumn('amount', amount, required)
      .addColumn('cost', amount, required)
      .addColumn('fee', amount, required)
      .addColumn('fee_coin', 'text', required)
      .addColumn('at', 'bigint', required)
      .execute();
    await addIndex(database, 'embedded_venue_fills', ['coin', 'at']);
    await database.schema
      .createTable('embedded_venue_transfers')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('direction', 'text', required)
      .addColumn('coin', 'text', required)
      .addColumn('amount', amount, required)
      .addColumn('fee', amount, required)
      .addColumn('tx_hash', 'text', required)
      .addColumn('at', 'bigint', required)
      .execute();
  },
};
