import { ApiError } from '../../../contract/errors.ts';
import { WATCH_AFTER_END_MS } from '../../../contract/limits.ts';
import { amount, compare } from '../../../contract/money.ts';
import type { Executor } from '../../db/database.ts';
import { findOrder } from '../../db/repositories/orders.ts';
import { updateOutboxRow } from '../../db/repositories/outbox.ts';
import { rescheduleSweep } from '../../db/repositories/sweeps.ts';
import { deleteReservation } from '../../db/repositories/treasury.ts';
import type { OrderRow } from '../../db/tables/orders.ts';
import type { OutboxRow } from '../../db/tables/payments.ts';
import { isCustomerSend } from '../../payments/outbox/enqueue.ts';
import { FEE_ROSE } from '../../payments/outbox/feeWait.ts';
import { PayerRefusedError, type ChainGateway } from '../../ports/chain/chainGateway.ts';
import type { OrderContext } from '../core/context.ts';
import { amend, applyTransition } from '../core/machine.ts';
import { ownSendId } from '../core/orderSends.ts';
import { scheduleSweep } from '../core/sweepRequests.ts';
import { DEPOSIT_LEFT } from '../rules/sendDelay.ts';
import { issueReceipt } from './receipt.ts';
import { exceedsAgreed, realFactor } from './sendFees.ts';

/** Delay in ms before a refused sweep is planned again. */
const SWEEP_RETRY_MS = 10 * 60_000;

/** Applies a confirmed send to its order: transition, earnings and receipt. Runs in the transaction that books the send. */
export async function completeSend(context: OrderContext, transaction: Executor, send: OutboxRow): Promise<void> {
  const order = await findOrder(transaction, send.order_id ?? '');
  if (!order) return;
  await applyCompletion(context, transaction, order, send);
  if (isCustomerSend(send.kind)) await issueReceipt(context, transaction, order.id);
}

async function applyCompletion(context: OrderContext, transaction: Executor, order: OrderRow, send: OutboxRow): Promise<void> {
  const now = context.now();
  const end = { ended_at: now, watch_until: now + WATCH_AFTER_END_MS };
  switch (send.kind) {
    case 'PAYOUT':
      await notifyEnded(context, transaction, await applyTransition(transaction, order, 'payoutConfirmed', now, end), send);
      await deleteReservation(transaction, order.id);
      return;
    case 'REFUND':
      if (send.id !== ownSendId('REFUND', order)) {
        // The refund of an extra deposit does not change the order's status (D6), only its version: pages and mails follow that.
        await amend(transaction, order, {});
        return;
      }
      await notifyEnded(context, transaction, await applyTransition(transaction, order, 'refundConfirmed', now, end), send);
      return;
    default:
      // Plan again: a top-up makes its sweep possible, and after a sweep the address may hold something else.
      await replanSweep(transaction, order, send.network, now);
  }
}

async function notifyEnded({ onEnded }: OrderContext, transaction: Executor, order: OrderRow, send: OutboxRow): Promise<void> {
  for (const notify of onEnded) await notify(transaction, { order, send });
}

/** Schedules a sweep that failed to be planned again, with the balance and fee of that time. */
export async function replanFailedSweep(transaction: Executor, send: OutboxRow, now: number): Promise<void> {
  if (isCustomerSend(send.kind)) return;
  const order = await findOrder(transaction, send.order_id ?? '');
  if (order) await replanSweep(transaction, order, send.network, now + SWEEP_RETRY_MS);
}

async function replanSweep(transaction: Executor, order: OrderRow, network: string, notBefore: number): Promise<void> {
  await amend(transaction, order, {});
  await rescheduleSweep(transaction, { order_id: order.id, network }, notBefore);
}

/**
 * Lets the treasury pay a refund whose deposit address can't, and sweeps the deposit. If the network refused it because its fee rose,
 * and both would cost too much (D67), the refund waits. A deposit that is not there any more may have been this refund (D73). Does nothing if
 * the network refused it for another reason.
 */
export async function payRefundFromTreasury(
  context: OrderContext,
  gateway: Pick<ChainGateway, 'balance'>,
  send: OutboxRow,
  error: unknown,
): Promise<void> {
  const { database, log, now } = context;
  if (!(error instanceof PayerRefusedError) || send.kind !== 'REFUND' || send.from_index === null) return;
  if (await waitsForFee(context, send)) {
    await updateOutboxRow(database, send, { reason: FEE_ROSE });
    return;
  }
  // An operator has seen that it went to the treasury.
  const isChecked = send.overridden_at !== null;
  if (!isChecked && compare(await gateway.balance(send.from_index, send.instrument), send.amount) < 0) {
    log.error({ outboxId: send.id }, 'the deposit of a refund has left its address: an operator must look');
    await updateOutboxRow(database, send, { reason: DEPOSIT_LEFT });
    return;
  }
  log.warn({ err: error, outboxId: send.id }, 'a deposit address can not pay its refund: the treasury pays it');
  await database.transaction().execute(async (transaction) => {
    const order = await findOrder(transaction, send.order_id ?? '');
    const payer = { from_index: null, fee_limit: null, state: 'PENDING', reason: null, attempts: 0, not_before: now() } as const;
    if (order && (await updateOutboxRow(transaction, send, payer))) await scheduleSweep(transaction, order, send.network);
  });
}

/** Whether a refund for an exact fee waits until the network accepts it. False while the fees are unknown. */
async function waitsForFee(context: OrderContext, send: OutboxRow): Promise<boolean> {
  const { instrument, fee_limit: agreed } = send;
  if (agreed === null) return false;
  const factor = await realFactor(context, send);
  try {
    const hasRisen = amount(context.desk.networkFee(instrument, context.now())).times(factor).gt(amount(agreed));
    return hasRisen && exceedsAgreed(context, send, amount(agreed), factor);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return false;
  }
}
