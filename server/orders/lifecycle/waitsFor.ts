import { ApiError } from '../../../contract/errors.ts';
import { compare } from '../../../contract/money.ts';
import type { Order } from '../../../contract/schemas/orders.ts';
import type { DepositRow, OrderRow } from '../../db/tables/orders.ts';
import { assessDeposits, exceedsFeeLimit, isWithoutPrice } from './advance.ts';
import type { OrderContext } from '../core/context.ts';
import { isBooked, isDust, isInBlock, minimumDeposit, ownDeposits, totalAmount } from '../rules/depositRules.ts';

/**
 * Returns what an order with deposits waits for: the REST of its deposit, a PRICE, lower fees of the payout NETWORK, or a
 * scan of the DEPOSIT_NETWORK. Returns null when it has no deposit, awaits confirmations or is about to change its status.
 * Uses the same rules as `advanceOrder`. `scannedUntil` (ms since 1970): how far the deposit network has been scanned.
 */
export function waitsFor(
  context: OrderContext,
  order: OrderRow,
  deposits: readonly DepositRow[],
  scannedUntil: number = context.now(),
): NonNullable<Order['waitsFor']> | null {
  const { status, rate_mode: mode } = order;
  if (status !== 'AWAITING_DEPOSIT' && status !== 'CONFIRMING') return null;
  const own = ownDeposits(order, deposits);
  const isReady = own.length > 0 && own.every(status === 'CONFIRMING' ? isBooked : isInBlock);
  try {
    const assessment = assessDeposits(context, order, deposits);
    if (assessment.kind === 'WAIT') {
      // On a floating rate, an unconfirmed deposit may be the rest.
      const isAllMined = own.some(isInBlock) && own.every((deposit) => isInBlock(deposit) || isDust(order, deposit));
      const isShort = mode === 'FIXED' ? compare(totalAmount(own), minimumDeposit(order)) < 0 : isAllMined;
      return own.length > 0 && isShort ? 'REST' : null;
    }
    // The deadline has passed, but a deposit that arrived in time may not have been scanned yet.
    const isComplete = assessment.kind !== 'DECIDE' || assessDeposits(context, order, deposits, scannedUntil).kind === 'DECIDE';
    if (!isComplete) return 'DEPOSIT_NETWORK';
    if (status !== 'CONFIRMING' || mode === 'FIXED' || !isReady) return null;
    // Throws when there is no trusted price.
    context.desk.bounds(order.instrument_from, order.instrument_to);
    return exceedsFeeLimit(context, order) ? 'NETWORK' : null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return isReady && isWithoutPrice(error) ? 'PRICE' : null;
  }
}
