import type { Decimal } from '../../../contract/money.ts';
import type { LedgerAccount } from './payments.ts';

/** State that reconciliation stores between its runs. Times are in ms since 1970. */
export interface ReconcileTables {
  reconcile_state: ReconcileStateTable;
  reconcile_totals: ReconcileTotalTable;
  reconcile_findings: ReconcileFindingTable;
  reconcile_unread: ReconcileUnreadTable;
  reconcile_accepted: ReconcileAcceptedTable;
  capital_records: CapitalRecordTable;
  reconcile_verified_sends: ReconcileVerifiedSendTable;
}

/** One row, about the last run that finished. */
export interface ReconcileStateTable {
  id: number;
  /** `reconcile_totals` include every older ledger entry. */
  totals_until: number;
  ended_at: number;
  /** When everything was last checked */
  full_at: number;
}

/** A difference that was confirmed in an object. It stays until a run reads the object and finds it correct. */
export interface ReconcileFindingTable {
  /** What was checked: `reconcile/objects.ts` */
  object: string;
  /** Counts the differences of the object */
  number: number;
  key: string;
  severity: 'ALARM' | 'NOTICE';
  what: string;
  how_much: string;
  advice: string;
  first_found_at: number;
  last_found_at: number;
}

/** An object that the last run could not read. It may be correct or not. */
export interface ReconcileUnreadTable {
  object: string;
  reason: string;
  /** The first of the runs without a break that could not read it */
  since: number;
}

/** Sums of all credits and debits of an account, both positive, in the instrument. */
export interface ReconcileTotalTable {
  account: LedgerAccount;
  instrument: string;
  inflow: Decimal;
  outflow: Decimal;
}

/** A difference that an operator accepted. It is not reported again with the same amount, if the record is signed. */
export interface ReconcileAcceptedTable {
  difference: string;
  amount_text: string;
  /** canonical JSON, as signed: `AcceptanceRecord` */
  document: string;
  /** hex */
  signature: string;
  key_id: string;
}

/** A signed record of each change of our capital. Its journal is `capital:<instrument>:<number>`. Append-only. */
export interface CapitalRecordTable {
  /** Counts up without a gap over all instruments, from 0 */
  number: number;
  /** canonical JSON, as signed: `CapitalRecord` */
  document: string;
  /** hex */
  signature: string;
  key_id: string;
}

/**
 * A send that was verified long after its confirmation. It is not checked again, because nodes may prune it, as long as it is what was
 * signed.
 */
export interface ReconcileVerifiedSendTable {
  outbox_id: string;
  verified_at: number;
  /** A `VerificationRecord` as canonical JSON; null: of an older version, and not signed yet */
  document: string | null;
  /** hex */
  signature: string | null;
  key_id: string | null;
}
