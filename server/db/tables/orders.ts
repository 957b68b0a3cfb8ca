import type { Decimal } from '../../../contract/money.ts';
import type { DecisionReason, OrderEventKind, OrderStatus, RateMode } from '../../../contract/order.ts';

/** Orders and the money that moves for them. Times are milliseconds since 1970; flags are 0 and 1. */
export interface OrderTables {
  orders: OrderTable;
  order_origins: OrderOriginTable;
  order_acceptances: Acceptance & OfOrder;
  order_settlements: Settlement & OfOrder;
  order_refunds: AgreedRefund & OfOrder;
  order_events: OrderEventTable;
  deposits: DepositTable;
  deposit_claims: DepositClaimTable;
  ledger_entries: LedgerEntryTable;
  outbox: OutboxTable;
  reservations: ReservationTable;
  treasury_balances: TreasuryBalanceTable;
  idempotency_keys: IdempotencyKeyTable;
  blacklist: BlacklistTable;
  leases: LeaseTable;
  counters: CounterTable;
  network_cursors: NetworkCursorTable;
  sweeps: SweepTable;
}

/** DUE: to be planned. TOPPING_UP, SWEEPING: a send is in flight; the sweep is planned again when it ends. */
export type SweepState = 'DUE' | 'TOPPING_UP' | 'SWEEPING' | 'DONE';

export interface OrderTable {
  id: string;
  /** Every write of the row raises it; a write names the one it read (architecture.md, "Money and state"). */
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
  user_email: string | null;
  /** SHA-256 of the order token, hex (D3) */
  order_token_hash: string | null;
  deposit_index: number;
  deposit_address: string;
  deposit_memo: string | null;
  min_confirmations: number;
  /** As promised at creation: in instrument_from … */
  claimed_deposit_amount: Decimal;
  /** … and instrument_to per 1 instrument_from, platform fee included, network fee not … */
  price: Decimal;
  /** … and the rest in instrument_to. */
  network_fee: Decimal;
  platform_fee: Decimal;
  amount_to_get: Decimal;
  /** Mid market when it was promised, instrument_to per 1 instrument_from: D5 measures from it. */
  market_price: Decimal;
  quote_id: string | null;
  created_at: number;
  /** The end of the fixed rate's lock (D5), or of the time in which partial deposits sum up (D9). */
  expires_at: number;
  first_deposit_at: number | null;
  /** When the fixed rate was judged good, never to be judged again (D5). */
  rate_locked_at: number | null;
  funds_detected_at: number | null;
  decision_reason: DecisionReason | null;
  decision_deadline: number | null;
  /** When it reached COMPLETED or REFUNDED */
  ended_at: number | null;
  /** Deposits are looked for until then, so that late ones are not lost (D6). */
  watch_until: number;
  /** Until then nothing can be done about it by itself; every write of the row but the one that says so ends that. */
  next_check_at: number;
  legacy_order_id: string | null;
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
  platform_fee: Decimal;
}

/** The refund in instrument_from: written when it is requested, final when it is sent (D8). */
export interface AgreedRefund {
  amount: Decimal;
  network_fee: Decimal;
}

/** Who created an order. Written once, at its creation; used for limits and investigations only. */
export interface OrderOriginTable extends OfOrder {
  created_at: number;
  referrer_id: string | null;
  /** JSON */
  utm_data: string | null;
  browser_fingerprint: string | null;
  client_address: string | null;
  /** The key of per-client limits: the IPv4 address, or the first 64 bits of the IPv6 address */
  client_group: string | null;
}

export interface OrderEventTable {
  order_id: string;
  /** order version × 10 + place in the move, so a move can't write its events twice */
  sequence: number;
  kind: OrderEventKind;
  created_at: number;
}

/** A transfer that came to one of our addresses; (network, tx_hash, transfer_index) names it for ever. */
export interface DepositTable {
  network: string;
  tx_hash: string;
  transfer_index: number;
  /** null: matches no order (a missing or wrong memo), a liability without a name (D6) */
  order_id: string | null;
  instrument: string;
  to_address: string;
  memo: string | null;
  amount: Decimal;
  block_height: number | null;
  confirmations: number;
  /** 1 once the network no longer shows it (replaced, or its block left the chain) */
  is_reorged: number;
  /** When it had its confirmations and went into the ledger; it counts as money from then on. */
  booked_at: number | null;
  /** ORDER: exchanged or refunded with its order. EXTRA: came besides (D6). null while that is open. */
  role: 'ORDER' | 'EXTRA' | null;
  detected_at: number;
  /** The outbox row that gives back what came besides; written once, and taken back only with the deposit itself (D6) */
  refund_id: string | null;
  /** When what came besides goes back by itself, if there is an address for it; 0 until it has its confirmations */
  refund_at: number;
  /** Where an operator said that it goes back to; null: to the order's refund address */
  refund_address: string | null;
  refund_memo: string | null;
  /** How often an operator took it out of the books after it was booked, because it was in no block any more … */
  times_written_off: number;
  /** … and why, the last time */
  write_off_note: string | null;
}
export type DepositRow = Readonly<DepositTable>;

/** Somebody with an order says that a deposit which matches none is his (D6). */
export interface DepositClaimTable {
  network: string;
  tx_hash: string;
  transfer_index: number;
  order_id: string;
  /** HELD: an operator compares it. ATTRIBUTED: the deposit is the order's. REJECTED: it is not. */
  state: 'HELD' | 'ATTRIBUTED' | 'REJECTED';
  /** Why it was held */
  reason: string | null;
  created_at: number;
  decided_at: number | null;
}
export type DepositClaimRow = Readonly<DepositClaimTable>;

export type LedgerAccount =
  /** assets */
  | 'TREASURY'
  | 'DEPOSIT_ADDRESSES'
  /** what we owe: to the order's customer, to nobody known, and what has left but is not confirmed */
  | 'CUSTOMER'
  | 'UNATTRIBUTED'
  | 'IN_TRANSIT'
  /** our own position and its income and cost */
  | 'DESK'
  | 'PLATFORM_FEES'
  | 'NETWORK_FEES';

/** One line of a balanced journal: assets and costs are positive, liabilities and income negative; append only (D9). */
export interface LedgerEntryTable {
  journal_id: string;
  line: number;
  account: LedgerAccount;
  order_id: string | null;
  instrument: string;
  /** signed, in the instrument */
  amount: Decimal;
  created_at: number;
}

export type OutboxKind = 'PAYOUT' | 'REFUND' | 'SWEEP' | 'TOP_UP';
/**
 * PENDING: to be sent. SENT: on its way. CONFIRMED: done. HELD: above a cap, an operator releases it (D41).
 * REFUSED: the network would not take it, nothing was sent, tried again. FAILED: refused for good, an operator retries it.
 * CANCELLED: never sent, and never to be. An operator gives the deposit back instead, or it was gone for good.
 */
export type OutboxState = 'PENDING' | 'SENT' | 'CONFIRMED' | 'HELD' | 'REFUSED' | 'FAILED' | 'CANCELLED';

export interface OutboxTable {
  /** PAYOUT:order, REFUND:order, …: the same move can't write two. */
  id: string;
  /** What the network is told; changes only when an operator retries a send that failed for good. */
  idempotency_key: string;
  kind: OutboxKind;
  order_id: string;
  network: string;
  instrument: string;
  from_index: number;
  to_address: string;
  memo: string | null;
  amount: Decimal;
  /** USD value when it was written, null where unknown (D41) */
  usd_value: Decimal | null;
  state: OutboxState;
  attempts: number;
  not_before: number;
  lease_owner: string | null;
  lease_until: number;
  reason: string | null;
  /** When an operator said that its deposits need not be looked for; nobody else ever writes it. */
  overridden_at: number | null;
  tx_hash: string | null;
  created_at: number;
  sent_at: number | null;
  confirmed_at: number | null;
}
export type OutboxRow = Readonly<OutboxTable>;

/**
 * The sweep of an order's deposit address on one network to the treasury (D35), at first requested when its deposits are
 * decided. Every write also raises the order's version.
 */
export interface SweepTable {
  order_id: string;
  network: string;
  state: SweepState;
  /** Raised by every write. A plan applies to the number that it read. */
  number: number;
  not_before: number;
}
export type SweepRow = Readonly<SweepTable>;

/** Part of the treasury's balance that is promised to an order (D35); in the instrument. */
export interface ReservationTable {
  order_id: string;
  instrument: string;
  amount: Decimal;
}

/** What the treasury held when it was last asked, less what left since. */
export interface TreasuryBalanceTable {
  instrument: string;
  amount: Decimal;
  version: number;
  refreshed_at: number;
}

export interface IdempotencyKeyTable {
  /** SHA-256 of the key, hex */
  key_hash: string;
  /** SHA-256 of the canonical body, hex (D4) */
  body_hash: string;
  order_id: string;
  created_at: number;
}

/** D51. `value` is in lower case. */
export interface BlacklistTable {
  kind: 'ADDRESS' | 'EMAIL' | 'CLIENT';
  value: string;
  reason: string | null;
  created_at: number;
}

export interface LeaseTable {
  name: string;
  owner: string;
  until: number;
}

export interface CounterTable {
  name: string;
  value: number;
}

export interface NetworkCursorTable {
  network: string;
  cursor: string;
  updated_at: number;
  /** What came before is known. By the network's own time */
  read_until: number;
}
