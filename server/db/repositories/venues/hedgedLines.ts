import { sql } from 'kysely';
import type { Executor } from '../../database.ts';
import type { LedgerEntryTable } from '../../tables/payments.ts';

/** Returns what exchanges of customers have booked at the desk since a time (ms): negative is what they sent. */
export async function listDeskLines(
  executor: Executor,
  since: number,
): Promise<Pick<LedgerEntryTable, 'instrument' | 'amount'>[]> {
  return await executor
    .selectFrom('ledger_entries')
    .select(['instrument', 'amount'])
    .where('created_at', '>=', since)
    .where('account', '=', 'DESK')
    .where('kind', '=', 'EXCHANGE')
    .where('is_reversal', '=', 0)
    .execute();
}

/** Returns what exchanges have charged between two times (ms). */
export async function listVenueFees(
  executor: Executor,
  { from, until }: { from: number; until: number },
): Promise<Pick<LedgerEntryTable, 'instrument' | 'amount'>[]> {
  return (
    executor
      .selectFrom('ledger_entries')
      .select(['instrument', 'amount'])
      // A literal, not a parameter: otherwise the partial index is not used.
      .where(sql<boolean>`account = 'VENUE_FEES'`)
      .where('created_at', '>=', from)
      .where('created_at', '<', until)
      .execute()
  );
}
