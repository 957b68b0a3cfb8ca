import { ApiError } from '../../../contract/errors.ts';
import { add, type Decimal } from '../../../contract/money.ts';
import type { OrderRefundInfo } from '../../../contract/schemas/orders.ts';
import type { PairData } from '../../../contract/schemas/rates.ts';
import { listDeposits } from '../../db/repositories/deposits.ts';
import { listOutboxRows } from '../../db/repositories/outbox.ts';
import type { OrderRow } from '../../db/tables/orders.ts';
import { isDecisionAboutFee } from '../lifecycle/attention.ts';
import type { OrderContext } from '../core/context.ts';
import { quotable } from '../core/quotable.ts';
import { ownDeposits, totalAmount } from '../rules/depositRules.ts';
import { presentExtras } from '../lifecycle/extraDeposits.ts';
import { maskAddress } from '../../common/mask.ts';
import { openOrderById } from './readOrder.ts';
import { quoteRefund } from '../lifecycle/refund.ts';
import { amountAfterFee } from '../rules/refundRules.ts';

/**
 * Returns the two choices of a decision (D5): the refund, and the exchange at today's rate. `refundAmountWithoutNetworkFee`
 * is the amount received, before the fee; `refundAmount` is the amount after it. Both are in instrumentFrom, `offer` is in
 * instrumentTo, and each of `extra` is in its own coin. Throws ERR_NOT_FOUND_E.
 */
export async function readRefundInfo(context: OrderContext, orderId: string): Promise<OrderRefundInfo> {
  return await refundInfoOf(context, await openOrderById(context, orderId));
}

export async function refundInfoOf(context: OrderContext, order: OrderRow): Promise<OrderRefundInfo> {
  const [deposits, sends] = await Promise.all([
    listDeposits(context.database, order.id),
    listOutboxRows(context.database, order.id),
  ]);
  const due = quoteRefund(context, order, deposits);
  const networkFee = order.refund?.network_fee ?? due.networkFee;
  const collectionFee = order.refund?.collection_fee ?? due.collectionFee;
  // Before the refund is sent, deposits may still change; the agreed fee stays.
  const leaving = order.status === 'REFUND_REQUESTED' ? null : order.refund?.amount;
  return {
    refundAmountWithoutNetworkFee: due.total,
    networkFee,
    collectionFeeAmount: collectionFee,
    refundAmount: leaving ?? amountAfterFee(due.total, { networkFee, least: due.least }),
    refundAddress: order.refund_address === null ? null : maskAddress(order.refund_address),
    depositedAmount: due.total,
    originalAmountToGet: order.amount_to_get,
    offer: order.status === 'DECISION_NEEDED' ? offerFor(context, order, totalAmount(ownDeposits(order, deposits))) : null,
    extra: presentExtras(context, order, deposits, sends),
  };
}

/** Quotes the order's pair at today's floating rate. Throws the errors of the desk's `quote`. */
export function quoteToday(context: OrderContext, order: OrderRow, claimedDepositAmount: Decimal): PairData {
  const { instrument_from: instrumentFromSlug, instrument_to: instrumentToSlug } = order;
  const input = { instrumentFromSlug, instrumentToSlug, rateMode: 'FLOATING', claimedDepositAmount } as const;
  return context.desk.quote(input, context.now(), {
    atAnyFee: isDecisionAboutFee(order),
    payoutFeeFactor: order.payout_fee_factor,
    platformFeePercent: order.platform_fee_percent,
  });
}

/** Returns null when the amount is out of bounds or there is no trusted price. */
function offerFor(context: OrderContext, order: OrderRow, total: Decimal): NonNullable<OrderRefundInfo['offer']> | null {
  try {
    const pair = quoteToday(context, order, quotable(context, order, total));
    if (pair.quoteId === undefined || pair.validUntil === undefined) return null;
    return {
      quoteId: pair.quoteId,
      amountToGet: pair.amountToGet,
      price: pair.price,
      fees: add(pair.finalNetworkFeeAmount, pair.platformFee_Absolute),
      validUntil: pair.validUntil,
    };
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
