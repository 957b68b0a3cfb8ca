import { sql, type ColumnDefinitionBuilder, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addIndex, amountType, required } from '../columns.ts';
import { isPostgres } from '../isPostgres.ts';

/** Withdrawals of earnings, which the outbox sends too. `tables/withdrawals.ts` describes the columns. */
export const withdrawalsMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await allowSendsWithoutOrder(database);
    const amount = amountType(database);
    await database.schema
      .createTable('withdrawals')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id'))
      .addColumn('instrument', 'text', required)
      .addColumn('amount', amount, required)
      .addColumn('network_fee', amount, required)
      .addColumn('to_address', 'text', required)
      .addColumn('wait_until', 'bigint')
      .addColumn('wait_reasons', 'text', required)
      .addColumn('stop_token_hash', 'text', (column) => column.unique())
      .addColumn('idempotency_key', 'text')
      .addColumn('origin', 'text', required)
      .addColumn('document', 'text', required)
      .addColumn('signature', 'text', required)
      .addColumn('key_id', 'text', required)
      .addColumn('created_at', 'bigint', required)
      .addUniqueConstraint('withdrawals_key', ['user_id', 'idempotency_key'])
      .execute();
    await addIndex(database, 'withdrawals', ['user_id', 'created_at', 'id']);
  },
};

/** Makes `outbox.order_id` optional. SQLite can't change a column, so the table is rebuilt there. */
async function allowSendsWithoutOrder(database: Kysely<unknown>): Promise<void> {
  for (const index of ['outbox_open_refunds', 'outbox_unresolved']) await database.schema.dropIndex(index).execute();
  if (isPostgres(database)) {
    await database.schema
      .alterTable('outbox')
      .alterColumn('order_id', (column) => column.dropNotNull())
      .execute();
  } else {
    await rebuildOutbox(database);
  }
  await database.schema
    .createIndex('outbox_open_returns')
    .on('outbox')
    .column('instrument')
    .where(sql<boolean>`kind in ('REFUND', 'WITHDRAWAL') and state <> 'CONFIRMED'`)
    .execute();
  await database.schema
    .createIndex('outbox_unresolved')
    .on('outbox')
    .columns(['state', 'created_at'])
    .where(sql<boolean>`state in ('HELD', 'FAILED', 'REFUSED', 'PENDING') and kind in ('PAYOUT', 'REFUND', 'WITHDRAWAL')`)
    .execute();
}

/** The columns of the outbox in SQLite: name, type, constraints. */
const OUTBOX_COLUMNS: readonly [
  string,
  'text' | 'integer' | 'bigint',
  ((column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder)?,
][] = [
  ['id', 'text', (column) => column.primaryKey()],
  ['idempotency_key', 'text', (column) => column.notNull().unique()],
  ['kind', 'text', required],
  ['order_id', 'text', (column) => column.references('orders.id')],
  ['network', 'text', required],
  ['instrument', 'text', required],
  ['from_index', 'integer', required],
  ['to_address', 'text', required],
  ['memo', 'text'],
  ['amount', 'text', required],
  ['fee_limit', 'text'],
  ['usd_value', 'text'],
  ['state', 'text', required],
  ['attempts', 'integer', required],
  ['not_before', 'bigint', required],
  ['lease_owner', 'text'],
  ['lease_until', 'bigint', required],
  ['reason', 'text'],
  ['overridden_at', 'bigint'],
  ['tx_hash', 'text'],
  ['created_at', 'bigint', required],
  ['sent_at', 'bigint'],
  ['confirmed_at', 'bigint'],
  ['arrived_amount', 'text'],
  ['arrival_note', 'text'],
];

async function rebuildOutbox(database: Kysely<unknown>): Promise<void> {
  let table = database.schema.createTable('outbox_rebuilt');
  for (const [name, type, constrain] of OUTBOX_COLUMNS) table = table.addColumn(name, type, constrain);
  await table.execute();
  const columns = sql.join(OUTBOX_COLUMNS.map(([name]) => sql.ref(name)));
  await sql`insert into outbox_rebuilt (${columns}) select ${columns} from outbox`.execute(database);
  await database.schema.dropTable('outbox').execute();
  await database.schema.alterTable('outbox_rebuilt').renameTo('outbox').execute();
  await addIndex(database, 'outbox', ['order_id']);
  await addIndex(database, 'outbox', ['network', 'state', 'not_before']);
  await addIndex(database, 'outbox', ['instrument', 'created_at']);
  await database.schema
    .createIndex('outbox_short')
    .on('outbox')
    .column('created_at')
    .where(sql<boolean>`arrived_amount is not null`)
    .execute();
}
