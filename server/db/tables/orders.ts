import type { Decimal } from '../../../contract/money.ts';
import type { AddressIndex } from '../../common/addressIndex.ts';
import type { DecisionReason, OrderEventKind, OrderStatus, RateMode } from '../../../contract/order.ts';

/** Orders and their deposits. Times are in ms since 1970. Flags are 0 or 1. */
export interface OrderTables {
  orders: OrderTable;
  order_origins: OrderOriginTable;
  order_acceptances: Acceptance & OfOrder;
  order_settlements: Settlement & OfOrder;
  order_refunds: AgreedRefund & OfOrder;
  order_events: OrderEventTable;
  deposits: DepositTable;
  deposit_claims: DepositClaimTable;
  reservations: ReservationTable;
}

export interface OrderTable {
  id: string;
  /** Optimistic lock: every write names the version it read and raises it (architecture.md, "Money and state"). */
  version: number;
  status: OrderStatus;
  /** Stays FIXED until the customer accepts the change (D5). */
  rate_mode: RateMode;
  instrument_from: string;
  instrument_to: string;
  network_from: string;
  network_to: string;
  destination_address: string;
  destination_memo: string | null;
  refund_address: string | null;
  refund_memo: string | null;
  /** How many times the usual fee a refund to `refund_address` costs (D53); null: unknown, it is charged as 1 */
  refund_fee_factor: Decimal | null;
  user_email: string | null;
  /** SHA-256 of the order token, hex (D3). Of a restored order, and of later orders of it: what its guarantee signs */
  order_token_hash: string | null;
  /** HD index of the deposit address. Unique among orders without `first_order_id`. */
  deposit_index: AddressIndex;
  deposit_address: string;
  /** How many times the usual fee the payout costs: above 1 when a contract receives it (D53) */
  payout_fee_factor: Decimal;
  /** The normalised form of `deposit_address`, which tells our addresses from those of others */
  deposit_address_key: string;
  deposit_memo: string | null;
  min_confirmations: number;
  /** Terms at creation. In instrument_from */
  claimed_deposit_amount: Decimal;
  /** What it was worth at creation, in whole cents of USD, for operators' filters only; null: no price was known */
  usd_cents: number | null;
  /** Instrument_to per 1 instrument_from, including the platform fee and excluding the network fee */
  price: Decimal;
  /** The fees and the amount to get are in instrument_to. */
  network_fee: Decimal;
  /** The part of `network_fee` that pays for collecting the deposit (D53) */
  collection_fee: Decimal;
  platform_fee: Decimal;
  /** The platform fee in percent at creation, by which the exchange is priced later too (D72) */
  platform_fee_percent: Decimal;
  amount_to_get: Decimal;
  /** Mid-market price at creation, instrument_to per 1 instrument_from. The reference for rate changes (D5). */
  market_price: Decimal;
  /** What the fixed rate costs beyond the platform fee, in percent (D67); null: floating, or older than this rule */
  premium_percent: Decimal | null;
  quote_id: string | null;
  created_at: number;
  /** The end of the fixed-rate lock (D5), or of the window in which partial deposits add up (D9) */
  expires_at: number;
  /** Until when the deposit of a fixed rate must be in a block (D55); null: floating */
  confirm_by: number | null;
  first_deposit_at: number | null;
  /** When the fixed rate was confirmed; it is not checked again (D5) */
  rate_locked_at: number | null;
  funds_detected_at: number | null;
  decision_reason: DecisionReason | null;
  decision_deadline: number | null;
  /** When it reached COMPLETED or REFUNDED */
  ended_at: number | null;
  /** Its deposit address is scanned until then, so that late deposits are found (D6). */
  watch_until: number;
  /** The worker skips the order until then. Every other write of the row resets it to 0. */
  next_check_at: number;
  legacy_order_id: string | null;
  /** The order whose later deposit this order exchanges (D63). It has the same deposit address, addresses and token. */
  first_order_id: string | null;
  /** The customer of `order_owners`, here too so that an index finds a customer's orders by status; null: a guest's order */
  customer_id: number | null;
  /** When it was restored from its guarantee into books that had forgotten it (D73): an operator releases each of its payments */
  restored_at: number | null;
}

/** An order with its stages. */
export type OrderRow = Readonly<OrderTable> & OrderStages;

/** The parts of an order that exist from a later step of its life on, each with its own table. */
export interface OrderStages {
  readonly acceptance: Readonly<Acceptance> | null;
  readonly settlement: Readonly<Settlement> | null;
  readonly refund: Readonly<AgreedRefund> | null;
}

interface OfOrder {
  order_id: string;
}

/**
 * The terms that the customer last accepted after the rate changed (D5). The exchange is still priced when the deposit is
 * confirmed. The price is in instrument_to per 1 instrument_from, the rest in instrument_to.
 */
export interface Acceptance {
  price: Decimal;
  amount_to_get: Decimal;
  network_fee: Decimal;
  collection_fee: Decimal;
  platform_fee: Decimal;
}

/** The price of the exchange, written when the deposit is confirmed (D9). Unless stated otherwise in instrument_to. */
export interface Settlement {
  settled_at: number;
  /** In instrument_from */
  amount: Decimal;
  /** Instrument_to per 1 instrument_from */
  price: Decimal;
  /** Mid-market price at settlement, instrument_to per 1 instrument_from */
  market_price: Decimal;
  payout_amount: Decimal;
  network_fee: Decimal;
  collection_fee: Decimal;
  platform_fee: Decimal;
}

/** The refund in instrument_from: written when it is requested, final when it is sent (D8). */
export interface AgreedRefund {
  amount: Decimal;
  network_fee: Decimal;
  /** The part of `network_fee` that pays for collecting the deposit */
  collection_fee: Decimal;
}

/** Who created an order. Written once, at its creation; used for limits, referrals and investigations only. */
export interface OrderOriginTable extends OfOrder {
  created_at: number;
  /** Who created it (§6); an order that is added to an account later keeps `guest`. */
  user_type: 'guest' | 'registered';
  referrer_id: string | null;
  /** JSON */
  utm_data: string | null;
  browser_fingerprint: string | null;
  client_address: string | null;
  /**
   * The key of per-client limits: the IPv4 address, the first 64 bits of the IPv6 address, or "customer 17" for an order of an API
   * key. Of a partner's key: the key and the address that it names, such as "cw_… 203.0.113.7"; null: it names none
   */
  client_group: string | null;
  /** The partner's key that created it, whose limits it counts toward (D40) */
  partner_key: string | null;
}

export interface OrderEventTable {
  order_id: string;
  /** order version × 10 + index, so that a transition can't write its events twice */
  sequence: number;
  kind: OrderEventKind;
  created_at: number;
}

/** A transfer to one of our addresses, identified by (network, tx_hash, transfer_index). */
export interface DepositTable {
  network: string;
  tx_hash: string;
  transfer_index: number;
  /** null: unattributed, because the memo is missing or wrong (D6) */
  order_id: string | null;
  instrument: string;
  to_address: string;
  memo: string | null;
  amount: Decimal;
  block_height: number | null;
  confirmations: number;
  /** 1 once it is reorged out or replaced */
  is_reorged: number;
  /** When it had enough confirmations and was booked in the ledger */
  booked_at: number | null;
  /** ORDER: exchanged or refunded with its order. EXTRA: an extra deposit (D6). null: undecided. */
  role: 'ORDER' | 'EXTRA' | null;
  detected_at: number;
  /** When it was first in a block: the time of the block, but never after we saw it (D55); null: never */
  in_block_at: number | null;
  /** The outbox row that refunds an extra deposit. Written once (D6). */
  refund_id: string | null;
  /** When an extra deposit is refunded automatically, if an address is known; 0 until it is booked */
  refund_at: number;
  /** Refund address given for this deposit; null: the order's refund address */
  refund_address: string | null;
  refund_memo: string | null;
}
export type DepositRow = Readonly<DepositTable>;

/** A customer's claim that an unattributed deposit belongs to an order (D6). */
export interface DepositClaimTable {
  network: string;
  tx_hash: string;
  transfer_index: number;
  order_id: string;
  /** HELD: an operator checks it. ATTRIBUTED: the deposit belongs to the order. REJECTED: it does not. */
  state: 'HELD' | 'ATTRIBUTED' | 'REJECTED';
  /** Why it is on hold */
  reason: string | null;
  created_at: number;
  decided_at: number | null;
}
export type DepositClaimRow = Readonly<DepositClaimTable>;

/** The part of the treasury's balance that is reserved for an order (D35), in the instrument. */
export interface ReservationTable {
  order_id: string;
  instrument: string;
  amount: Decimal;
}
