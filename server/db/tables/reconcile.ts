import type { Decimal } from '../../../contract/money.ts';
import type { LedgerAccount } from './orders.ts';

/** State that reconciliation stores between its runs. Times are in ms since 1970. */
export interface ReconcileTables {
  reconcile_state: ReconcileStateTable;
  reconcile_totals: ReconcileTotalTable;
  reconcile_accepted: ReconcileAcceptedTable;
  capital_records: CapitalRecordTable;
  reconcile_verified_sends: ReconcileVerifiedSendTable;
}

/** One row: the result of the last periodic run. */
export interface ReconcileStateTable {
  id: number;
  /** `reconcile_totals` include every older ledger entry. */
  totals_until: number;
  ended_at: number;
  /** When the whole ledger was last read */
  full_at: number;
  /** Number of differences that mean a loss for the host or a customer */
  alarms: number;
  /** Number of differences without a loss */
  notices: number;
  /** JSON: the differences, and what could not be checked */
  report: string;
}

/** Sums of all credits and debits of an account, both positive, in the instrument. */
export interface ReconcileTotalTable {
  account: LedgerAccount;
  instrument: string;
  inflow: Decimal;
  outflow: Decimal;
}

/** A difference that an operator accepted. It is not reported again with the same amount. */
export interface ReconcileAcceptedTable {
  difference: string;
  amount_text: string;
  note: string;
  accepted_at: number;
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

/** A send that was verified long after its confirmation. It is not checked again, because nodes may prune it. */
export interface ReconcileVerifiedSendTable {
  outbox_id: string;
  verified_at: number;
}
