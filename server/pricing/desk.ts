import type { Decimal } from '../../contract/money.ts';
import type { RateMode } from '../../contract/order.ts';
import type { PairData, RateInput } from '../../contract/schemas/rates.ts';

/** A quote that was given out: until `validUntil` a fixed one is honoured to the digit (D4). */
export interface StoredQuote {
  quoteId: string;
  fromSlug: string;
  toSlug: string;
  rateMode: RateMode;
  amountToGive: Decimal;
  amountToGet: Decimal;
  price: Decimal;
  networkFee: Decimal;
  platformFee: Decimal;
  /** mid market price at the time, instrumentTo per instrumentFrom: D5's 2 % is measured from it */
  marketPrice: Decimal;
  updatedAt: number;
  validUntil: number;
}

/** The desk that prices: the only place where a market price becomes an offer. Errors are ApiErrors of the catalogue. */
export interface PricingDesk {
  /**
   * Prices a request, checks bounds, activity, staleness and jumps (D41). The quote's id holds its terms under our seal.
   * `price` is instrumentTo per 1 instrumentFrom, platform fee included, before the network fee.
   * Throws ERR_NOT_FOUND (slug), ERR_PAIR_NOT_ACTIVE, ERR_NOT_ACCEPTABLE (fixed not offered, fiat), the two
   * CLAIMED_DEPOSIT codes with `details.expected`, ERR_UNPROCESSABLE_ENTITY (fixed impossible at this amount),
   * ERR_SERVICE_UNAVAILABLE (no trustworthy price). `atAnyFee` is for who is asked about the fee itself: a network that is
   * only dear is open to him.
   */
  quote(input: RateInput, now: number, atAnyFee?: boolean): PairData;
  /** {@link quote} for who asks the same again and again: what stays is worked out, and refused, once. */
  prepare(input: RateInput): (now: number) => PairData;
  /** What an order of exactly `amountToGive` would get now, without bounds, for settlement (D9). Throws ERR_SERVICE_UNAVAILABLE. */
  settle(input: { fromSlug: string; toSlug: string; amountToGive: Decimal; rateMode: RateMode }, now: number): StoredQuote;
  /** The quote given out under this id, by whichever process, also after it ended; undefined for one that never was. */
  find(quoteId: string): StoredQuote | undefined;
  /** Bounds in instrumentFrom that apply now. */
  bounds(fromSlug: string, toSlug: string): { minimum: Decimal; maximum: Decimal };
  /** Mid market, instrumentTo per 1 instrumentFrom. Throws ERR_SERVICE_UNAVAILABLE when no trustworthy price. */
  marketPrice(fromSlug: string, toSlug: string, now: number): Decimal;
  /**
   * Network fee of one refund of the instrument, in the instrument itself, rounded up; by the last prices that were to be
   * trusted where none is. Throws ERR_SERVICE_UNAVAILABLE when there never was one.
   */
  networkFee(slug: string, now: number): Decimal;
  /**
   * Since when there has been no trustworthy price for a market symbol, as the refusals name it, though somebody looked for
   * one; null when there never was one.
   */
  priceMissingSince(symbol: string): number | null;
  /** A transfer costs far more than usual (NETWORK_CONGESTED): whoever can wait should. */
  isCongested(slug: string): boolean;
}
