import { compare } from '../../../contract/money.ts';
import type { Executor } from '../../db/database.ts';
import { listDeposits, updateDeposit } from '../../db/repositories/deposits.ts';
import { findOrder } from '../../db/repositories/orders.ts';
import { findOutboxRow, updateUnsentOutboxRow } from '../../db/repositories/outbox.ts';
import { deleteReservation } from '../../db/repositories/treasury.ts';
import type { OrderRow } from '../../db/tables/orders.ts';
import type { OutboxRow } from '../../db/tables/payments.ts';
import { RECIPIENT_BLOCKED, type ChainGateway } from '../../ports/chain/chainGateway.ts';
import { type OrderContext } from '../core/context.ts';
import { gatewayOf } from '../../ports/chain/gatewayOf.ts';
import { ownDeposits, totalAmount } from '../rules/depositRules.ts';
import { reverseJournal } from '../../payments/ledger.ts';
import { applyTransition } from '../core/machine.ts';
import { ConcurrentUpdateError } from '../../common/retryOnConflict.ts';

/**
 * Cancels an unsent payout and requests a refund to the given address: PAYING_OUT → REFUND_REQUESTED. The ledger entries of the pricing are
 * reversed. The payout keeps its reason. Returns false when the payout has changed since it was read.
 *
 * @throws ConcurrentUpdateError when another process changed the order
 */
export async function cancelPayout(
  transaction: Executor,
  order: OrderRow,
  payout: OutboxRow,
  { refund_address, refund_memo, refund_fee_factor }: Pick<OrderRow, 'refund_address' | 'refund_memo' | 'refund_fee_factor'>,
  now: number,
): Promise<boolean> {
  if (!(await updateUnsentOutboxRow(transaction, payout, { state: 'CANCELLED' }))) return false;
  const target = { refund_address, refund_memo, refund_fee_factor };
  await applyTransition(transaction, order, 'payoutCancelled', now, { ...target, refund: null });
  // The pricing decided the deposits' role; the refund decides it again.
  for (const deposit of await listDeposits(transaction, order.id)) {
    if (deposit.role === 'ORDER') await updateDeposit(transaction, deposit, { role: null });
  }
  await deleteReservation(transaction, order.id);
  for (const journal of ['exchange', 'payout']) await reverseJournal(transaction, `${journal}:${order.id}`, now);
  return true;
}

/**
 * Returns whether the network fee exceeds the order's deposits now: then a cancelled payout could not be refunded, and not be
 * retried either. Only instruments that pay their own network fee can be compared here; the worker checks the others
 * (REFUND_BLOCKED).
 */
export async function isDustOrder(context: Pick<OrderContext, 'database' | 'gateways'>, order: OrderRow): Promise<boolean> {
  const fee = await gatewayOf(context, order.network_from).estimateFee(order.instrument_from);
  if (fee.instrumentSlug !== order.instrument_from) return false;
  return compare(totalAmount(ownDeposits(order, await listDeposits(context.database, order.id))), fee.amount) <= 0;
}

/**
 * Turns a payout whose recipient the token blocks into a refund, when the order has a refund address. Otherwise it stays REFUSED
 * or FAILED with RECIPIENT_BLOCKED, and an operator refunds it (docs/operator.md). Throws what the gateways throw.
 */
export async function refundBlockedPayout(context: OrderContext, gateway: ChainGateway, payoutId: string): Promise<void> {
  const { database, now, log } = context;
  const payout = await findOutboxRow(database, payoutId);
  if (payout?.kind !== 'PAYOUT' || payout.reason !== RECIPIENT_BLOCKED) return;
  if (payout.state !== 'REFUSED' && payout.state !== 'FAILED') return;
  const order = await findOrder(database, payout.order_id ?? '');
  if (order?.status !== 'PAYING_OUT' || order.refund_address === null) return;
  const { state } = await gateway.sendState(payout.idempotency_key);
  if (state !== (payout.state === 'FAILED' ? 'failed' : 'unknown') || (await isDustOrder(context, order))) return;
  try {
    const isCancelled = await database
      .transaction()
      .execute(async (transaction) => await cancelPayout(transaction, order, payout, order, now()));
    if (isCancelled) log.warn({ orderId: order.id }, 'payout cancelled: the token blocks its recipient; the deposit is refunded');
  } catch (error) {
    // The payout is retried, and cancelled then.
    if (!(error instanceof ConcurrentUpdateError)) throw error;
  }
}
