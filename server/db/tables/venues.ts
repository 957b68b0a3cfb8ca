import { amount, bigint, integer, table, text, type RowOf } from '../table.ts';

/** Trading on an exchange (D71). Times are in ms since 1970. */
export const venueTables = {
  /** An exchange that the host has traded on. */
  venues: table({
    name: text().primaryKey(),
    /** When its balances were first counted and booked as our capital */
    opened_at: bigint(),
    /** Since when the books may lack trades (D73), so that nothing is traded; null: they don't */
    recovery_since: bigint().nullable(),
    /** When an operator switched hedging off; null: it is on */
    off_at: bigint().nullable(),
    /** Refusals before this time don't count: an operator switched hedging on again. */
    resumed_at: bigint(),
    /** Withdrawals before this time are not booked as transfers: they are in the capital. */
    transfers_since: bigint(),
  }),
  /** An order at an exchange, stored before it is placed. It is placed once, and at most one of a coin is UNRESOLVED. */
  venue_orders: table({
    /** UUID */
    id: text().primaryKey(),
    venue: text().references('venues'),
    coin: text(),
    side: text<VenueSide>(),
    /** In the coin */
    amount: amount(),
    /** The worst price, in the base coin */
    price_limit: amount(),
    deadline: bigint(),
    usd_value: amount(),
    state: text<VenueOrderState>(),
    /** When the exchange first said, after the deadline, that it does not know it */
    absent_at: bigint().nullable(),
    /** The id of the exchange, which its fills have */
    venue_order_id: text().nullable(),
    filled: amount().nullable(),
    reason: text().nullable(),
    created_at: bigint(),
    ended_at: bigint().nullable(),
  }).indexes(
    {
      name: 'venue_orders_unresolved',
      columns: ['venue', 'coin'],
      isUnique: true,
      where: "state = 'UNRESOLVED'",
    },
    ['venue', 'created_at'],
  ),
  /** A trade of our account at an exchange. Each has the journal `fill:VENUE:ID`. Append-only. */
  venue_fills: table({
    venue: text().references('venues'),
    /** The id of the exchange */
    id: text(),
    venue_order_id: text(),
    coin: text(),
    side: text<VenueSide>(),
    amount: amount(),
    base_coin: text(),
    /** In the base coin */
    cost: amount(),
    fee: amount(),
    fee_coin: text(),
    filled_at: bigint(),
  })
    .key('venue', 'id')
    .indexes(['venue', 'venue_order_id'], ['venue', 'coin', 'filled_at'])
    .appendOnly(),
  /** Our own coins that moved between the treasury and an exchange. Its journals are `moved:ID:sent` and `moved:ID:arrived`. */
  venue_transfers: table({
    id: text().primaryKey(),
    venue: text().references('venues'),
    coin: text(),
    /** "btc" from the treasury, "BTC@kraken" from the exchange */
    instrument_from: text(),
    /** null: a withdrawal that has not arrived, whose network is not known */
    instrument_to: text().nullable(),
    /** What left and is to arrive, in the coin, without fees */
    amount: amount(),
    /** Paid by the sender besides: to the network, or to the exchange for a withdrawal */
    fee: amount(),
    fee_instrument: text(),
    /** null: the exchange has not told it yet */
    tx_hash: text().nullable(),
    /** The id of the exchange; null: it has not listed the transfer */
    venue_transfer_id: text().nullable(),
    state: text<VenueTransferState>(),
    sent_at: bigint(),
    /** What the exchange charged for a deposit, in the coin */
    arrival_fee: amount().nullable(),
    ended_at: bigint().nullable(),
  })
    .unique('venue', 'venue_transfer_id')
    .indexes(['state', 'sent_at']),
  /** The books of the embedded venue, in a sandbox only: what it owes us of each coin. */
  embedded_venue_balances: table({
    coin: text().primaryKey(),
    amount: amount(),
  }),
  embedded_venue_orders: table({
    id: text().primaryKey(),
    /** The id that we gave it. As at real exchanges, two orders may have the same. */
    client_id: text(),
    coin: text(),
    side: text<VenueSide>(),
    amount: amount(),
    /** The worst price, in the base coin */
    price_limit: amount(),
    deadline: bigint(),
    /** When the venue executes it: later than it was received if the venue is slow */
    due_at: bigint(),
    /** 0: waits, 1: ended */
    is_ended: integer(),
    filled: amount(),
  }).indexes(['client_id'], ['is_ended', 'due_at']),
  embedded_venue_fills: table({
    id: text().primaryKey(),
    order_id: text().references('embedded_venue_orders'),
    coin: text(),
    side: text<VenueSide>(),
    amount: amount(),
    /** In the base coin */
    cost: amount(),
    fee: amount(),
    fee_coin: text(),
    at: bigint(),
  }).indexes(['coin', 'at']),
  embedded_venue_transfers: table({
    id: text().primaryKey(),
    direction: text<'IN' | 'OUT'>(),
    coin: text(),
    amount: amount(),
    fee: amount(),
    /** Which a withdrawal pays; null: a deposit */
    address: text().nullable(),
    tx_hash: text(),
    at: bigint(),
  }),
};

type VenueSide = 'BUY' | 'SELL';

export type VenueTable = RowOf<typeof venueTables.venues>;

/**
 * UNRESOLVED: it may exist at the exchange. ENDED: its fills are booked. ABSENT: the exchange never had it, proven after its deadline.
 * REFUSED: the exchange did not accept it.
 */
export type VenueOrderState = 'UNRESOLVED' | 'ENDED' | 'ABSENT' | 'REFUSED';

export type VenueOrderRow = RowOf<typeof venueTables.venue_orders>;
export type VenueFillRow = RowOf<typeof venueTables.venue_fills>;

/** SENT: it is on its way. CANCELLED: the exchange did not carry it out, or an operator gave it up. */
export type VenueTransferState = 'SENT' | 'ARRIVED' | 'CANCELLED';

export type VenueTransferRow = RowOf<typeof venueTables.venue_transfers>;
export type EmbeddedVenueOrder = RowOf<typeof venueTables.embedded_venue_orders>;
export type EmbeddedVenueFillTable = RowOf<typeof venueTables.embedded_venue_fills>;
export type EmbeddedVenueTransferTable = RowOf<typeof venueTables.embedded_venue_transfers>;
