import type { GuaranteeDocument, SignedCoin, SignedGuarantee } from '../../../contract/signedDocuments/guarantee.ts';
import { isoTime } from '../../../contract/isoTime.ts';
import { marketLimitPercent } from '../../../contract/fixedRate.ts';
import {
  CONGESTED_REFUND_WAIT_MS,
  COST_RISE_PERCENT,
  DECISION_DEADLINE_MS,
  FIXED_AMOUNT_TOLERANCE_PERCENT,
  LATER_DEPOSIT_WINDOW_MS,
} from '../../../contract/limits.ts';
import { orderTokenHash, refundAddressHash } from '../../../contract/signedDocuments/signature.ts';
import type { OrderTable } from '../../db/tables/orders.ts';
import { type OrderContext } from './context.ts';
import { instrumentOf, networkOf, referenceOf } from '../../instruments/lookup.ts';

const HOUR_MS = 3_600_000;

/** Signs the terms of a new order. The caller stores the guarantee in the transaction that creates the order. */
export function signGuarantee(context: OrderContext, order: OrderTable): SignedGuarantee {
  const isFixed = order.rate_mode === 'FIXED';
  return context.signer.signGuarantee({
    kind: 'guarantee',
    ...documentHeader(context, order),
    instrumentFrom: signedCoin(context, order.instrument_from),
    instrumentTo: signedCoin(context, order.instrument_to),
    expiresAt: isoTime(order.expires_at),
    confirmBy: order.confirm_by === null ? null : isoTime(order.confirm_by),
    claimedDepositAmount: order.claimed_deposit_amount,
    amountToGet: order.amount_to_get,
    price: order.price,
    networkFee: order.network_fee,
    collectionFee: order.collection_fee,
    platformFee: order.platform_fee,
    platformFeePercent: order.platform_fee_percent,
    fixedPremiumPercent: order.premium_percent,
    costRisePercent: isFixed ? COST_RISE_PERCENT : null,
    depositAddress: order.deposit_address,
    depositAddressMemo: order.deposit_memo,
    minConfirmations: String(order.min_confirmations),
    refundPolicy: {
      refundAddressHash:
        order.refund_address === null ? null : refundAddressHash(order.id, order.refund_address, order.refund_memo),
      cost: 'NETWORK_FEES',
      // A floating rate has no promised price, so no tolerance applies.
      amountTolerancePercent: isFixed ? FIXED_AMOUNT_TOLERANCE_PERCENT : null,
      marketTolerancePercent: isFixed ? marketLimitPercent(order.premium_percent) : null,
      ...withoutDecision(order),
    },
    laterDeposits: isFixed
      ? { rule: 'ASK', withinHours: null }
      : { rule: 'NEW_ORDER', withinHours: String(LATER_DEPOSIT_WINDOW_MS / HOUR_MS) },
    orderTokenHash: order.order_token_hash === null ? null : orderTokenHash(order.id, order.order_token_hash),
  });
}

/**
 * Returns what happens to a deposit that awaits a decision nobody makes (D5). Without a refund address no
 * refund starts automatically: an address that the customer adds later comes with the decision itself.
 */
function withoutDecision({
  refund_address,
}: OrderTable): Pick<GuaranteeDocument['refundPolicy'], 'withoutDecision' | 'decisionHours' | 'latestHours'> {
  if (refund_address === null) return { withoutDecision: 'KEPT', decisionHours: null, latestHours: null };
  return {
    withoutDecision: 'REFUND',
    decisionHours: String(DECISION_DEADLINE_MS / HOUR_MS),
    latestHours: String(CONGESTED_REFUND_WAIT_MS / HOUR_MS),
  };
}

function signedCoin(context: OrderContext, slug: string): SignedCoin {
  const { contractAddress, decimals } = instrumentOf(context, slug);
  const { slug: network, friendlyTitle, family, memoName, paymentUriScheme, chainId } = networkOf(context, slug);
  return {
    ...referenceOf(context, slug),
    network: {
      slug: network,
      friendlyTitle,
      family,
      memoName,
      paymentUriScheme,
      chainId: chainId === null ? null : String(chainId),
    },
    contractAddress,
    decimals: String(decimals),
  };
}

/** Returns the order fields that the guarantee and the receipt share. */
export function documentHeader(context: OrderContext, order: OrderTable) {
  return {
    orderId: order.id,
    createdAt: isoTime(order.created_at),
    instrumentFrom: referenceOf(context, order.instrument_from),
    instrumentTo: referenceOf(context, order.instrument_to),
    rateMode: order.rate_mode,
    destinationAddress: order.destination_address,
    destinationAddressMemo: order.destination_memo,
  };
}
