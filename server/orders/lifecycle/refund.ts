import { compare, isPositive, sum, type Decimal } from '../../../contract/money.ts';
import type { Executor } from '../../db/database.ts';
import { requestSweep } from '../../db/repositories/sweeps.ts';
import type { DepositRow, OrderRow } from '../../db/tables/orders.ts';
import { type OrderContext } from '../core/context.ts';
import { restoredHold } from '../core/restoredHold.ts';
import { ownSendId } from '../core/orderSends.ts';
import { networkOf } from '../../instruments/lookup.ts';
import { moneyAtDepositAddress } from '../core/depositAddress.ts';
import type { Action } from '../rules/decide.ts';
import { ownDeposits, totalAmount } from '../rules/depositRules.ts';
import { refundQuote, type RefundQuote } from '../rules/refundRules.ts';
import { negate, post, type LedgerLine } from '../../payments/ledger.ts';
import { applyTransition } from '../core/machine.ts';
import { enqueue, type Send } from '../../payments/outbox/enqueue.ts';
import { ownRefundTerms } from './orderFacts.ts';
import { assignDepositRoles } from './settleOrder.ts';

/**
 * Returns what a refund of the order's own deposits would pay (D8).
 *
 * @throws ERR_SERVICE_UNAVAILABLE while the fee is unknown
 */
export function quoteRefund(context: OrderContext, order: OrderRow, deposits: readonly DepositRow[]): RefundQuote {
  return refundQuote(totalAmount(ownDeposits(order, deposits)), ownRefundTerms(context, order));
}

/**
 * Refunds the confirmed deposits: REFUND_REQUESTED → REFUNDING, with ledger and outbox row in the caller's transaction. Deposits
 * that arrived after the customer agreed are included for the same fee. Returns the updated order.
 *
 * @throws ConcurrentUpdateError when the order has changed since it was read
 */
export async function startRefund(
  context: OrderContext,
  transaction: Executor,
  order: OrderRow,
  { deposits, refund }: Extract<Action, { do: 'REFUND' }>,
  others: readonly DepositRow[],
): Promise<OrderRow> {
  if (order.refund_address === null) throw new Error(`Order ${order.id} has no refund address`);
  const refunding = await applyTransition(transaction, order, 'depositConfirmed', context.now(), { refund });
  const payer = await refundPayer(context, transaction, order, order.instrument_from, refund.network_fee);
  if (payer.fromIndex === undefined) {
    await requestSweep(transaction, { order_id: order.id, network: order.network_from });
  }
  await assignDepositRoles(transaction, deposits, others);
  const id = ownSendId('REFUND', order);
  await enqueue(context, transaction, {
    id,
    kind: 'REFUND',
    source: { order_id: order.id },
    network: order.network_from,
    instrument: order.instrument_from,
    ...payer,
    toAddress: order.refund_address,
    memo: order.refund_memo,
    amount: refund.amount,
    ...gasAllowance(order.refund_fee_factor),
    holdReason: restoredHold(order),
  });
  await postRefund(context, transaction, {
    id,
    orderId: order.id,
    instrument: order.instrument_from,
    payable: refund.amount,
    fee: refund.network_fee,
  });
  return refunding;
}

/**
 * Returns the gas that a refund may use where its fee was raised for its address (D53). Without a raised fee it may use as much as the
 * network allows: the address may have become a contract since it was given, and the refund must arrive.
 */
export function gasAllowance(factor: Decimal | null): Pick<Send, 'gasFactor'> {
  return factor !== null && compare(factor, '1') > 0 ? { gasFactor: factor } : {};
}

/**
 * Returns which address pays a refund. A native coin leaves from its deposit address, for exactly the agreed fee, so that no sweep
 * is needed (D8). A token is paid by the treasury: its fee is paid in tokens, which a sweep must collect anyway. So is a deposit
 * that was swept, or whose sweep is not booked yet.
 *
 * Call it before the refund is enqueued.
 */
export async function refundPayer(
  context: OrderContext,
  transaction: Executor,
  order: OrderRow,
  instrument: string,
  fee: Decimal,
): Promise<Pick<Send, 'fromIndex' | 'fee'>> {
  if (instrument !== networkOf(context, instrument).nativeInstrument) return {};
  const { held, owed } = await moneyAtDepositAddress(context, transaction, order, instrument);
  return isPositive(owed) && compare(held, owed) >= 0 ? { fromIndex: order.deposit_index, fee } : {};
}

/** Returns the id of the journal of a refund. */
export function refundJournalId(sendId: string): string {
  return `refund:${sendId}`;
}

/** Posts the journal of the refund with this send: the debt to the customer becomes the amount in transit plus the fee that the customer bears. */
export async function postRefund(
  context: OrderContext,
  transaction: Executor,
  refund: { id: string; orderId: string; instrument: string; payable: Decimal; fee: Decimal },
): Promise<void> {
  const { id, orderId } = refund;
  await post(transaction, {
    id: refundJournalId(id),
    kind: 'REFUND',
    source: { order_id: orderId, send_id: id },
    at: context.now(),
    lines: refundLines(refund),
  });
}

/** Returns the lines of a `refund:…` journal. */
export function refundLines(refund: { instrument: string; payable: Decimal; fee: Decimal }): LedgerLine[] {
  const { instrument, payable, fee } = refund;
  return [
    { account: 'CUSTOMER', instrument, amount: sum([payable, fee]) },
    { account: 'IN_TRANSIT', instrument, amount: negate(payable) },
    { account: 'NETWORK_FEES', instrument, amount: negate(fee) },
  ];
}
