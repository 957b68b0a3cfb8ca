import { CONGESTED_REFUND_WAIT_MS } from '../../../contract/limits.ts';
import { amount, compare, isPositive, subtract, sum, type Decimal } from '../../../contract/money.ts';
import type { Executor } from '../../db/database.ts';
import { requestSweep } from '../../db/repositories/sweeps.ts';
import type { AgreedRefund, DepositRow, OrderRow } from '../../db/tables/orders.ts';
import type { RefundSource } from '../../pricing/desk.ts';
import { type OrderContext } from '../core/context.ts';
import { ownSendId } from '../core/orderSends.ts';
import { networkOf } from '../../instruments/lookup.ts';
import { moneyAtDepositAddress } from '../core/depositAddress.ts';
import { ownDeposits, totalAmount } from '../rules/depositRules.ts';
import { negate, post, type LedgerLine } from '../../payments/ledger.ts';
import { applyTransition } from '../core/machine.ts';
import { enqueue, type Send } from '../../payments/outbox/enqueue.ts';
import { assignDepositRoles } from './settleOrder.ts';

/** What a refund would pay now, in instrumentFrom. */
export interface RefundQuote {
  /** the sum of the deposits, before the fee */
  total: Decimal;
  networkFee: Decimal;
  /** the part of `networkFee` that pays for collecting the deposit */
  collectionFee: Decimal;
  /** what the customer receives; "0" when the fee exceeds the total (dust, D6) */
  amount: Decimal;
}

/**
 * Returns what a refund would pay. A refund costs the network fee and nothing else (D8).
 *
 * @throws ERR_SERVICE_UNAVAILABLE while the fee is unknown
 */
export function quoteRefund(context: OrderContext, order: OrderRow, deposits: readonly DepositRow[]): RefundQuote {
  const total = totalAmount(ownDeposits(order, deposits));
  const fees = context.desk.refundFees(order.instrument_from, ownRefundSource(order), context.now());
  return { total, ...fees, amount: amountAfterFee(total, fees.networkFee) };
}

/** Returns where the refund of an order's own deposits leaves from. A priced order was swept, even if its payout was cancelled. */
function ownRefundSource({ settlement }: OrderRow): RefundSource {
  return settlement === null ? 'DEPOSIT_ADDRESS' : 'TREASURY';
}

/** Delay in ms before an automatic refund checks a congested network again. */
const CONGESTED_WAIT_MS = 6 * 3_600_000;

/**
 * Returns when an automatic refund that is due now is checked again because its network is congested (D8); null: refund now.
 * `CONGESTED_REFUND_WAIT_MS` after detection the refund is sent at any fee.
 */
export function postponeWhileCongested(context: OrderContext, instrument: string, detectedAt: number): number | null {
  const now = context.now();
  const latest = detectedAt + CONGESTED_REFUND_WAIT_MS;
  if (now >= latest || !context.desk.isCongested(instrument)) return null;
  return Math.min(now + CONGESTED_WAIT_MS, latest);
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

/**
 * Refunds the confirmed deposits: REFUND_REQUESTED → REFUNDING, with ledger and outbox row in the caller's transaction. Deposits
 * that arrived after the customer agreed are included for the same fee. Returns null when the fee exceeds the total.
 *
 * @throws ERR_SERVICE_UNAVAILABLE while the fee is unknown
 * @throws ConcurrentUpdateError when the order has changed since it was read
 */
export async function startRefund(
  context: OrderContext,
  transaction: Executor,
  order: OrderRow,
  deposits: readonly DepositRow[],
  others: readonly DepositRow[],
): Promise<OrderRow | null> {
  const total = totalAmount(deposits);
  // A payout that an operator turned into a refund has no agreed fee: the current one applies.
  const agreed = order.refund && { networkFee: order.refund.network_fee, collectionFee: order.refund.collection_fee };
  const fees = agreed ?? context.desk.refundFees(order.instrument_from, ownRefundSource(order), context.now());
  const refund = agreedRefund({ total, ...fees });
  if (order.refund_address === null || !isPositive(refund.amount)) return null;
  const refunding = await applyTransition(transaction, order, 'depositConfirmed', context.now(), {
    refund,
  });
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
