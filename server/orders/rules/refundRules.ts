import { CONGESTED_REFUND_WAIT_MS } from '../../../contract/limits.ts';
import { amount, compare, subtract, type Decimal } from '../../../contract/money.ts';
import type { AgreedRefund } from '../../db/tables/orders.ts';
import type { RefundFees } from '../../pricing/desk.ts';

/** What a refund would pay now, in instrumentFrom. */
export interface RefundQuote extends RefundFees {
  /** the sum of the deposits, before the fee */
  total: Decimal;
  /** what the customer receives; "0" when the fee exceeds the total (dust, D6) */
  amount: Decimal;
}

/** Returns what a refund of `total` pays. A refund costs the network fees and nothing else (D8). */
export function refundQuote(total: Decimal, fees: RefundFees): RefundQuote {
  return { total, ...fees, amount: amountAfterFee(total, fees.networkFee) };
}

/** Returns the refund of `total` for the fees that the customer agreed to. */
export function agreedRefund({ total, networkFee, collectionFee }: Omit<RefundQuote, 'amount'>): AgreedRefund {
  return {
    amount: amountAfterFee(total, networkFee),
    network_fee: networkFee,
    collection_fee: compare(collectionFee, networkFee) < 0 ? collectionFee : networkFee,
  };
}

export function amountAfterFee(total: Decimal, networkFee: Decimal): Decimal {
  return amount(total).gt(amount(networkFee)) ? subtract(total, networkFee) : '0';
}

/** Delay in ms before an automatic refund checks a congested network again. */
const CONGESTED_WAIT_MS = 6 * 3_600_000;

/**
 * Returns when an automatic refund that is due now is checked again because its network is congested (D8); null: refund now.
 * `CONGESTED_REFUND_WAIT_MS` after detection the refund is sent at any fee.
 */
export function postponeWhileCongested(isCongested: boolean, detectedAt: number, now: number): number | null {
  const latest = detectedAt + CONGESTED_REFUND_WAIT_MS;
  return now >= latest || !isCongested ? null : Math.min(now + CONGESTED_WAIT_MS, latest);
}
