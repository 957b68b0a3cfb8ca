import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Tables } from '../../tables.ts';
import { amountType, required } from '../../columns.ts';

/** Our own coins between the treasury and an exchange. `tables/venues.ts` describes the columns. */
export const venueTransfersMigration: Migration = {
  async up(database: Kysely<Tables>) {
    const amount = amountType(database);
    await database.schema
      .createTable('venue_transfers')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('venue', 'text', (column) => column.notNull().references('venues.name'))
      .addColumn('coin', 'text', required)
      .addColumn('instrument_from', 'text', required)
      .addColumn('instrument_to', 'text')
      .addColumn('amount', amount, required)
      .addColumn('fee', amount, required)
      .addColumn('fee_instrument', 'text', required)
      .addColumn('tx_hash', 'text')
      .addColumn('venue_transfer_id', 'text')
      .addColumn('state', 'text', required)
      .addColumn('sent_at', 'bigint', required)
      .addColumn('arrival_fee', amount)
      .addColumn('ended_at', 'bigint')
      .addUniqueConstraint('venue_transfers_at_venue', ['venue', 'venue_transfer_id'])
      .execute();
    await database.schema
      .createIndex('venue_transfers_by_state_sent_at')
      .on('venue_transfers')
      .columns(['state', 'sent_at'])
      .execute();
    await database.schema.alterTable('embedded_venue_transfers').addColumn('address', 'text').execute();
    await database.schema.alterTable('announced_spends').addColumn('venue', 'text').execute();
    await database.schema
      .alterTable('venues')
      .addColumn('transfers_since', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    // What was moved before this is booked as capital.
    await database.updateTable('venues').set({ transfers_since: Date.now() }).execute();
  },
};
