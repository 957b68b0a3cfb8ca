import type { Decimal } from '../../../contract/money.ts';

/** Trading on an exchange (D71). Times are in ms since 1970. */
export interface VenueTables {
  venues: VenueTable;
  venue_orders: VenueOrderTable;
  venue_fills: VenueFillTable;
  venue_transfers: VenueTransferTable;
  embedded_venue_balances: EmbeddedVenueBalanceTable;
  embedded_venue_orders: EmbeddedVenueOrderTable;
  embedded_venue_fills: EmbeddedVenueFillTable;
  embedded_venue_transfers: EmbeddedVenueTransferTable;
}

type VenueSide = 'BUY' | 'SELL';

/** An exchange that the host has traded on. */
export interface VenueTable {
  name: string;
  /** When its balances were first counted and booked as our capital */
  opened_at: number;
  /** Since when the books may lack trades (D73), so that nothing is traded; null: they don't */
  recovery_since: number | null;
  /** When an operator switched hedging off; null: it is on */
  off_at: number | null;
  /** Refusals before this time don't count: an operator switched hedging on again. */
  resumed_at: number;
  /** Withdrawals before this time are not booked as transfers: they are in the capital. */
  transfers_since: number;
}

/**
 * UNRESOLVED: it may exist at the exchange. ENDED: its fills are booked. ABSENT: the exchange never had it, proven after its deadline.
 * REFUSED: the exchange did not accept it.
 */
export type VenueOrderState = 'UNRESOLVED' | 'ENDED' | 'ABSENT' | 'REFUSED';

/** An order at an exchange, stored before it is placed. It is placed once, and at most one of a coin is UNRESOLVED. */
export interface VenueOrderTable {
  /** UUID */
  id: string;
  venue: string;
  coin: string;
  side: VenueSide;
  /** In the coin */
  amount: Decimal;
  /** The worst price, in the base coin */
  price_limit: Decimal;
  deadline: number;
  usd_value: Decimal;
  state: VenueOrderState;
  /** When the exchange first said, after the deadline, that it does not know it */
  absent_at: number | null;
  /** The id of the exchange, which its fills have */
  venue_order_id: string | null;
  filled: Decimal | null;
  reason: string | null;
  created_at: number;
  ended_at: number | null;
}
export type VenueOrderRow = Readonly<VenueOrderTable>;

/** A trade of our account at an exchange. Each has the journal `fill:VENUE:ID`. Append-only. */
export interface VenueFillTable {
  venue: string;
  /** The id of the exchange */
  id: string;
  venue_order_id: string;
  coin: string;
  side: VenueSide;
  amount: Decimal;
  base_coin: string;
  /** In the base coin */
  cost: Decimal;
  fee: Decimal;
  fee_coin: string;
  filled_at: number;
}
export type VenueFillRow = Readonly<VenueFillTable>;

/** SENT: it is on its way. CANCELLED: the exchange did not carry it out, or an operator gave it up. */
export type VenueTransferState = 'SENT' | 'ARRIVED' | 'CANCELLED';

/** Our own coins that moved between the treasury and an exchange. Its journals are `moved:ID:sent` and `moved:ID:arrived`. */
export interface VenueTransferTable {
  id: string;
  venue: string;
  coin: string;
  /** "btc" from the treasury, "BTC@kraken" from the exchange */
  instrument_from: string;
  /** null: a withdrawal that has not arrived, whose network is not known */
  instrument_to: string | null;
  /** What left and is to arrive, in the coin, without fees */
  amount: Decimal;
  /** Paid by the sender besides: to the network, or to the exchange for a withdrawal */
  fee: Decimal;
  fee_instrument: string;
  /** null: the exchange has not told it yet */
  tx_hash: string | null;
  /** The id of the exchange; null: it has not listed the transfer */
  venue_transfer_id: string | null;
  state: VenueTransferState;
  sent_at: number;
  /** What the exchange charged for a deposit, in the coin */
  arrival_fee: Decimal | null;
  ended_at: number | null;
}
export type VenueTransferRow = Readonly<VenueTransferTable>;

/** The books of the embedded venue, in a sandbox only: what it owes us of each coin. */
export interface EmbeddedVenueBalanceTable {
  coin: string;
  amount: Decimal;
}

export interface EmbeddedVenueOrderTable {
  id: string;
  /** The id that we gave it. As at real exchanges, two orders may have the same. */
  client_id: string;
  coin: string;
  side: VenueSide;
  amount: Decimal;
  /** The worst price, in the base coin */
  price_limit: Decimal;
  deadline: number;
  /** When the venue executes it: later than it was received if the venue is slow */
  due_at: number;
  /** 0: waits, 1: ended */
  is_ended: number;
  filled: Decimal;
}
export type EmbeddedVenueOrder = Readonly<EmbeddedVenueOrderTable>;

export interface EmbeddedVenueFillTable {
  id: string;
  order_id: string;
  coin: string;
  side: VenueSide;
  amount: Decimal;
  /** In the base coin */
  cost: Decimal;
  fee: Decimal;
  fee_coin: string;
  at: number;
}

export interface EmbeddedVenueTransferTable {
  id: string;
  direction: 'IN' | 'OUT';
  coin: string;
  amount: Decimal;
  fee: Decimal;
  /** Which a withdrawal pays; null: a deposit */
  address: string | null;
  tx_hash: string;
  at: number;
}
