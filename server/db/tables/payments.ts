import type { AddressIndex } from '../../common/addressIndex.ts';
import { amount, bigint, integer, table, text, type RowOf } from '../table.ts';

/** The ledger and the payments that leave. Times are in ms since 1970. Flags are 0 or 1. */
export const paymentTables = {
  /** A line of a balanced journal: assets and costs are positive, liabilities and income negative. Append-only (D9). */
  ledger_entries: table({
    journal_id: text(),
    line: integer(),
    account: text<LedgerAccount>(),
    kind: text<JournalKind>(),
    /** 1: the journal reverses another one */
    is_reversal: integer(),
    order_id: text().nullable().references('orders'),
    withdrawal_id: text().nullable().references('withdrawals'),
    send_id: text().nullable().references('outbox'),
    accrual_id: text().nullable().references('accruals'),
    instrument: text(),
    /** signed, in the instrument */
    amount: amount(),
    created_at: bigint(),
    /** The customer of an EARNINGS line; null for every other account */
    user_id: integer().nullable(),
  })
    .key('journal_id', 'line')
    .indexes(
      ['order_id'],
      ['withdrawal_id'],
      ['user_id', 'created_at'],
      { name: 'ledger_entries_by_time', columns: ['created_at', 'journal_id', 'line'] },
      // What exchanges charged is read often, and these are few lines.
      { name: 'ledger_entries_venue_fees', columns: ['created_at'], where: "account = 'VENUE_FEES'" },
    )
    .appendOnly(),
  outbox: table({
    /** PAYOUT:order, REFUND:order, WITHDRAWAL:withdrawal, …: unique per purpose, so that a transition can't enqueue two */
    id: text().primaryKey(),
    /** Passed to the network. Changes only when an operator retries a send that failed permanently. */
    idempotency_key: text().unique(),
    kind: text<OutboxKind>(),
    /** What it pays for. null: something else */
    order_id: text().nullable().references('orders'),
    withdrawal_id: text().nullable().unique().references('withdrawals'),
    network: text(),
    instrument: text(),
    /** The address that pays; null: the treasury */
    from_index: integer<AddressIndex>().nullable(),
    to_address: text(),
    memo: text().nullable(),
    amount: amount(),
    /**
     * Fee to pay, exactly, in the native instrument; null: the network's current fee, which the treasury pays. Sends that a deposit address
     * pays for have one.
     */
    fee_limit: amount().nullable(),
    /** How many times the usual gas the recipient may use; null: the network's own limit */
    gas_factor: amount().nullable(),
    /** USD value when it was enqueued; null if unknown (D41) */
    usd_value: amount().nullable(),
    state: text<OutboxState>(),
    attempts: integer(),
    not_before: bigint(),
    lease_owner: text().nullable(),
    lease_until: bigint(),
    reason: text().nullable(),
    /** When an operator overrode the check of its deposits, or released a withdrawal. Written only by the operator. */
    overridden_at: bigint().nullable(),
    tx_hash: text().nullable(),
    created_at: bigint(),
    sent_at: bigint().nullable(),
    confirmed_at: bigint().nullable(),
    /** What the recipient got of a confirmed send, where that is less than `amount`; null: all of it */
    arrived_amount: amount().nullable(),
    /** What an operator did about the missing part */
    arrival_note: text().nullable(),
    /** Proves a confirmed send on networks whose blocks don't show who was paid */
    payment_proof: text().nullable(),
  }).indexes(
    ['order_id'],
    ['network', 'state', 'not_before'],
    ['instrument', 'created_at'],
    // These few rows among all sends ever made
    { name: 'outbox_short', columns: ['created_at'], where: 'arrived_amount is not null' },
    { name: 'outbox_open_returns', columns: ['instrument'], where: "kind in ('REFUND', 'WITHDRAWAL') and state <> 'CONFIRMED'" },
    { name: 'outbox_by_tx_hash', columns: ['lower(tx_hash)'] },
    {
      name: 'outbox_unresolved',
      columns: ['state', 'created_at'],
      where: "state in ('HELD', 'FAILED', 'REFUSED', 'PENDING') and kind in ('PAYOUT', 'REFUND', 'WITHDRAWAL')",
    },
    // The alert about the daily cap reads the payments of one day.
    ['created_at'],
  ),
  /** What left in payouts and refunds of all instruments without an operator's release, for the caps of D56. */
  outflows: table({
    /** Begin of 15 minutes, in ms since 1970 */
    period: bigint().primaryKey(),
    usd_value: amount(),
  }),
  /** The last queried balance of the treasury, less sends since then. */
  treasury_balances: table({
    instrument: text().primaryKey(),
    amount: amount(),
    version: integer(),
    refreshed_at: bigint(),
  }),
  /**
   * The sweep of an order's deposit address on one network to the treasury (D35), at first requested when its deposits are
   * decided. Every write also raises the order's version.
   */
  sweeps: table({
    order_id: text().references('orders'),
    network: text(),
    state: text<SweepState>(),
    /** Raised by every write. A plan applies to the number that it read. */
    number: integer(),
    not_before: bigint(),
  })
    .key('order_id', 'network')
    .indexes(
      { name: 'sweeps_due', columns: ['network', 'not_before'], where: "state = 'DUE'" },
      { name: 'sweeps_gathering', columns: ['network'], where: "state = 'GATHERING'" },
    ),
};

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
  | 'VENUE_FEES'
  /** income or cost: what an exchange credited or took beside trades, fees and transfers */
  | 'VENUE_RESULT';

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

export type LedgerEntryTable = RowOf<typeof paymentTables.ledger_entries>;

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
/** States of a payment that has not left as far as the books know */
export const UNSENT_STATES: readonly OutboxState[] = ['PENDING', 'REFUSED', 'HELD', 'FAILED'];

export type OutboxRow = RowOf<typeof paymentTables.outbox>;
/** A send of an order */
export type OrderSend = OutboxRow & { readonly order_id: string };

export type OutflowTable = RowOf<typeof paymentTables.outflows>;
export type SweepRow = RowOf<typeof paymentTables.sweeps>;

/**
 * DUE: to be planned. GATHERING: waits for others, to be collected together. TOPPING_UP, SWEEPING: a send is in flight; the sweep is
 * planned again when it ends.
 */
export type SweepState = 'DUE' | 'GATHERING' | 'TOPPING_UP' | 'SWEEPING' | 'DONE';

export type TreasuryBalanceTable = RowOf<typeof paymentTables.treasury_balances>;
