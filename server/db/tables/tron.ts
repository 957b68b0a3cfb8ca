import type { Generated, Insertable, Selectable } from 'kysely';
import type { Decimal } from '../../../contract/money.ts';

/** The real TRON network: our payments, and what left the treasury as blocks show it. `network` is a network slug. */
export interface TronTables {
  tron_sends: TronSendTable;
  tron_readers: TronReaderTable;
  tron_outgoing: TronOutgoingTable;
}

/** A signed transaction of a payment, written before it is broadcast. Of one payment's transactions, all but one are EXPIRED. */
export interface TronSendTable {
  network: string;
  tx_hash: string;
  idempotency_key: string;
  instrument: string;
  from_index: number;
  from_address: string;
  to_address: string;
  amount: Decimal;
  /** In hex; the same bytes are broadcast again after a crash */
  bytes: string;
  /** Only blocks after this height can include it */
  reference_height: number;
  /** The first block with this time is the last one that can include it. In ms since 1970 */
  expires_at: number;
  /** The most that it can burn, in the native instrument */
  max_fee: Decimal;
  created_at: number;
  /** EXPIRED: no block includes it, and none can any more */
  outcome: Generated<'PENDING' | 'CONFIRMED' | 'FAILED' | 'EXPIRED'>;
}
export type TronSendRow = Omit<Selectable<TronSendTable>, 'network'>;
export type NewTronSend = Omit<Insertable<TronSendTable>, 'network'>;

/** Up to which solid block the treasury's transactions were read. */
export interface TronReaderTable {
  network: string;
  height: number;
  /** In ms since 1970 */
  time: number;
  /** Nothing is paid before a solid block has this time: what a lost host signed may still be on its way. In ms since 1970 */
  quiet_until: number;
}
export type TronReaderRow = Omit<Selectable<TronReaderTable>, 'network'>;

/** A transaction of the treasury's address in a solid block. It may be a payment that the books do not know (D73). */
export interface TronOutgoingTable {
  network: string;
  /** Counted from 0, in the order of the network */
  position: number;
  tx_hash: string;
}
