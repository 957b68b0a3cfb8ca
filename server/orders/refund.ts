import { amount, isPositive, subtract, sum, type Decimal } from '../../contract/money.ts';
import type { Executor } from '../db/database.ts';
import type { DepositRow, OrderRow } from '../db/tables/orders.ts';
import type { OrderContext } from './context.ts';
import { ownDeposits, totalOf } from './depositRules.ts';
import { negative, post } from './ledger.ts';
import { move } from './machine.ts';
import { enqueue } from './outbox.ts';
import { assignRoles } from './settle.ts';

/** What a refund would give back now, in instrumentFrom. */
export interface RefundDue {
  /** all that came, the fee not taken off */
  total: Decimal;
  networkFee: Decimal;
  /** what arrives; "0" when the fee eats it all (dust, D6) */
  amount: Decimal;
}

/** A refund costs the network fee and nothing else (D8). Throws ERR_SERVICE_UNAVAILABLE while the fee can't be known. */
export function refundDue(context: OrderContext, order: OrderRow, deposits: readonly DepositRow[]): RefundDue {
  const total = totalOf(ownDeposits(order, deposits));
  const networkFee = context.desk.networkFee(order.instrument_from, context.now());
  return { total, networkFee, amount: amountAfterFee(total, networkFee) };
}

export function amountAfterFee(total: Decimal, networkFee: Decimal): Decimal {
  return amount(total).gt(amount(networkFee)) ? subtract(total, networkFee) : '0';
}

/**
 * Sends back what has its confirmations: REFUND_REQUESTED → REFUNDING, with ledger and outbox row in the caller's
 * transaction. What came after the customer agreed is given back too, for the same fee. False when the fee would eat it.
 */
export async function startRefund(
  context: OrderContext,
  transaction: Executor,
  order: OrderRow,
  deposits: readonly DepositRow[],
  others: readonly DepositRow[],
): Promise<boolean> {
  const now = context.now();
  const total = totalOf(deposits);
  const fee = order.refund_network_fee ?? '0';
  const back = amountAfterFee(total, fee);
  if (order.refund_address === null || !isPositive(back)) return false;
  const refunding = await move(transaction, order, 'depositConfirmed', now, { refund_amount: back, sweep_state: 'DUE' });
  await assignRoles(transaction, deposits, others);
  await post(transaction, {
    id: `refund:${order.id}`,
    orderId: order.id,
    at: now,
    lines: [
      { account: 'CUSTOMER', instrument: order.instrument_from, amount: sum([back, fee]) },
      { account: 'IN_TRANSIT', instrument: order.instrument_from, amount: negative(back) },
      { account: 'NETWORK_FEES', instrument: order.instrument_from, amount: negative(fee) },
    ],
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
  return true;
}
