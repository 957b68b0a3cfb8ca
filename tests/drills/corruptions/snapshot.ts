import type { Database } from '../../../server/db/database.ts';
import { withoutConstraints } from '../../support/withoutConstraints.ts';

/** The tables that corruptions change. */
const TABLES = [
  'users',
  'orders',
  'order_origins',
  'order_owners',
  'order_settlements',
  'order_refunds',
  'order_events',
  'deposits',
  'outbox',
  'outflows',
  'reservations',
  'reconcile_verified_sends',
  'treasury_balances',
  'counters',
  'network_cursors',
  'ledger_entries',
  'signed_documents',
  'capital_records',
  'operator_actions',
  'settings',
  'switches',
  'blacklist',
  'reserve_thresholds',
  'notices',
  'approvals',
  'affiliate_codes',
  'referrals',
  'accruals',
  'cashback_days',
  'cashback_levels',
  'customer_balances',
  'withdrawals',
  'chain_transfers',
  'embedded_sends',
  'chain_balances',
] as const;
const ROWS_PER_INSERT = 50;

/** Remembers the rows of all these tables. Returns a function that puts them back. */
export async function takeSnapshot(database: Database): Promise<() => Promise<void>> {
  const tables: { table: (typeof TABLES)[number]; rows: object[] }[] = [];
  for (const table of TABLES) tables.push({ table, rows: await database.selectFrom(table).selectAll().execute() });
  return async () => {
    await withoutConstraints(database, async (transaction) => {
      for (const { table, rows } of tables) {
        await transaction.deleteFrom(table).execute();
        for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
          await transaction
            .insertInto(table)
            .values(rows.slice(start, start + ROWS_PER_INSERT))
            .execute();
        }
      }
    });
  };
}
