import type { Decimal } from '../../contract/money.ts';
import type { RateMode } from '../../contract/order.ts';
import type { PairData, RateInput } from '../../contract/schemas/rates.ts';

/** An issued quote. A fixed rate is honoured exactly until `validUntil` (D4). */
export interface StoredQuote {
  quoteId: string;
  fromSlug: string;
  toSlug: string;
  rateMode: RateMode;
  amountToGive: Decimal;
  amountToGet: Decimal;
  price: Decimal;
  /** Fee of the payout and of collecting the deposit (D53), in instrumentTo */
  networkFee: Decimal;
  /** The part of `networkFee` that pays for collecting the deposit */
  collectionFee: Decimal;
  /** How many times the usual fee the payout costs; "1" unless a contract receives it (D53) */
  payoutFeeFactor: Decimal;
  platformFee: Decimal;
  /** The platform fee in percent, by which later prices of the order are computed too (D72) */
  platformFeePercent: Decimal;
  /** Mid market price at the time, instrumentTo per instrumentFrom; reference for the market limit of D5 */
  marketPrice: Decimal;
  /** What the fixed rate costs beyond the platform fee, in percent (D67); null: floating */
  premiumPercent: Decimal | null;
  updatedAt: number;
  validUntil: number;
}

/** The network fees of a refund (D8), in the instrument itself, rounded up. */
export interface RefundFees {
  /** The sum */
  networkFee: Decimal;
  /** The part that pays for collecting the deposit */
  collectionFee: Decimal;
}

/** Where the refunded deposit is. A native coin is refunded from its deposit address; a token is swept, and the treasury refunds it. */
export type RefundSource = 'DEPOSIT_ADDRESS' | 'TREASURY';

export interface SettleInput {
  fromSlug: string;
  toSlug: string;
  amountToGive: Decimal;
  rateMode: RateMode;
  /** As for {@link QuoteOptions} */
  payoutFeeFactor?: Decimal;
  platformFeePercent?: Decimal;
}

export interface QuoteOptions {
  /** Ignores high network fees, up to half of the amount, for customers who decide about the fee. */
  atAnyFee?: boolean;
  /** How many times the usual fee the payout costs (D53); default 1 */
  payoutFeeFactor?: Decimal;
  /** The platform fee of an order that exists (D72); default: that of new orders */
  platformFeePercent?: Decimal;
}

/** Turns market prices into offers; no other module does. Throws ApiErrors. */
export interface PricingDesk {
  /**
   * Prices a request. Checks bounds, availability, stale prices and price jumps (D41). The quote id contains the sealed terms.
   * `price` is instrumentTo per 1 instrumentFrom, platform fee included, before the network fee.
   * Throws ERR_NOT_FOUND (slug), ERR_PAIR_NOT_ACTIVE, ERR_NOT_ACCEPTABLE (fixed not offered, fiat), the two
   * CLAIMED_DEPOSIT codes with `details.expected`, ERR_UNPROCESSABLE_ENTITY (fixed impossible at this amount),
   * ERR_SERVICE_UNAVAILABLE (no trustworthy price).
   */
  quote(input: RateInput, now: number, options?: QuoteOptions): PairData;
  /** Returns a function that repeats {@link quote} for one request. Validates the request once. */
  prepare(input: RateInput): (now: number) => PairData;
  /** Prices exactly `amountToGive` without bounds, for settlement (D9). Throws ERR_SERVICE_UNAVAILABLE. */
  settle(input: SettleInput, now: number): StoredQuote;
  /** Returns the quote with this id, even if it has expired or another process issued it; undefined for an unknown id. */
  find(quoteId: string): StoredQuote | undefined;
  /** Returns the current bounds in instrumentFrom. `atAnyFee` as for {@link QuoteOptions}. */
  bounds(fromSlug: string, toSlug: string, atAnyFee?: boolean): { minimum: Decimal; maximum: Decimal };
  /** Returns the mid market price, instrumentTo per 1 instrumentFrom. Throws ERR_SERVICE_UNAVAILABLE without a trusted price. */
  marketPrice(fromSlug: string, toSlug: string, now: number): Decimal;
  /**
   * Returns the network fee of one transfer in the instrument itself, rounded up. Falls back to the last trusted prices. Throws
   * ERR_SERVICE_UNAVAILABLE if there are none.
   */
  networkFee(slug: string, now: number): Decimal;
  /** Asks the networks what transfers of these coins cost now (D77). One that does not answer soon keeps its last estimate. Never rejects. */
  freshenFees(slugs: readonly string[]): Promise<void>;
  /**
   * Returns what a refund costs (D8). `factor` says how many times the usual fee the transfer to its address costs (D53); default 1.
   * Prices and errors as for {@link networkFee}.
   */
  refundFees(slug: string, source: RefundSource, now: number, factor?: Decimal): RefundFees;
  /**
   * Returns since when (ms) a trusted price of a market symbol is missing, excluding downtime of the host; null if there never
   * was one.
   */
  priceMissingSince(symbol: string): number | null;
  /** Whether a transfer costs far more than usual (NETWORK_CONGESTED). */
  isCongested(slug: string): boolean;
}
