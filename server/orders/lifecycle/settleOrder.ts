import { sum } from '../../../contract/money.ts';
import type { Executor } from '../../db/database.ts';
import { updateDeposit } from '../../db/repositories/deposits.ts';
import type { OrderChanges } from '../../db/repositories/orders.ts';
import { requestSweep } from '../../db/repositories/sweeps.ts';
import type { DepositRow, OrderRow, Settlement } from '../../db/tables/orders.ts';
import { type OrderContext } from '../core/context.ts';
import { ownSendId } from '../core/orderSends.ts';
import type { Action } from '../rules/decide.ts';
import { payoutReservation } from '../rules/settlement.ts';
import { negate, post, transferLines, type Journal, type LedgerLine } from '../../payments/ledger.ts';
import { applyTransition, requestDecision } from '../core/machine.ts';
import { restoredHold } from '../core/restoredHold.ts';
import { alarmHold } from '../../payments/alarms.ts';
import { enqueue, type Send } from '../../payments/outbox/enqueue.ts';
import { reserve, reserveUnconditionally } from '../core/reservations.ts';

type PayOut = Extract<Action, { do: 'PAY_OUT' }>;

/**
 * Creates the payout of an order whose deposits have their confirmations. Status, event, ledger, reservation and outbox row are
 * written in the caller's transaction (D9). `deposits` count towards the order; `others` become extra (D6). Asks the customer
 * instead when the reserve does not cover a floating payout. Returns the updated order.
 */
export async function settleOrder(
  context: OrderContext,
  transaction: Executor,
  order: OrderRow,
  { deposits, settlement }: PayOut,
  others: readonly DepositRow[],
): Promise<OrderRow> {
  const now = settlement.settled_at;
  const needed = {
    orderId: order.id,
    instrument: order.instrument_to,
    amount: payoutReservation(settlement.payout_amount, settlement.network_fee),
  };
  if (order.rate_mode === 'FIXED') {
    // A fixed rate is a promise: it is paid even if the treasury has shrunk since the order was created.
    await reserveUnconditionally(transaction, needed);
  } else if (!(await reserve(context, transaction, needed))) {
    return await requestDecision(transaction, order, 'NO_LIQUIDITY', now);
  }
  const settled = await bookSettlement(transaction, order, 'depositConfirmed', { settlement });
  await assignDepositRoles(transaction, deposits, others);
  await enqueue(context, transaction, {
    ...payoutOf(order, settlement),
    holdReason: restoredHold(order) ?? alarmHold(context, [order.network_from, order.network_to], order.created_at),
  });
  return settled;
}

/**
 * Writes what makes an order settled, except for its payout: the transition to PAYING_OUT, the journals, and the request to sweep its deposit,
 * which now belongs to the host. Returns the updated order.
 */
export async function bookSettlement(
  transaction: Executor,
  order: OrderRow,
  transition: 'depositConfirmed' | 'refundUndone',
  changes: OrderChanges & { settlement: Settlement },
): Promise<OrderRow> {
  const { settlement } = changes;
  const now = settlement.settled_at;
  const settled = await applyTransition(transaction, order, transition, now, changes);
  await requestSweep(transaction, { order_id: order.id, network: order.network_from });
  const exchange: Journal = {
    id: `exchange:${order.id}`,
    kind: 'EXCHANGE',
    source: { order_id: order.id },
    at: now,
    lines: exchangeLines(order, settlement),
  };
  const payout: Journal = {
    id: `payout:${order.id}`,
    kind: 'PAYOUT',
    source: { order_id: order.id },
    at: now,
    lines: payoutLines(order, settlement),
  };
  await post(transaction, exchange, payout);
  return settled;
}

/** Returns the payout of a settled order. */
export function payoutOf(order: OrderRow, { payout_amount: amount }: Pick<Settlement, 'payout_amount'>): Send {
  return {
    id: ownSendId('PAYOUT', order),
    kind: 'PAYOUT',
    source: { order_id: order.id },
    network: order.network_to,
    instrument: order.instrument_to,
    gasFactor: order.payout_fee_factor,
    toAddress: order.destination_address,
    memo: order.destination_memo,
    amount,
  };
}

/** Returns the lines of the `exchange:…` journal: the deposit becomes ours, the payout and both fees leave the desk. */
export function exchangeLines(
  order: Pick<OrderRow, 'instrument_from' | 'instrument_to'>,
  settlement: Pick<Settlement, 'amount' | 'payout_amount' | 'network_fee' | 'platform_fee'>,
): LedgerLine[] {
  const { amount: total, payout_amount: payout, network_fee: networkFee, platform_fee: platformFee } = settlement;
  const instrument = order.instrument_to;
  return [
    ...transferLines('DESK', 'CUSTOMER', order.instrument_from, total),
    { account: 'DESK', instrument, amount: sum([payout, networkFee, platformFee]) },
    { account: 'CUSTOMER', instrument, amount: negate(payout) },
    { account: 'NETWORK_FEES', instrument, amount: negate(networkFee) },
    { account: 'PLATFORM_FEES', instrument, amount: negate(platformFee) },
  ];
}

/** Returns the lines of the `payout:…` journal. */
export function payoutLines(
  order: Pick<OrderRow, 'instrument_to'>,
  { payout_amount: payout }: Pick<Settlement, 'payout_amount'>,
): LedgerLine[] {
  return transferLines('IN_TRANSIT', 'CUSTOMER', order.instrument_to, payout);
}

/** Marks deposits as settled or refunded with their order, and the others as extra (D6). */
export async function assignDepositRoles(
  transaction: Executor,
  counted: readonly DepositRow[],
  others: readonly DepositRow[],
): Promise<void> {
  for (const deposit of counted) await updateDeposit(transaction, deposit, { role: 'ORDER' });
  for (const deposit of others) await updateDeposit(transaction, deposit, { role: 'EXTRA' });
}
