import { PAYOUT_FEE_REASON } from '../../../contract/features.ts';
import { ApiError } from '../../../contract/errors.ts';
import { FLOATING_CONSENT_PERCENT } from '../../../contract/limits.ts';
import { amount, compare, ONE, toDecimal, type Decimal } from '../../../contract/money.ts';
import type { CreateOrderInput } from '../../../contract/schemas/orders.ts';
import type { StoredQuote } from '../../pricing/desk.ts';
import type { OrderContext } from '../core/context.ts';
import { hasMarketDropped } from '../rules/depositRules.ts';

/** Returns the smallest floating amount that needs no new consent from a customer who was shown `shown` (D4). */
export function minimumWithoutConsent(shown: Decimal): Decimal {
  return toDecimal(amount(shown).times(ONE.minus(amount(FLOATING_CONSENT_PERCENT).div(amount('100')))));
}

/**
 * Returns the quote of a new order (D4). An unexpired fixed quote of exactly this exchange is honoured to the last digit, unless the
 * market is beyond its limit (D67).
 * Everything else is quoted again. A price claimed by the client is compared with the quote but never used.
 * Where the payout costs more than usual (D53), the customer must have been shown a quote with that fee, or nothing better.
 * Throws ERR_RATE_CHANGED with `details.pairData` when the quote is worse than the one shown, with `details.reason` PAYOUT_FEE when
 * it is for that fee, and the desk's errors.
 */
export function reprice(context: OrderContext, input: CreateOrderInput, payoutFeeFactor: Decimal): StoredQuote {
  const now = context.now();
  const shown = input.claimedPublicRate.claimedAmountToReceive;
  const named = input.quoteId === undefined ? undefined : context.desk.find(input.quoteId);
  const isFeeShown = compare(named?.payoutFeeFactor ?? '1', payoutFeeFactor) >= 0;
  if (input.rateMode === 'FIXED' && named && isFeeShown) {
    const isHonoured = isOfThisOrder(named, input) && named.validUntil >= now && compare(named.amountToGet, shown) >= 0;
    if (isHonoured && !hasMarketLeft(context, named, now)) return named;
  }
  const pairData = context.desk.quote(
    {
      instrumentFromSlug: input.instrumentFrom.slug,
      instrumentToSlug: input.instrumentTo.slug,
      rateMode: input.rateMode,
      claimedDepositAmount: input.claimedDepositAmount,
      ...(input.referrerId !== undefined && { referrerId: input.referrerId }),
    },
    now,
    { payoutFeeFactor },
  );
  const minimum = input.rateMode === 'FIXED' || !isFeeShown ? shown : minimumWithoutConsent(shown);
  if (compare(pairData.amountToGet, minimum) < 0) {
    const message = isFeeShown
      ? 'The rate has become worse since it was shown. Confirm the new rate.'
      : 'The payout to this address costs more than the usual network fee. Confirm the new amount.';
    throw new ApiError('ERR_RATE_CHANGED', message, { pairData, ...(!isFeeShown && { reason: PAYOUT_FEE_REASON }) });
  }
  const quote = pairData.quoteId === undefined ? undefined : context.desk.find(pairData.quoteId);
  if (!quote) throw new ApiError('ERR_SERVICE_UNAVAILABLE', 'The quote could not be stored. Try again.');
  return quote;
}

/** Whether the market is beyond the limit of the quote: its rate would be lost before anybody could pay (D67). */
function hasMarketLeft({ desk }: OrderContext, quote: StoredQuote, now: number): boolean {
  const { marketPrice, premiumPercent } = quote;
  const terms = { market_price: marketPrice, premium_percent: premiumPercent };
  return hasMarketDropped(terms, desk.marketPrice(quote.fromSlug, quote.toSlug, now));
}

function isOfThisOrder(quote: StoredQuote, input: CreateOrderInput): boolean {
  return (
    quote.fromSlug === input.instrumentFrom.slug &&
    quote.toSlug === input.instrumentTo.slug &&
    quote.rateMode === input.rateMode &&
    compare(quote.amountToGive, input.claimedDepositAmount) === 0
  );
}
