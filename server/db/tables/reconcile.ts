import type { LedgerAccount } from './payments.ts';
import { amount, bigint, integer, table, text, type RowOf } from '../table.ts';

/** State that reconciliation stores between its runs. Times are in ms since 1970. */
export const reconcileTables = {
  /** One row, about the last run that finished. */
  reconcile_state: table({
    id: integer().primaryKey(),
    /** `reconcile_totals` include every older ledger entry. */
    totals_until: bigint(),
    ended_at: bigint(),
    /** When everything was last checked */
    full_at: bigint(),
  }),
  /** Sums of all credits and debits of an account, both positive, in the instrument. */
  reconcile_totals: table({
    account: text<LedgerAccount>(),
    instrument: text(),
    inflow: amount(),
    outflow: amount(),
  }).key('account', 'instrument'),
  /** A difference that was confirmed in an object. It stays until a run reads the object and finds it correct. */
  reconcile_findings: table({
    /** What was checked: `reconcile/objects.ts` */
    object: text(),
    /** Counts the differences of the object */
    number: integer(),
    key: text(),
    severity: text<'ALARM' | 'NOTICE'>(),
    what: text(),
    how_much: text(),
    advice: text(),
    first_found_at: bigint(),
    last_found_at: bigint(),
  }).key('object', 'number'),
  /** An object that the last run could not read. It may be correct or not. */
  reconcile_unread: table({
    object: text().primaryKey(),
    reason: text(),
    /** The first of the runs without a break that could not read it */
    since: bigint(),
  }),
  /** A difference that an operator accepted. It is not reported again with the same amount, if the record is signed. */
  reconcile_accepted: table({
    difference: text(),
    amount_text: text(),
    /** canonical JSON, as signed: `AcceptanceRecord` */
    document: text(),
    /** hex */
    signature: text(),
    key_id: text(),
  }).key('difference', 'amount_text'),
  /** A signed record of each change of our capital. Its journal is `capital:<instrument>:<number>`. Append-only. */
  capital_records: table({
    /** Counts up without a gap over all instruments, from 0 */
    number: integer().primaryKey(),
    /** canonical JSON, as signed: `CapitalRecord` */
    document: text(),
    /** hex */
    signature: text(),
    key_id: text(),
  }).appendOnly(),
  /**
   * A send that was verified long after its confirmation. It is not checked again, because nodes may prune it, as long as it is what was
   * signed.
   */
  reconcile_verified_sends: table({
    outbox_id: text().primaryKey(),
    verified_at: bigint(),
    /** A `VerificationRecord` as canonical JSON */
    document: text(),
    /** hex */
    signature: text(),
    key_id: text(),
  }),
};

export type ReconcileStateTable = RowOf<typeof reconcileTables.reconcile_state>;
export type ReconcileFindingTable = RowOf<typeof reconcileTables.reconcile_findings>;
export type ReconcileUnreadTable = RowOf<typeof reconcileTables.reconcile_unread>;
export type ReconcileTotalTable = RowOf<typeof reconcileTables.reconcile_totals>;
export type ReconcileAcceptedTable = RowOf<typeof reconcileTables.reconcile_accepted>;
export type CapitalRecordTable = RowOf<typeof reconcileTables.capital_records>;
export type ReconcileVerifiedSendTable = RowOf<typeof reconcileTables.reconcile_verified_sends>;
