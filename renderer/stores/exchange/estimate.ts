import type { PairData } from '../../../contract/api/rates.ts';
import { CLAIMED_DEPOSIT_DECIMALS } from '../../../contract/limits.ts';
import { marketPrice } from '../../../contract/marketPrice.ts';
import {
  amount,
  nearestDecimal,
  ONE,
  round,
  roundToDecimal,
  toDecimal,
  ZERO,
  type Amount,
  type Decimal,
} from '../../../contract/money.ts';

export { marketPrice };

const HUNDRED = amount('100');

/**
 * Returns the amount to receive for `toGive` at the last pushed rate, in instrumentTo, rounded down; null if the network
 * fee exceeds it. The host's quote replaces this estimate. `price` includes the platform fee but not the network fee
 * (docs/pricing.md).
 */
export function estimateToGet({ price, finalNetworkFeeAmount, instrumentTo }: PairData, toGive: Decimal): Decimal | null {
  const toGet = amount(toGive).times(amount(price)).minus(amount(finalNetworkFeeAmount));
  return positive(round(toGet, instrumentTo.precisionDecimals, 'down'));
}

/** Returns the amount to send for receiving `toGet`, in instrumentFrom, rounded up; null without a price. */
export function estimateToGive({ price, finalNetworkFeeAmount, instrumentFrom }: PairData, toGet: Decimal): Decimal | null {
  const rate = amount(price);
  if (rate.eq(ZERO)) return null;
  const toGive = amount(toGet).plus(amount(finalNetworkFeeAmount)).div(rate);
  return positive(round(toGive, claimDecimals(instrumentFrom), 'up'));
}

/** Returns the decimals of a claimable amount of the instrument (D2: at most 8). */
export function claimDecimals({ precisionDecimals }: { precisionDecimals: number }): number {
  return Math.min(precisionDecimals, CLAIMED_DEPOSIT_DECIMALS);
}

/** Returns the tightest bounds, in instrumentFrom. */
export function boundsOf({ generalMinAmount, generalMaxAmount, marketMinAmount, depositRules }: PairData): {
  minimum: Decimal;
  maximum: Decimal;
} {
  const largest = [generalMinAmount, marketMinAmount, depositRules.minAmount].map(amount).reduce((a, b) => (b.gt(a) ? b : a));
  const most = amount(generalMaxAmount);
  const networkMost = depositRules.maxAmount === null ? most : amount(depositRules.maxAmount);
  return { minimum: toDecimal(largest), maximum: toDecimal(networkMost.lt(most) ? networkMost : most) };
}

/**
 * Returns how far the customer's price, all fees included, is below the market's mid price, in percent with one decimal.
 * Negative if it is above; null without a market price.
 */
export function percentBelowMarket(pair: PairData, { toGive, toGet }: { toGive: Decimal; toGet: Decimal }): Decimal | null {
  const worth = amount(marketPrice(pair)).times(amount(toGive));
  if (worth.eq(ZERO)) return null;
  const share = amount(toGet).div(worth);
  return nearestDecimal(ONE.minus(share).times(HUNDRED), 1);
}

/** Returns the USD value of an amount of the side's instrument, always with two decimals ("453.60"). */
export function worthInUsd({ quotes }: PairData, side: 'send' | 'receive', value: Decimal): Decimal {
  const quote = side === 'send' ? quotes.sellQuote.quoteValue : quotes.buyQuote.quoteValue;
  return round(amount(value).times(amount(quote)), 2, 'down').toFixed(2);
}

/** Returns the service fee on `toGive`, in instrumentTo, scaled from the last quote's fee. */
export function serviceFee({ platformFee_Absolute, amountToGive, instrumentTo }: PairData, toGive: Decimal): Decimal {
  if (amount(amountToGive).eq(ZERO)) return platformFee_Absolute;
  const fee = amount(platformFee_Absolute).times(amount(toGive)).div(amount(amountToGive));
  return roundToDecimal(fee, instrumentTo.precisionDecimals, 'up');
}

/** The part of the service fee that customers get shares of, in instrumentTo: all but the premium of a fixed rate (D48). */
export function sharedServiceFee(data: PairData, toGive: Decimal): Decimal {
  const fee = serviceFee(data, toGive);
  if (data.rateMode !== 'FIXED') return fee;
  const premium = amount(toGive)
    .times(amount(data.marketLeftPrice))
    .times(amount(data.fixedPremiumPercent ?? '0'))
    .div(HUNDRED);
  return positive(amount(fee).minus(premium)) ?? '0';
}

function positive(value: Amount): Decimal | null {
  return value.gt(ZERO) ? toDecimal(value) : null;
}
