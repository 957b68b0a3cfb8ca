import type { Decimal } from '../../../contract/money.ts';
import type { StoredQuote } from '../../pricing/desk.ts';
import type { RefundTerms } from './refundRules.ts';
import type { SendDelay } from './sendDelay.ts';

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
  /** Why the order's payout or refund is late; null: it is not, or none is decided */
  transferDelay: SendDelay | null;
  /** Mid-market price, instrumentTo per 1 instrumentFrom */
  marketPrice(): Known<Decimal>;
  /** What the desk exchanges now, in instrumentFrom */
  bounds(): Known<{ minimum: Decimal; maximum: Decimal }>;
  /** The floating price of a deposit */
  floatingPrice(total: Decimal): Known<StoredQuote>;
  /** The network fee of the payout, in instrumentTo */
  payoutFee(): Known<Decimal>;
  /** What it costs to collect a deposit of the order (D53), in instrumentFrom */
  collectionFee(): Known<Decimal>;
  /** What a refund takes, in instrumentFrom */
  refundTerms(): Known<RefundTerms>;
  /** Whether transfers on the network of the payout, or of the refund, cost far more than usual */
  isCongested(transfer: 'PAYOUT' | 'REFUND'): boolean;
  /** Decimals of an amount of instrumentTo */
  payoutDecimals(): number;
}
