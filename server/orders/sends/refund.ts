import { CONGESTED_REFUND_WAIT_MS } from '../../../contract/limits.ts';
import { amount, isPositive, subtract, sum, type Decimal } from '../../../contract/money.ts';
import type { Executor } from '../../db/database.ts';
import { requestSweep } from '../../db/repositories/sweeps.ts';
import type { DepositRow, OrderRow } from '../../db/tables/orders.ts';
import type { OrderContext } from '../core/context.ts';
import { ownDeposits, totalAmount } from '../core/depositRules.ts';
import { negate, post } from '../core/ledger.ts';
import { applyTransition } from '../core/machine.ts';
import { enqueue } from '../core/outbox.ts';
import { assignDepositRoles } from './settleOrder.ts';

/** What a refund would give back now, in instrumentFrom. */
export interface RefundQuote {
  /** all that came, the fee not taken off */
  total: Decimal;
  networkFee: Decimal;
  /** what arrives; "0" when the fee eats it all (dust, D6) */
  amount: Decimal;
}

/** A refund costs the network fee and nothing else (D8). Throws ERR_SERVICE_UNAVAILABLE while the fee can't be known. */
export function quoteRefund(context: OrderContext, order: OrderRow, deposits: readonly DepositRow[]): RefundQuote {
  const total = totalAmount(ownDeposits(order, deposits));
  const networkFee = context.desk.networkFee(order.instrument_from, context.now());
  return { total, networkFee, amount: amountAfterFee(total, networkFee) };
}

/** A refund by itself waits so long for a congested network to calm down, then looks again. */
const CONGESTED_WAIT_MS = 6 * 3_600_000;

/**
 * When a refund by itself that is due now goes instead, because its network is congested (D8); null: now. Whoever got no answer for
 * days wants it back at any fee.
 */
export function postponeWhileCongested(context: OrderContext, instrument: string, seenAt: number): number | null {
  const now = context.now();
  const latest = seenAt + CONGESTED_REFUND_WAIT_MS;
  if (now >= latest || !context.desk.isCongested(instrument)) return null;
  return Math.min(now + CONGESTED_WAIT_MS, latest);
}

export function amountAfterFee(total: Decimal, networkFee: Decimal): Decimal {
  return amount(total).gt(amount(networkFee)) ? subtract(total, networkFee) : '0';
}

/**
 * Sends back what has its confirmations: REFUND_REQUESTED → REFUNDING, with ledger and outbox row in the caller's
 * transaction. What came after the customer agreed is given back too, for the same fee. Null when the fee would eat it.
 * Throws ERR_SERVICE_UNAVAILABLE and ConcurrentUpdateError.
 */
export async function startRefund(
  context: OrderContext,
  transaction: Executor,
  order: OrderRow,
  deposits: readonly DepositRow[],
  others: readonly DepositRow[],
): Promise<OrderRow | null> {
  const total = totalAmount(deposits);
  // An operator who turns a payout into a refund agrees on no fee: it is today's.
  const fee = order.refund?.network_fee ?? context.desk.networkFee(order.instrument_from, context.now());
  const back = amountAfterFee(total, fee);
  if (order.refund_address === null || !isPositive(back)) return null;
  const refunding = await applyTransition(transaction, order, 'depositConfirmed', context.now(), {
    refund: { amount: back, network_fee: fee },
  });
  await requestSweep(transaction, { order_id: order.id, network: order.network_from });
  await assignDepositRoles(transaction, deposits, others);
  await postRefund(context, transaction, {
    id: `refund:${order.id}`,
    orderId: order.id,
    instrument: order.instrument_from,
    back,
    fee,
  });
  await enqueue(context, transaction, refunding, {
    kind: 'REFUND',
    network: order.network_from,
    instrument: order.instrument_from,
    fromIndex: 0,
    toAddress: order.refund_address,
    memo: order.refund_memo,
    amount: back,
  });
  return refunding;
}

/** A refund's journal: the debt to the customer becomes what is on its way to him, and the fee that he bears. */
export async function postRefund(
  context: OrderContext,
  transaction: Executor,
  refund: { id: string; orderId: string; instrument: string; back: Decimal; fee: Decimal },
): Promise<void> {
  const { id, orderId, instrument, back, fee } = refund;
  await post(transaction, {
    id,
    orderId,
    at: context.now(),
    lines: [
      { account: 'CUSTOMER', instrument, amount: sum([back, fee]) },
      { account: 'IN_TRANSIT', instrument, amount: negate(back) },
      { account: 'NETWORK_FEES', instrument, amount: negate(fee) },
    ],
  });
}
