import { isPositive } from '../../../contract/money.ts';
import type { Executor } from '../../db/database.ts';
import { listDeposits, updateDeposit } from '../../db/repositories/deposits.ts';
import { findOrder } from '../../db/repositories/orders.ts';
import { findOutboxRow, updateUnsentOutboxRow } from '../../db/repositories/outbox.ts';
import { deleteReservation } from '../../db/repositories/treasury.ts';
import type { OrderRow } from '../../db/tables/orders.ts';
import type { OutboxRow } from '../../db/tables/payments.ts';
import { BELOW_LEAST_PAYMENT, RECIPIENT_BLOCKED, type ChainGateway } from '../../ports/chain/chainGateway.ts';
import { type OrderContext } from '../core/context.ts';
import { gatewayOf } from '../../ports/chain/gatewayOf.ts';
import { ownDeposits, totalAmount } from '../rules/depositRules.ts';
import { amountAfterFee, type RefundTarget } from '../rules/refundRules.ts';
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
  { refund_address, refund_memo, refund_fee_factor, refund_least }: RefundTarget,
  now: number,
): Promise<boolean> {
  if (!(await updateUnsentOutboxRow(transaction, payout, { state: 'CANCELLED' }))) return false;
  const target = { refund_address, refund_memo, refund_fee_factor, refund_least };
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
 * Returns whether a refund of the order's deposits would not arrive at the address now: the network fee takes them, or leaves less than the
 * network delivers (D78). Then a cancelled payout could not be refunded, and not be retried either. Only the fee of instruments that pay
 * their own is known here; the worker checks the others (REFUND_BLOCKED).
 */
export async function isDustOrder(
  context: Pick<OrderContext, 'database' | 'gateways'>,
  order: OrderRow,
  refundAddress: string,
): Promise<boolean> {
  const gateway = gatewayOf(context, order.network_from);
  const { instrumentSlug, amount } = await gateway.estimateFee(order.instrument_from);
  const networkFee = instrumentSlug === order.instrument_from ? amount : '0';
  const least = (await gateway.leastPayment?.(order.instrument_from, refundAddress)) ?? '0';
  const total = totalAmount(ownDeposits(order, await listDeposits(context.database, order.id)));
  return !isPositive(amountAfterFee(total, { networkFee, least }));
}

/** Why a payout that never arrives becomes a refund. */
const UNDELIVERABLE: readonly (string | null)[] = [RECIPIENT_BLOCKED, BELOW_LEAST_PAYMENT];

/**
 * Turns a payout whose recipient the token blocks, or which is too small to arrive, into a refund, when the order has a refund address.
 * Otherwise it stays REFUSED or FAILED with that reason, and an operator refunds it (docs/operator.md). Throws what the gateways throw.
 */
export async function refundUndeliverablePayout(context: OrderContext, gateway: ChainGateway, payoutId: string): Promise<void> {
  const { database, now, log } = context;
  const payout = await findOutboxRow(database, payoutId);
  if (payout?.kind !== 'PAYOUT' || !UNDELIVERABLE.includes(payout.reason)) return;
  if (payout.state !== 'REFUSED' && payout.state !== 'FAILED') return;
  const order = await findOrder(database, payout.order_id ?? '');
  if (order?.status !== 'PAYING_OUT' || order.refund_address === null) return;
  const { state } = await gateway.sendState(payout.idempotency_key);
  if (state !== (payout.state === 'FAILED' ? 'failed' : 'unknown') || (await isDustOrder(context, order, order.refund_address)))
    return;
  try {
    const isCancelled = await database
      .transaction()
      .execute(async (transaction) => await cancelPayout(transaction, order, payout, order, now()));
    if (isCancelled)
      log.warn({ orderId: order.id }, 'payout cancelled: its network would not deliver it; the deposit is refunded');
  } catch (error) {
    // The payout is retried, and cancelled then.
    if (!(error instanceof ConcurrentUpdateError)) throw error;
  }
}
