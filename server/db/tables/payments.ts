import type { Decimal } from '../../../contract/money.ts';
import type { AddressIndex } from '../../common/addressIndex.ts';

/** The ledger and the payments that leave. Times are in ms since 1970. Flags are 0 or 1. */
export interface PaymentTables {
  ledger_entries: LedgerEntryTable;
  outbox: OutboxTable;
  outflows: OutflowTable;
  treasury_balances: TreasuryBalanceTable;
  sweeps: SweepTable;
}

export type LedgerAccount =
  /** assets */
  | 'TREASURY'
  | 'DEPOSIT_ADDRESSES'
  /** asset: our coins at an exchange (D71), as instruments such as `BTC@kraken` */
  | 'VENUE'
  /** asset: our coins between the treasury and an exchange, as the instrument of the sender */
  | 'VENUE_TRANSIT'
  /** liabilities: to the order's customer, for unattributed deposits, and for sends that are not confirmed */
  | 'CUSTOMER'
  | 'UNATTRIBUTED'
  | 'IN_TRANSIT'
  /** liability: earnings of a customer that can be withdrawn (`user_id`) */
  | 'EARNINGS'
  /** our own money, position, income and cost */
  | 'CAPITAL'
  | 'DESK'
  | 'PLATFORM_FEES'
  | 'NETWORK_FEES'
  /** cost: what referrers and cashback earn (D48) */
  | 'AFFILIATE_COSTS'
  /** cost: fees of an exchange (D71) */
  | 'VENUE_FEES';

/** What a journal books. A reversal has the kind of the journal that it reverses. */
export type JournalKind =
  | 'CAPITAL'
  | 'DEPOSIT'
  | 'CLAIM'
  | 'EXCHANGE'
  | 'PAYOUT'
  | 'REFUND'
  | 'SENT'
  | 'SEND_FAILED'
  | 'ACCRUAL'
  | 'WITHDRAWAL'
  | 'FORFEIT'
  | 'FILL'
  | 'MOVE';

/** What a journal belongs to */
export interface JournalSource extends PaymentSource {
  /** The send that a SENT, SEND_FAILED or REFUND journal books */
  send_id?: string | null;
  accrual_id?: string | null;
}
export const NO_JOURNAL_SOURCE = {
  order_id: null,
  withdrawal_id: null,
  send_id: null,
  accrual_id: null,
} as const satisfies Required<JournalSource>;

/** A line of a balanced journal: assets and costs are positive, liabilities and income negative. Append-only (D9). */
export interface LedgerEntryTable {
  journal_id: string;
  line: number;
  account: LedgerAccount;
  kind: JournalKind;
  /** 1: the journal reverses another one */
  is_reversal: number;
  order_id: string | null;
  withdrawal_id: string | null;
  send_id: string | null;
  accrual_id: string | null;
  instrument: string;
  /** signed, in the instrument */
  amount: Decimal;
  created_at: number;
  /** The customer of an EARNINGS line; null for every other account */
  user_id: number | null;
}

/** The sends that pay a customer. Each kind has an owner (`server/payments/owners.ts`). */
export const CUSTOMER_KINDS = ['PAYOUT', 'REFUND', 'WITHDRAWAL'] as const;
/** The sends that move our own funds between our addresses */
export type InternalKind = 'SWEEP' | 'TOP_UP';
export type CustomerKind = (typeof CUSTOMER_KINDS)[number];
export type OutboxKind = CustomerKind | InternalKind;

/** What a send or a journal belongs to. At most one of the columns is set: a new subject adds its own. */
export interface PaymentSource {
  order_id?: string | null;
  withdrawal_id?: string | null;
}
export const NO_SOURCE = { order_id: null, withdrawal_id: null } as const satisfies Required<PaymentSource>;

/**
 * PENDING: to be sent. SENT: broadcast. CONFIRMED: final. HELD: above a cap until an operator releases it (D41).
 * REFUSED: rejected by the network before it was sent; retried. FAILED: failed permanently; an operator can retry it.
 * CANCELLED: will never be sent, because an operator refunded the deposit instead or wrote it off.
 */
export type OutboxState = 'PENDING' | 'SENT' | 'CONFIRMED' | 'HELD' | 'REFUSED' | 'FAILED' | 'CANCELLED';

export interface OutboxTable {
  /** PAYOUT:order, REFUND:order, WITHDRAWAL:withdrawal, …: unique per purpose, so that a transition can't enqueue two */
  id: string;
  /** Passed to the network. Changes only when an operator retries a send that failed permanently. */
  idempotency_key: string;
  kind: OutboxKind;
  /** What it pays for. null: something else */
  order_id: string | null;
  withdrawal_id: string | null;
  network: string;
  instrument: string;
  /** The address that pays; null: the treasury */
  from_index: AddressIndex | null;
  to_address: string;
  memo: string | null;
  amount: Decimal;
  /**
   * Fee to pay, exactly, in the native instrument; null: the network's current fee, which the treasury pays. Sends that a deposit address
   * pays for have one.
   */
  fee_limit: Decimal | null;
  /** How many times the usual gas the recipient may use; null: the network's own limit */
  gas_factor: Decimal | null;
  /** USD value when it was enqueued; null if unknown (D41) */
  usd_value: Decimal | null;
  state: OutboxState;
  attempts: number;
  not_before: number;
  lease_owner: string | null;
  lease_until: number;
  reason: string | null;
  /** When an operator overrode the check of its deposits, or released a withdrawal. Written only by the operator. */
  overridden_at: number | null;
  tx_hash: string | null;
  created_at: number;
  sent_at: number | null;
  confirmed_at: number | null;
  /** What the recipient got of a confirmed send, where that is less than `amount`; null: all of it */
  arrived_amount: Decimal | null;
  /** What an operator did about the missing part */
  arrival_note: string | null;
  /** Proves a confirmed send on networks whose blocks don't show who was paid */
  payment_proof: string | null;
}
export type OutboxRow = Readonly<OutboxTable>;
/** A send of an order */
export type OrderSend = OutboxRow & { readonly order_id: string };

/** What left in payouts and refunds of all instruments without an operator's release, for the caps of D56. */
export interface OutflowTable {
  /** Begin of 15 minutes, in ms since 1970 */
  period: number;
  usd_value: Decimal;
}

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

/**
 * DUE: to be planned. GATHERING: waits for others, to be collected together. TOPPING_UP, SWEEPING: a send is in flight; the sweep is
 * planned again when it ends.
 */
export type SweepState = 'DUE' | 'GATHERING' | 'TOPPING_UP' | 'SWEEPING' | 'DONE';

/** The last queried balance of the treasury, less sends since then. */
export interface TreasuryBalanceTable {
  instrument: string;
  amount: Decimal;
  version: number;
  refreshed_at: number;
}
