import type { OutboxKind } from './payments.ts';
import { amount, bigint, integer, table, text, type RowOf } from '../table.ts';

/** Sums by day, so that reports need no single orders. A day is the time of its begin in UTC, in ms since 1970. */
export const reportTables = {
  /** What the orders of a pair did that ended on a day. Amounts are of completed orders, unless stated otherwise. */
  order_days: table({
    day: bigint(),
    instrument_from: text(),
    instrument_to: text(),
    completed: integer(),
    refunded: integer(),
    /** How many of them had no price in USD: the sums in USD leave them out */
    unpriced: integer(),
    /** In instrument_from */
    sent: amount(),
    /** In instrument_to, as the next three */
    paid: amount(),
    platform_fees: amount(),
    /** What the exchange kept beyond its fees: the premium of fixed rates, and what rounding left. May be negative */
    margins: amount(),
    /** What customers paid for networks */
    network_fees: amount(),
    /** The same of refunds, in instrument_from */
    refund_fees: amount(),
    /** In USD, at the price at which the caps counted the payment */
    sent_usd: amount(),
    paid_usd: amount(),
    /** Platform fees and margins */
    revenue_usd: amount(),
    /** Both kinds of network fees */
    network_fees_usd: amount(),
    /** What they earned referrers and their own customers, in USDT */
    referrer_shares: amount(),
    cashback: amount(),
    /** Raised by every write */
    version: integer(),
  }).key('day', 'instrument_from', 'instrument_to'),
  /** What networks charged for the sends of a kind that were booked on a day. */
  send_cost_days: table({
    day: bigint(),
    /** Of the fee: usually the network's native coin */
    instrument: text(),
    kind: text<OutboxKind>(),
    amount: amount(),
    /** At the last trusted price of the moment */
    amount_usd: amount(),
    /** How many fees had no price: the sum in USD leaves them out */
    unpriced: integer(),
    /** Raised by every write */
    version: integer(),
  }).key('day', 'instrument', 'kind'),
};

export type OrderDayRow = RowOf<typeof reportTables.order_days>;
export type SendCostDayRow = RowOf<typeof reportTables.send_cost_days>;
