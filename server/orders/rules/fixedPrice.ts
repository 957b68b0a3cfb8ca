import { amount, compare, roundToDecimal, type Decimal } from '../../../contract/money.ts';
import type { OrderRow } from '../../db/tables/orders.ts';

/** The terms of a fixed rate: the claimed amount in instrumentFrom, the rest in instrumentTo. */
export interface FixedTerms {
  claimed: Decimal;
  amountToGet: Decimal;
  networkFee: Decimal;
  platformFee: Decimal;
}

/**
 * Returns what a fixed rate pays for a deposit of `total`, in instrumentTo with `decimals`, rounded down. The claimed amount pays
 * exactly the quoted payout. Another amount within the tolerance pays in proportion, less the same network fee (D5).
 */
export function priceAtFixedRate(
  { claimed, amountToGet, networkFee, platformFee }: FixedTerms,
  total: Decimal,
  decimals: number,
): { payout: Decimal; platformFee: Decimal } {
  if (compare(total, claimed) === 0) return { payout: amountToGet, platformFee };
  const share = amount(total).div(amount(claimed));
  const gross = amount(amountToGet).plus(amount(networkFee)).times(share);
  return {
    payout: roundToDecimal(gross.minus(amount(networkFee)), decimals, 'down'),
    platformFee: roundToDecimal(amount(platformFee).times(share), decimals, 'down'),
  };
}

export function fixedTermsOf(
  order: Pick<OrderRow, 'claimed_deposit_amount' | 'amount_to_get' | 'network_fee' | 'platform_fee'>,
): FixedTerms {
  return {
    claimed: order.claimed_deposit_amount,
    amountToGet: order.amount_to_get,
    networkFee: order.network_fee,
    platformFee: order.platform_fee,
  };
}
