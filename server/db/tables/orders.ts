import type { AddressIndex } from '../../common/addressIndex.ts';
import type { DecisionReason, OrderEventKind, OrderStatus, RateMode } from '../../../contract/order.ts';
import { amount, bigint, integer, table, text, type RowOf } from '../table.ts';

/** Orders and their deposits. Times are in ms since 1970. Flags are 0 or 1. */
export const orderTables = {
  orders: table({
    id: text().primaryKey(),
    /** Optimistic lock: every write names the version it read and raises it (architecture.md, "Money and state"). */
    version: integer(),
    status: text<OrderStatus>(),
    /** Stays FIXED until the customer accepts the change (D5). */
    rate_mode: text<RateMode>(),
    instrument_from: text(),
    instrument_to: text(),
    network_from: text(),
    network_to: text(),
    destination_address: text(),
    destination_memo: text().nullable(),
    refund_address: text().nullable(),
    refund_memo: text().nullable(),
    /** How many times the usual fee a refund to `refund_address` costs (D53); null: the network has not said it yet */
    refund_fee_factor: amount().nullable(),
    /** The least that arrives at `refund_address`, or anywhere while there is none (D78); null: the network has not said it yet */
    refund_least: amount().nullable(),
    user_email: text().nullable(),
    /** SHA-256 of the order token, hex (D3). Of a restored order, and of later orders of it: what its guarantee signs */
    order_token_hash: text().nullable(),
    /** HD index of the deposit address. Unique among orders without `first_order_id`. */
    deposit_index: integer<AddressIndex>(),
    deposit_address: text(),
    /** How many times the usual fee the payout costs: above 1 when a contract receives it (D53) */
    payout_fee_factor: amount(),
    /** The least that arrives at the destination (D78) */
    payout_least: amount(),
    /** The normalised form of `deposit_address`, which tells our addresses from those of others */
    deposit_address_key: text(),
    deposit_memo: text().nullable(),
    min_confirmations: integer(),
    /** Terms at creation. In instrument_from */
    claimed_deposit_amount: amount(),
    /** What it was worth at creation, in whole cents of USD, for operators' filters only; null: no price was known */
    usd_cents: bigint().nullable(),
    /** Instrument_to per 1 instrument_from, including the platform fee and excluding the network fee */
    price: amount(),
    /** The fees and the amount to get are in instrument_to. */
    network_fee: amount(),
    /** The part of `network_fee` that pays for collecting the deposit (D53) */
    collection_fee: amount(),
    platform_fee: amount(),
    /** The platform fee in percent at creation, by which the exchange is priced later too (D72) */
    platform_fee_percent: amount(),
    amount_to_get: amount(),
    /** Mid-market price at creation, instrument_to per 1 instrument_from. The reference for rate changes (D5). */
    market_price: amount(),
    /** What the fixed rate costs beyond the platform fee, in percent (D67); null: floating */
    premium_percent: amount().nullable(),
    quote_id: text().nullable(),
    created_at: bigint(),
    /** The end of the fixed-rate lock (D5), or of the window in which partial deposits add up (D9) */
    expires_at: bigint(),
    /** Until when the deposit of a fixed rate must be in a block (D55); null: floating */
    confirm_by: bigint().nullable(),
    first_deposit_at: bigint().nullable(),
    /** When the fixed rate was confirmed; it is not checked again (D5) */
    rate_locked_at: bigint().nullable(),
    funds_detected_at: bigint().nullable(),
    decision_reason: text<DecisionReason>().nullable(),
    decision_deadline: bigint().nullable(),
    /** When it reached COMPLETED or REFUNDED */
    ended_at: bigint().nullable(),
    /** Its deposit address is scanned until then, so that late deposits are found (D6). */
    watch_until: bigint(),
    /** The worker skips the order until then. Every other write of the row resets it to 0. */
    next_check_at: bigint(),
    legacy_order_id: text().nullable(),
    /** The order whose later deposit this order exchanges (D63). It has the same deposit address, addresses and token. */
    first_order_id: text().nullable().references('orders'),
    /** The customer of `order_owners`, here too so that an index finds a customer's orders by status; null: a guest's order */
    customer_id: integer().nullable().references('users'),
    /** When it was restored from its guarantee into books that had forgotten it (D73): an operator releases each of its payments */
    restored_at: bigint().nullable(),
  }).indexes(
    ['network_from', 'status'],
    ['network_from', 'watch_until'],
    ['network_to', 'status'],
    ['status', 'ended_at'],
    ['deposit_address'],
    ['deposit_address_key'],
    // Later orders use the deposit address of their first order (D63).
    { name: 'orders_own_deposit_index', columns: ['deposit_index'], isUnique: true, where: 'first_order_id is null' },
    { name: 'orders_later', columns: ['first_order_id'], where: 'first_order_id is not null' },
    // The history of a customer
    { name: 'orders_of_customer', columns: ['customer_id', 'status', 'created_at', 'id'], where: 'customer_id is not null' },
    {
      name: 'orders_of_customer_from',
      columns: ['customer_id', 'instrument_from', 'status', 'created_at', 'id'],
      where: 'customer_id is not null',
    },
    {
      name: 'orders_of_customer_to',
      columns: ['customer_id', 'instrument_to', 'status', 'created_at', 'id'],
      where: 'customer_id is not null',
    },
    {
      name: 'orders_of_customer_paid',
      columns: ['customer_id', 'status', 'created_at', 'id'],
      where: 'customer_id is not null and first_deposit_at is not null',
    },
    { name: 'orders_of_customer_id', columns: ['customer_id', 'bytes(id)'], where: 'customer_id is not null' },
    {
      name: 'orders_of_customer_destination_address',
      columns: ['customer_id', 'lower(destination_address)', 'created_at'],
      where: 'customer_id is not null',
    },
    {
      name: 'orders_of_customer_refund_address',
      columns: ['customer_id', 'lower(refund_address)', 'created_at'],
      where: 'customer_id is not null',
    },
    {
      name: 'orders_of_customer_deposit_address',
      columns: ['customer_id', 'lower(deposit_address)', 'created_at'],
      where: 'customer_id is not null',
    },
    // Partners look their orders up by their own ids. Other orders have none.
    { name: 'orders_by_legacy_order_id', columns: ['customer_id', 'legacy_order_id'], where: 'legacy_order_id is not null' },
    // It answers every combination of an operator's filters, because it has all filtered columns.
    ['created_at', 'id', 'status', 'instrument_from', 'instrument_to', 'network_from', 'network_to', 'usd_cents'],
    // What a customer may name to an operator
    { name: 'orders_found_by_destination_address', columns: ['lower(destination_address)', 'created_at'] },
    {
      name: 'orders_found_by_refund_address',
      columns: ['lower(refund_address)', 'created_at'],
      where: 'refund_address is not null',
    },
    { name: 'orders_found_by_deposit_address', columns: ['lower(deposit_address)', 'created_at'] },
    { name: 'orders_found_by_user_email', columns: ['lower(user_email)', 'created_at'], where: 'user_email is not null' },
  ),
  /** Who created an order. Written once, at its creation; used for limits, referrals and investigations only. */
  order_origins: table({
    order_id: text().primaryKey().references('orders'),
    created_at: bigint(),
    /** Who created it (§6); an order that is added to an account later keeps `guest`. */
    user_type: text<'guest' | 'registered'>(),
    referrer_id: text().nullable(),
    /** JSON */
    utm_data: text().nullable(),
    browser_fingerprint: text().nullable(),
    client_address: text().nullable(),
    /**
     * The key of per-client limits: the IPv4 address, the first 64 bits of the IPv6 address, or "customer 17" for an order of an API
     * key. Of a partner's key: the key and the address that it names, such as "cw_… 203.0.113.7"; null: it names none
     */
    client_group: text().nullable(),
    /** The partner's key that created it, whose limits it counts toward (D40) */
    partner_key: text().nullable(),
  }).indexes(
    ['client_group', 'created_at'],
    // Expected earnings are computed from the recent orders of a code.
    ['referrer_id', 'created_at'],
    ['partner_key', 'created_at'],
  ),
  /**
   * The terms that the customer last accepted after the rate changed (D5). The exchange is still priced when the deposit is
   * confirmed. The price is in instrument_to per 1 instrument_from, the rest in instrument_to.
   */
  order_acceptances: table({
    order_id: text().primaryKey().references('orders'),
    price: amount(),
    amount_to_get: amount(),
    network_fee: amount(),
    collection_fee: amount(),
    platform_fee: amount(),
  }),
  /** The price of the exchange, written when the deposit is confirmed (D9). Unless stated otherwise in instrument_to. */
  order_settlements: table({
    order_id: text().primaryKey().references('orders'),
    settled_at: bigint(),
    /** In instrument_from */
    amount: amount(),
    /** Instrument_to per 1 instrument_from */
    price: amount(),
    /** Mid-market price at settlement, instrument_to per 1 instrument_from */
    market_price: amount(),
    payout_amount: amount(),
    network_fee: amount(),
    collection_fee: amount(),
    platform_fee: amount(),
  }),
  /** The refund in instrument_from: written when it is requested, final when it is sent (D8). */
  order_refunds: table({
    order_id: text().primaryKey().references('orders'),
    amount: amount(),
    network_fee: amount(),
    /** The part of `network_fee` that pays for collecting the deposit */
    collection_fee: amount(),
  }),
  order_events: table({
    order_id: text().references('orders'),
    /** order version × 10 + index, so that a transition can't write its events twice */
    sequence: integer(),
    kind: text<OrderEventKind>(),
    created_at: bigint(),
  }).key('order_id', 'sequence'),
  /** A transfer to one of our addresses, identified by (network, tx_hash, transfer_index). */
  deposits: table({
    network: text(),
    tx_hash: text(),
    transfer_index: integer(),
    /** null: unattributed, because the memo is missing or wrong (D6) */
    order_id: text().nullable().references('orders'),
    instrument: text(),
    to_address: text(),
    memo: text().nullable(),
    amount: amount(),
    block_height: bigint().nullable(),
    confirmations: integer(),
    /** 1 once it is reorged out or replaced */
    is_reorged: integer(),
    /** When it had enough confirmations and was booked in the ledger */
    booked_at: bigint().nullable(),
    /** ORDER: exchanged or refunded with its order. EXTRA: an extra deposit (D6). null: undecided. */
    role: text<'ORDER' | 'EXTRA'>().nullable(),
    detected_at: bigint(),
    /** When it was first in a block: the time of the block, but never after we saw it (D55); null: never */
    in_block_at: bigint().nullable(),
    /** The outbox row that refunds an extra deposit. Written once (D6). */
    refund_id: text().nullable(),
    /** When an extra deposit is refunded automatically, if an address is known; 0 until it is booked */
    refund_at: bigint(),
    /** Refund address given for this deposit; null: the order's refund address */
    refund_address: text().nullable(),
    refund_memo: text().nullable(),
    /** How many times the usual fee its own refund costs (D53), and the least that arrives (D78); null: nobody has asked for this deposit */
    refund_fee_factor: amount().nullable(),
    refund_least: amount().nullable(),
  })
    .key('network', 'tx_hash', 'transfer_index')
    .indexes(
      ['order_id'],
      ['network', 'booked_at'],
      ['network', 'role'],
      // The workers poll for these few rows among all deposits ever made.
      { name: 'deposits_to_refund', columns: ['network', 'refund_at'], where: "role = 'EXTRA' and refund_id is null" },
      {
        name: 'deposits_undecided',
        columns: ['order_id', 'network', 'tx_hash', 'transfer_index'],
        where: 'role is null and booked_at is not null',
      },
      {
        name: 'deposits_extra_open',
        columns: ['booked_at'],
        where: "role = 'EXTRA' and refund_id is null and booked_at is not null and refund_address is null",
      },
      { name: 'deposits_unattributed', columns: ['order_id', 'booked_at'], where: 'order_id is null and booked_at is not null' },
      { name: 'deposits_by_tx_hash', columns: ['lower(tx_hash)'] },
    ),
  /** A customer's claim that an unattributed deposit belongs to an order (D6). */
  deposit_claims: table({
    network: text(),
    tx_hash: text(),
    transfer_index: integer(),
    order_id: text().references('orders'),
    /** HELD: an operator checks it. ATTRIBUTED: the deposit belongs to the order. REJECTED: it does not. */
    state: text<'HELD' | 'ATTRIBUTED' | 'REJECTED'>(),
    /** Why it is on hold */
    reason: text().nullable(),
    created_at: bigint(),
    decided_at: bigint().nullable(),
  })
    .key('network', 'tx_hash', 'transfer_index', 'order_id')
    .indexes(['order_id'], { name: 'deposit_claims_by_state', columns: ['state', 'created_at'] }),
  /** The part of the treasury's balance that is reserved for an order (D35), in the instrument. */
  reservations: table({
    order_id: text().primaryKey().references('orders'),
    instrument: text(),
    amount: amount(),
  }).indexes(['instrument']),
};

/** The columns of `orders` */
export type OrderTable = RowOf<typeof orderTables.orders>;

/** An order with its stages. */
export type OrderRow = OrderTable & OrderStages;

/** The parts of an order that exist from a later step of its life on, each with its own table. */
export interface OrderStages {
  readonly acceptance: Acceptance | null;
  readonly settlement: Settlement | null;
  readonly refund: AgreedRefund | null;
}

export type Acceptance = Omit<RowOf<typeof orderTables.order_acceptances>, 'order_id'>;
export type Settlement = Omit<RowOf<typeof orderTables.order_settlements>, 'order_id'>;
export type AgreedRefund = Omit<RowOf<typeof orderTables.order_refunds>, 'order_id'>;
export type OrderOriginTable = RowOf<typeof orderTables.order_origins>;
export type OrderEventTable = RowOf<typeof orderTables.order_events>;
export type DepositRow = RowOf<typeof orderTables.deposits>;
export type DepositClaimRow = RowOf<typeof orderTables.deposit_claims>;
export type ReservationTable = RowOf<typeof orderTables.reservations>;
