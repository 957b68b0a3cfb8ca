import { ApiError } from '../../../contract/errors.ts';
import { compare } from '../../../contract/money.ts';
import type { Order } from '../../../contract/schemas/orders.ts';
import type { DepositRow, OrderRow } from '../../db/tables/orders.ts';
import { exceedsFeeLimit, isWithoutPrice, judge } from './advance.ts';
import type { OrderContext } from '../core/context.ts';
import { isBooked, isDust, isInBlock, minimumDeposit, ownDeposits, totalAmount } from '../core/depositRules.ts';

/**
 * Why an order's deposits, as far as the network has them, move nothing: `advanceOrder` would do the same now. null when
 * there are none, when it waits for their confirmations, and when it is about to move. `readUntil`: up to when the network that
 * they came on was read; whoever asks for REST alone needs no more than the clock.
 */
export function waitsFor(
  context: OrderContext,
  order: OrderRow,
  deposits: readonly DepositRow[],
  readUntil: number = context.now(),
): NonNullable<Order['waitsFor']> | null {
  const { status, rate_mode: mode } = order;
  if (status !== 'AWAITING_DEPOSIT' && status !== 'CONFIRMING') return null;
  const own = ownDeposits(order, deposits);
  const isReady = own.length > 0 && own.every(status === 'CONFIRMING' ? isBooked : isInBlock);
  try {
    const verdict = judge(context, order, deposits);
    if (verdict.kind === 'WAIT') {
      // Of a floating rate what is in no block may be the rest.
      const isAllThere = own.some(isInBlock) && own.every((deposit) => isInBlock(deposit) || isDust(order, deposit));
      const isShort = mode === 'FIXED' ? compare(totalAmount(own), minimumDeposit(order)) < 0 : isAllThere;
      return own.length > 0 && isShort ? 'REST' : null;
    }
    // Nothing that is sent now can be the rest, and something that came in time may be.
    const isAsked = verdict.kind !== 'DECIDE' || judge(context, order, deposits, readUntil).kind === 'DECIDE';
    if (!isAsked) return 'DEPOSIT_NETWORK';
    if (status !== 'CONFIRMING' || mode === 'FIXED' || !isReady) return null;
    // What decides its payout is asked for, and thrown away.
    context.desk.bounds(order.instrument_from, order.instrument_to);
    return exceedsFeeLimit(context, order) ? 'NETWORK' : null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return isReady && isWithoutPrice(error) ? 'PRICE' : null;
  }
}
