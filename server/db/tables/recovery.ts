import type { Decimal } from '../../../contract/money.ts';

/** Networks in RECOVERY and what left their treasuries without the books (D73). `network` is a slug; times are in ms since 1970. */
export interface RecoveryTables {
  recoveries: RecoveryTable;
  treasury_transactions: TreasuryTransactionTable;
  announced_spends: AnnouncedSpendTable;
  send_mark: SendMarkTable;
  treasury_counts: TreasuryCountTable;
  forgotten_indexes: ForgottenIndexesTable;
}

/** Why a network is in RECOVERY: it shows more than the books know, this host's mark does, or the books were restored. */
export type RecoveryReason = 'BOOKS_BEHIND' | 'MARK' | 'RESTORED';

/** A network in RECOVERY. Without a row its payments leave. */
export interface RecoveryTable {
  network: string;
  reason: RecoveryReason;
  /**
   * READING: the host lists what left the treasury. EXPLAINING: operators say what each listed transaction was. CONFIRMED: an operator
   * has confirmed the list, and operators may open the network, which deletes the row.
   */
  state: 'READING' | 'EXPLAINING' | 'CONFIRMED';
  since: number;
  /** The first position that the books did not know; null until the host has asked the network */
  read_from: number | null;
  /** The position after the last listed one; null until the host has asked the network */
  read_to: number | null;
}

/** A transaction that the treasury sent and that the books did not know. */
export interface TreasuryTransactionTable {
  network: string;
  /** Which transaction of the treasury, counted from 0. On EVM networks the nonce */
  position: number;
  tx_hash: string;
  /** JSON: `OutgoingTransfer[]` */
  transfers: string;
  /** Paid by the treasury, in the native instrument */
  fee: Decimal;
  found_at: number;
  /**
   * null: nobody has explained all of it. PAYMENT: its transfers are sends of the outbox, also where `send_ids` does not name them. OWN, LOSS: what is no send of the outbox is
   * booked as capital that left
   */
  explanation: 'PAYMENT' | 'OWN' | 'LOSS' | null;
  /** JSON: `(string | null)[]`, the send of the outbox that each transfer is; null: none that is known */
  send_ids: string;
  /** The operator, as in the record of the act; null: the host, because exactly one payment or announcement equals it */
  explained_by: string | null;
  explained_at: number | null;
}

/** A payment from the treasury that an operator will make without the host. */
export interface AnnouncedSpendTable {
  id: string;
  network: string;
  instrument: string;
  /** in the instrument */
  amount: Decimal;
  to_address: string;
  note: string;
  announced_by: string;
  announced_at: number;
  /** The transaction that it became; null: not seen yet */
  tx_hash: string | null;
  /** The exchange whose deposit address it pays: it is booked as a transfer there. null: as capital that left */
  venue: string | null;
}

/** Counts the payments that were stored, in one row. Each host keeps the highest number that it saw outside of the database. */
export interface SendMarkTable {
  id: 1;
  counter: number;
}

/** A treasury whose transactions the network counts. */
export interface TreasuryCountTable {
  network: string;
  address: string;
  /** Transactions that the network had mined when the host first read it, or that were explained since */
  acknowledged: number;
}

/**
 * HD indexes that orders may have which old books have forgotten. New orders get later ones. Payments to their addresses are recorded
 * without an order.
 */
export interface ForgottenIndexesTable {
  /** Some before the counter, because processes reserve indexes */
  first_index: number;
  last_index: number;
  /** The highest index to which a network has shown a payment; null: none */
  last_used: number | null;
  /** When books were last found to be old */
  since: number;
}
