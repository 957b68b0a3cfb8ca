import type { Decimal } from '../../../contract/money.ts';
import type { OutboxKind } from './payments.ts';

/** Sums by day, so that reports need no single orders. A day is the time of its begin in UTC, in ms since 1970. */
export interface ReportTables {
  order_days: OrderDayTable;
  send_cost_days: SendCostDayTable;
}

/** What the orders of a pair did that ended on a day. Amounts are of completed orders, unless stated otherwise. */
export interface OrderDayTable {
  day: number;
  instrument_from: string;
  instrument_to: string;
  completed: number;
  refunded: number;
  /** How many of them had no price in USD: the sums in USD leave them out */
  unpriced: number;
  /** In instrument_from */
  sent: Decimal;
  /** In instrument_to, as the next three */
  paid: Decimal;
  platform_fees: Decimal;
  /** What the exchange kept beyond its fees: the premium of fixed rates, and what rounding left. May be negative */
  margins: Decimal;
  /** What customers paid for networks */
  network_fees: Decimal;
  /** The same of refunds, in instrument_from */
  refund_fees: Decimal;
  /** In USD, at the price at which the caps counted the payment */
  sent_usd: Decimal;
  paid_usd: Decimal;
  /** Platform fees and margins */
  revenue_usd: Decimal;
  /** Both kinds of network fees */
  network_fees_usd: Decimal;
  /** What they earned referrers and their own customers, in USDT */
  referrer_shares: Decimal;
  cashback: Decimal;
  /** Raised by every write */
  version: number;
}
export type OrderDayRow = Readonly<OrderDayTable>;

/** What networks charged for the sends of a kind that were booked on a day. */
export interface SendCostDayTable {
  day: number;
  /** Of the fee: usually the network's native coin */
  instrument: string;
  kind: OutboxKind;
  amount: Decimal;
  /** At the last trusted price of the moment */
  amount_usd: Decimal;
  /** How many fees had no price: the sum in USD leaves them out */
  unpriced: number;
  /** Raised by every write */
  version: number;
}
export type SendCostDayRow = Readonly<SendCostDayTable>;
