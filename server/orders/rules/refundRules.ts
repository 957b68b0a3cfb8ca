import { CONGESTED_REFUND_WAIT_MS } from '../../../contract/limits.ts';
import { compare, isPositive, subtract, type Decimal } from '../../../contract/money.ts';
import type { AgreedRefund, OrderRow } from '../../db/tables/orders.ts';
import type { RefundFees } from '../../pricing/desk.ts';

/** Where a refund goes, and what is known of payments to that address. */
export type RefundTarget = Pick<OrderRow, 'refund_address' | 'refund_memo' | 'refund_fee_factor' | 'refund_least'>;

/** What a refund takes now, in its coin. */
export interface RefundTerms extends RefundFees {
  /** The least that its network delivers to the address (D78); null: it has not said it. Then nothing is refunded yet. */
  least: Decimal | null;
}

/** What a refund would pay now, in instrumentFrom. */
export interface RefundQuote extends RefundTerms {
  /** the sum of the deposits, before the fee */
  total: Decimal;
  /** what the customer receives; "0" when the fee takes it all, or what is left would not arrive (dust, D6, D78) */
  amount: Decimal;
}

/** Returns what a refund of `total` pays. A refund costs the network fees and nothing else (D8). */
export function refundQuote(total: Decimal, terms: RefundTerms): RefundQuote {
  return { total, ...terms, amount: amountAfterFee(total, terms) };
}

/** Returns the refund of `total` for the fees that the customer agreed to. */
export function agreedRefund({ total, networkFee, collectionFee, least }: Omit<RefundQuote, 'amount'>): AgreedRefund {
  return {
    amount: amountAfterFee(total, { networkFee, least }),
    network_fee: networkFee,
    collection_fee: compare(collectionFee, networkFee) < 0 ? collectionFee : networkFee,
  };
}

/** Returns what a refund of `total` would pay, or "0". An unknown least amount limits nothing. */
export function amountAfterFee(total: Decimal, { networkFee, least }: Pick<RefundTerms, 'networkFee' | 'least'>): Decimal {
  const left = subtract(total, networkFee);
  return isPositive(left) && compare(left, least ?? '0') >= 0 ? left : '0';
}

/** Whether the deposit exceeds the fee, but by too little to arrive. */
export function isBelowLeast({ total, networkFee, amount }: RefundQuote): boolean {
  return !isPositive(amount) && compare(total, networkFee) > 0;
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
