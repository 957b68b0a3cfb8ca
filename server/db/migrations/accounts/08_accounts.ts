import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addIndex, amountType, required } from '../../columns.ts';
import { isPostgres } from '../../isPostgres.ts';

/** Users, sessions, one-time codes, owners of orders and e-mails to customers. `tables/accounts.ts` describes the columns. */
export const accountsMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await createUsers(database);
    await createSessions(database);
    await createOwners(database);
    await createMails(database);
    await createBalances(database);
  },
};

async function createUsers(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('users')
    .addColumn('id', isPostgres(database) ? 'serial' : 'integer', (column) =>
      isPostgres(database) ? column.primaryKey() : column.primaryKey().autoIncrement(),
    )
    .addColumn('version', 'integer', required)
    .addColumn('email', 'text')
    .addColumn('email_key', 'text', (column) => column.unique())
    .addColumn('password_hash', 'text')
    .addColumn('operator_scopes', 'text', required)
    .addColumn('locale', 'text', required)
    .addColumn('email_confirmed_at', 'bigint')
    .addColumn('pending_email', 'text')
    .addColumn('referrer_user_id', 'integer', (column) => column.references('users.id'))
    .addColumn('referrer_code', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('password_changed_at', 'bigint', required)
    .addColumn('credentials_changed_at', 'bigint', required)
    .addColumn('closed_at', 'bigint')
    .execute();
  await addIndex(database, 'users', ['referrer_user_id']);
}

async function createSessions(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id'))
    .addColumn('kind', 'text', required)
    .addColumn('access_token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('access_expires_at', 'bigint', required)
    .addColumn('refresh_token_hash', 'text', required)
    .addColumn('previous_refresh_hash', 'text')
    .addColumn('rotated_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('last_used_at', 'bigint', required)
    .addColumn('second_factor_at', 'bigint')
    .addColumn('browser', 'text')
    .addColumn('system', 'text')
    .addColumn('client_address', 'text')
    .addColumn('browser_fingerprint', 'text')
    .addColumn('is_new_device', 'integer', required)
    .addColumn('ended_at', 'bigint')
    .addColumn('end_reason', 'text')
    .execute();
  await addIndex(database, 'sessions', ['user_id', 'created_at']);
  await database.schema
    .createTable('account_codes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'integer', (column) => column.references('users.id'))
    .addColumn('kind', 'text', required)
    .addColumn('code_hash', 'text', required)
    .addColumn('data', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .addColumn('tries', 'integer', required)
    .addColumn('used_at', 'bigint')
    .execute();
  await addIndex(database, 'account_codes', ['user_id', 'kind']);
  await addIndex(database, 'account_codes', ['expires_at']);
}

async function createOwners(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('order_owners')
    .addColumn('order_id', 'text', (column) => column.primaryKey().references('orders.id'))
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id'))
    .addColumn('source', 'text', required)
    .addColumn('api_key_id', 'text')
    .addColumn('created_at', 'bigint', required)
    .execute();
  await addIndex(database, 'order_owners', ['user_id', 'created_at', 'order_id']);
}

async function createMails(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('account_mails')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id'))
    .addColumn('to_address', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('data', 'text', required)
    .addColumn('locale', 'text', required)
    .addColumn('origin', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('attempts', 'integer', required)
    .addColumn('not_before', 'bigint', required)
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'bigint', required)
    .addColumn('reason', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('sent_at', 'bigint')
    .execute();
  await addIndex(database, 'account_mails', ['state', 'not_before']);
}

async function createBalances(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('customer_balances')
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id'))
    .addColumn('instrument', 'text', required)
    .addColumn('amount', amountType(database), required)
    .addColumn('version', 'integer', required)
    .addPrimaryKeyConstraint('customer_balances_key', ['user_id', 'instrument'])
    .execute();
  await database.schema.alterTable('ledger_entries').addColumn('user_id', 'integer').execute();
  await addIndex(database, 'ledger_entries', ['user_id', 'created_at']);
}
