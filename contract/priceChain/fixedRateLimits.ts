import { COST_RISE_PERCENT, FIXED_AMOUNT_TOLERANCE_PERCENT } from '../limits.ts';
import { add, amount, ONE, roundToDecimal, toDecimal, type Amount, type Decimal } from '../money.ts';
import type { PriceChain } from './priceChain.ts';

const shareOf = (percent: Decimal): Amount => amount(percent).div(amount('100'));

/** The limits within which a fixed rate holds, in coins (D5, D55, D67). */
export interface FixedRateLimits {
  /** The least and most that may arrive, in instrumentFrom */
  least: Decimal;
  most: Decimal;
  /** What the amount must be worth at the market price until its deposit is in a block, in instrumentTo */
  worth: Decimal;
  /** By how many percent that is less than at the start */
  marketPercent: Decimal;
  /** The most that the network fees may be when the deposit has its confirmations, in instrumentTo */
  networkFees: Decimal;
}

/** Returns the limits of an exchange at a fixed rate. `from` and `to` are the decimals with which its amounts are written. */
export function fixedRateLimits(
  { sent, worth, networkFee }: Pick<PriceChain, 'sent' | 'worth' | 'networkFee'>,
  { marketPercent, from, to }: { marketPercent: Decimal; from: number; to: number },
): FixedRateLimits {
  const tolerance = shareOf(FIXED_AMOUNT_TOLERANCE_PERCENT);
  return {
    least: roundToDecimal(amount(sent).times(ONE.minus(tolerance)), from, 'up'),
    most: roundToDecimal(amount(sent).times(ONE.plus(tolerance)), from, 'down'),
    worth: roundToDecimal(amount(worth).times(ONE.minus(shareOf(marketPercent))), to, 'up'),
    marketPercent,
    networkFees: roundToDecimal(amount(add(networkFee, toDecimal(amount(worth).times(shareOf(COST_RISE_PERCENT))))), to, 'down'),
  };
}
