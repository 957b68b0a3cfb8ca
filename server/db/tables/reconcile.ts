import type { Decimal } from '../../../contract/money.ts';
import type { LedgerAccount } from './orders.ts';

/** What reconciling keeps between its runs. Times are milliseconds since 1970. */
export interface ReconcileTables {
  reconcile_state: ReconcileStateTable;
  reconcile_totals: ReconcileTotalTable;
  reconcile_accepted: ReconcileAcceptedTable;
  treasury_capital: TreasuryCapitalTable;
  reconcile_verified_sends: ReconcileVerifiedSendTable;
}

/** One row: what the last periodic run found. */
export interface ReconcileStateTable {
  id: number;
  /** `reconcile_totals` hold every ledger entry that is older. */
  totals_until: number;
  ended_at: number;
  /** When the whole ledger was last read. */
  full_at: number;
  /** Differences in money that somebody would lose by … */
  alarms: number;
  /** … and those that nobody would. */
  notices: number;
  /** JSON: the differences, and what could not be asked */
  report: string;
}

/** What was ever added to an account and taken from it; both positive, in the instrument. */
export interface ReconcileTotalTable {
  account: LedgerAccount;
  instrument: string;
  inflow: Decimal;
  outflow: Decimal;
}

/** A difference that an operator has looked into: the same one is not told again. */
export interface ReconcileAcceptedTable {
  difference: string;
  amount_text: string;
  note: string;
  accepted_at: number;
}

/** What the treasury holds besides what the ledger knows: number 0 is what it began with, then what the operator added or took. */
export interface TreasuryCapitalTable {
  instrument: string;
  number: number;
  /** signed, in the instrument */
  amount: Decimal;
  note: string;
  created_at: number;
}

/** A send that was confirmed long ago and judged good since: its network, which may forget it, is not asked again. */
export interface ReconcileVerifiedSendTable {
  outbox_id: string;
  verified_at: number;
}
