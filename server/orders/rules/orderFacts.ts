import type { Decimal } from '../../../contract/money.ts';
import type { OutboxRow } from '../../db/tables/payments.ts';
import type { RefundFees, StoredQuote } from '../../pricing/desk.ts';

/**
 * A value that needs trusted prices. `missingSince`: since when (ms) a price of it is missing, 0 if there never was one; null: the
 * value is missing for another reason, so the host retries.
 */
export type Known<Value> = { value: Value } | { missingSince: number | null };

/** What a decision about an order depends on, besides the order and its deposits. Times are in ms since 1970. */
export interface OrderFacts {
  now: number;
  /** Every deposit and block of the deposit network until then is known. */
  scannedUntil: number;
  /** When the customer accepted new terms; null: never */
  acceptedAt: number | null;
  /** The order's payout or refund; null: none is decided */
  transfer: OutboxRow | null;
  /** Whether this host is connected to the network */
  isConnected(network: string): boolean;
  /** Mid-market price, instrumentTo per 1 instrumentFrom */
  marketPrice(): Known<Decimal>;
  /** What the desk exchanges now, in instrumentFrom */
  bounds(): Known<{ minimum: Decimal; maximum: Decimal }>;
  /** The floating price of a deposit */
  floatingPrice(total: Decimal): Known<StoredQuote>;
  /** The network fee of the payout, in instrumentTo */
  payoutFee(): Known<Decimal>;
  /** The fees of a refund, in instrumentFrom */
  refundFees(): Known<RefundFees>;
  /** Whether transfers on the network of the payout, or of the refund, cost far more than usual */
  isCongested(transfer: 'PAYOUT' | 'REFUND'): boolean;
  /** Decimals of an amount of instrumentTo */
  payoutDecimals(): number;
}
