import { amount, bigint, integer, table, text, type RowOf } from '../table.ts';

/** Networks in RECOVERY and what left their treasuries without the books (D73). `network` is a slug; times are in ms since 1970. */
export const recoveryTables = {
  /** A network in RECOVERY. Without a row its payments leave. */
  recoveries: table({
    network: text().primaryKey(),
    reason: text<RecoveryReason>(),
    /**
     * READING: the host lists what left the treasury. EXPLAINING: operators say what each listed transaction was. CONFIRMED: an operator
     * has confirmed the list, and operators may open the network, which deletes the row.
     */
    state: text<'READING' | 'EXPLAINING' | 'CONFIRMED'>(),
    since: bigint(),
    /** The first position that the books did not know; null until the host has asked the network */
    read_from: bigint().nullable(),
    /** The position after the last listed one; null until the host has asked the network */
    read_to: bigint().nullable(),
  }),
  /** A transaction that the treasury sent and that the books did not know. */
  treasury_transactions: table({
    network: text(),
    /** Which transaction of the treasury, counted from 0. On EVM networks the nonce */
    position: bigint(),
    tx_hash: text(),
    /** JSON: `OutgoingTransfer[]` */
    transfers: text(),
    /** Paid by the treasury, in the native instrument */
    fee: amount(),
    found_at: bigint(),
    /**
     * null: nobody has explained all of it. PAYMENT: its transfers are sends of the outbox, also where `send_ids` does not name them. OWN, LOSS: what is no send of the outbox is
     * booked as capital that left
     */
    explanation: text<'PAYMENT' | 'OWN' | 'LOSS'>().nullable(),
    /** JSON: `(string | null)[]`, the send of the outbox that each transfer is; null: none that is known */
    send_ids: text(),
    /** The operator, as in the record of the act; null: the host, because exactly one payment or announcement equals it */
    explained_by: text().nullable(),
    explained_at: bigint().nullable(),
  }).key('network', 'position'),
  /** A payment from the treasury that an operator will make without the host. */
  announced_spends: table({
    id: text().primaryKey(),
    network: text(),
    instrument: text(),
    /** in the instrument */
    amount: amount(),
    to_address: text(),
    note: text(),
    announced_by: text(),
    announced_at: bigint(),
    /** The transaction that it became; null: not seen yet */
    tx_hash: text().nullable(),
    /** The exchange whose deposit address it pays: it is booked as a transfer there. null: as capital that left */
    venue: text().nullable(),
  }),
  /** Counts the payments that were stored, in one row. Each host keeps the highest number that it saw outside of the database. */
  send_mark: table({
    id: integer<1>().primaryKey(),
    counter: bigint(),
  }).rows({ id: 1, counter: 0 }),
  /** A treasury whose transactions the network counts. */
  treasury_counts: table({
    network: text(),
    address: text(),
    /** Transactions that the network had mined when the host first read it, or that were explained since */
    acknowledged: integer(),
  }).key('network', 'address'),
  /**
   * HD indexes that orders may have which old books have forgotten. New orders get later ones. Payments to their addresses are recorded
   * without an order.
   */
  forgotten_indexes: table({
    /** Some before the counter, because processes reserve indexes */
    first_index: bigint().primaryKey(),
    last_index: bigint(),
    /** The highest index to which a network has shown a payment; null: none */
    last_used: bigint().nullable(),
    /** When books were last found to be old */
    since: bigint(),
  }),
};

/** Why a network is in RECOVERY: it shows more than the books know, this host's mark does, or the books were restored. */
export type RecoveryReason = 'BOOKS_BEHIND' | 'MARK' | 'RESTORED';

export type RecoveryTable = RowOf<typeof recoveryTables.recoveries>;
export type TreasuryTransactionTable = RowOf<typeof recoveryTables.treasury_transactions>;
export type AnnouncedSpendTable = RowOf<typeof recoveryTables.announced_spends>;
export type ForgottenIndexesTable = RowOf<typeof recoveryTables.forgotten_indexes>;
