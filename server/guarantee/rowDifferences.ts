import { canonicalJson } from '../../contract/signedDocuments/canonicalJson.ts';
import { listRows } from '../db/repositories/operatorActions.ts';
import { listRecoveries } from '../db/repositories/recovery/recoveries.ts';
import { listVenues } from '../db/repositories/venues/venues.ts';
import { keyOfRow, readSignedRows, type SignedRows, type SignedRowsContext, type SignedTable } from './signedRows.ts';

type Row = Readonly<Record<string, string | number | null>>;

/** A row that is not as the newest signed act about it says */
export interface RowDifference {
  table: SignedTable;
  /** As in {@link keyOfRow} */
  key: string;
  /** What the table has; null: no row */
  found: Row | null;
  /** What the acts explain; null: no row */
  signed: Row | null;
}

/** What is compared of each table. Times are left out: an act and its row take them one after the other. */
const COMPARED = {
  settings: ['value', 'set_by'],
  switches: ['reason', 'set_by'],
  blacklist: ['reason'],
  reserve_thresholds: ['amount', 'set_by'],
  notices: ['texts', 'until', 'set_by'],
  approvals: ['act', 'subject', 'digest', 'effect', 'reason', 'requested_by', 'state', 'decided_by', 'decision'],
} as const satisfies Record<SignedTable, readonly string[]>;
const JSON_COLUMNS: readonly string[] = ['texts', 'effect'];

/** Compares every row of the tables with the signed acts of operators (D79). */
export async function listRowDifferences(context: SignedRowsContext): Promise<RowDifference[]> {
  const state = await readSignedRows(context);
  const isOfHost = await isStopOfHost(context, state);
  const found: RowDifference[] = [];
  // Object.keys forgets the type.
  for (const table of Object.keys(COMPARED) as SignedTable[]) {
    const signed: ReadonlyMap<string, Row> = state[table];
    const rows = new Map((await listRows(context.database, table)).map((row: Row) => [keyOfRow(table, row), row]));
    for (const key of new Set([...rows.keys(), ...signed.keys()])) {
      const [row = null, expected = null] = [rows.get(key), signed.get(key)];
      if (row && expected && contentOf(table, row) === contentOf(table, expected)) continue;
      if (row && table === 'switches' && isOfHost(key, row)) continue;
      found.push({ table, key, found: row, signed: expected });
    }
  }
  return found;
}

/**
 * Returns whether a switch is the stop of all payments that the host itself sets with RECOVERY, without an act (D75): until operators have
 * opened what was in RECOVERY, and also after that, because they end the stop with an act of its own.
 */
async function isStopOfHost({ database }: SignedRowsContext, { openedAt }: SignedRows) {
  const [recoveries, venues] = await Promise.all([listRecoveries(database), listVenues(database)]);
  const isInRecovery = recoveries.length > 0 || venues.some(({ recovery_since: since }) => since !== null);
  return (key: string, row: Row): boolean => key === 'PAYOUTS EVERYTHING ' && (isInRecovery || Number(row['set_at']) <= openedAt);
}

function contentOf(table: SignedTable, row: Row): string {
  return canonicalJson(
    COMPARED[table].map((column) => {
      const value = row[column] ?? null;
      return JSON_COLUMNS.includes(column) ? canonicalOf(value) : value === null ? null : String(value);
    }),
  );
}

/** Somebody may have written what is no JSON. */
function canonicalOf(value: unknown): string {
  try {
    return canonicalJson(JSON.parse(String(value)));
  } catch {
    return String(value);
  }
}
