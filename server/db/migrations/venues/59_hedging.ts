import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addIndex, amountType, forbidChanges, required } from '../../columns.ts';

/** Trading on exchanges (D71). `tables/venues.ts` describes the columns. */
export const hedgingMigration: Migration = {
  async up(database: Kysely<unknown>) {
    const amount = amountType(database);
    await database.schema
      .createTable('venues')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('opened_at', 'bigint', required)
      .addColumn('recovery_since', 'bigint')
      .addColumn('off_at', 'bigint')
      .addColumn('resumed_at', 'bigint', required)
      .execute();
    await database.schema
      .createTable('venue_orders')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('venue', 'text', (column) => column.notNull().references('venues.name'))
      .addColumn('coin', 'text', required)
      .addColumn('side', 'text', required)
      .addColumn('amount', amount, required)
      .addColumn('price_limit', amount, required)
      .addColumn('deadline', 'bigint', required)
      .addColumn('usd_value', amount, required)
      .addColumn('state', 'text', required)
      .addColumn('absent_at', 'bigint')
      .addColumn('venue_order_id', 'text')
      .addColumn('filled', amount)
      .addColumn('reason', 'text')
      .addColumn('created_at', 'bigint', required)
      .addColumn('ended_at', 'bigint')
      .execute();
    // Until it is known what became of an order, the coin gets no second one.
    await database.schema
      .createIndex('venue_orders_unresolved')
      .unique()
      .on('venue_orders')
      .columns(['venue', 'coin'])
      .where(sql<boolean>`state = 'UNRESOLVED'`)
      .execute();
    await addIndex(database, 'venue_orders', ['venue', 'created_at']);
    await database.schema
      .createTable('venue_fills')
      .addColumn('venue', 'text', (column) => column.notNull().references('venues.name'))
      .addColumn('id', 'text', required)
      .addColumn('venue_order_id', 'text', required)
      .addColumn('coin', 'text', required)
      .addColumn('side', 'text', required)
      .addColumn('amount', amount, required)
      .addColumn('base_coin', 'text', required)
      .addColumn('cost', amount, required)
      .addColumn('fee', amount, required)
      .addColumn('fee_coin', 'text', required)
      .addColumn('filled_at', 'bigint', required)
      .addPrimaryKeyConstraint('venue_fills_primary', ['venue', 'id'])
      .execute();
    await addIndex(database, 'venue_fills', ['venue', 'venue_order_id']);
    await addIndex(database, 'venue_fills', ['venue', 'coin', 'filled_at']);
    await forbidChanges(database, 'venue_fills');
  },
};
