import { ApiError } from '../../../contract/errors.ts';
import { compare, isPositive } from '../../../contract/money.ts';
import type { OrderStatus } from '../../../contract/order.ts';
import type { Executor } from '../../db/database.ts';
import { findReadUntil } from '../../db/repositories/cursors.ts';
import { listDeposits, listDepositsOfOrders } from '../../db/repositories/deposits.ts';
import { deferOrder, findOrder, listOrderEvents, listOrders } from '../../db/repositories/orders.ts';
import { findReservation, writeReservation } from '../../db/repositories/treasury.ts';
import type { DepositRow, OrderRow } from '../../db/tables/orders.ts';
import { retryOnConflict, ConcurrentUpdateError } from '../../common/retryOnConflict.ts';
import type { OrderContext } from '../core/context.ts';
import { amend, applyTransition, requestDecision } from '../core/machine.ts';
import { reserve } from '../core/reservations.ts';
import { decide, type Action, type Decision, type Wait } from '../rules/decide.ts';
import { isBooked, ownDeposits, totalAmount } from '../rules/depositRules.ts';
import { payoutReservation, type PayoutTerms } from '../rules/settlement.ts';
import { factsOf } from './orderFacts.ts';
import { askPaymentTerms } from '../../payments/recipients/paymentTerms.ts';
import { startRefund } from './refund.ts';
import { settleOrder } from './settleOrder.ts';

/** More transitions in a row than any order can make; a guard against endless loops. */
const MAX_TRANSITIONS = 12;

/** Orders read at once to form batches. */
const READ_SIZE = 500;
/** Orders moved in one transaction. Small, because they hold the lock of their reserve together. */
const BATCH_SIZE = 20;

/** Statuses that deposits and time change. The other statuses change when a payout or refund does. */
const MOVABLE: readonly OrderStatus[] = ['AWAITING_DEPOSIT', 'CONFIRMING', 'DECISION_NEEDED', 'REFUND_REQUESTED'];

/** Executes what `rules/decide.ts` decides about an order until it waits, each action in its own transaction. */
export async function advanceOrder(context: OrderContext, orderId: string): Promise<void> {
  await askRefundTerms(context, orderId);
  for (let count = 0; count < MAX_TRANSITIONS; count += 1) {
    const step = () => context.database.transaction().execute((transaction) => advanceOnce(context, transaction, orderId));
    if (!(await retryOnConflict(step, () => new ConcurrentUpdateError(orderId)))) return;
  }
}

/**
 * Runs {@link advanceOrder} for many orders. Orders that pay out in the same instrument share a transaction in batches, which
 * saves commits and locks. If a batch fails, it is rolled back and its orders are advanced one by one.
 */
export async function advanceOrders(context: OrderContext, orderIds: readonly string[]): Promise<void> {
  for (let start = 0; start < orderIds.length; start += READ_SIZE) {
    const ids = orderIds.slice(start, start + READ_SIZE);
    const orders = new Map((await listOrders(context.database, ids)).map((order) => [order.id, order]));
    // Refunds are left out: they also lock other instruments, and two batches could deadlock.
    const groups = Map.groupBy(ids, (id) => {
      const order = orders.get(id);
      return order?.status === 'AWAITING_DEPOSIT' || order?.status === 'CONFIRMING' ? order.instrument_to : null;
    });
    for (const [instrument, group] of groups) {
      if (instrument === null) await advanceEach(context, group);
      else
        for (let from = 0; from < group.length; from += BATCH_SIZE)
          await advanceBatch(context, group.slice(from, from + BATCH_SIZE));
    }
  }
}

async function advanceEach(context: OrderContext, orderIds: readonly string[]): Promise<void> {
  for (const orderId of orderIds) {
    try {
      await advanceOrder(context, orderId);
    } catch (error) {
      // An error of one order must not block the others.
      context.log.error({ err: error, orderId }, 'An order could not be advanced. The next round retries it.');
    }
  }
}

async function advanceBatch(context: OrderContext, orderIds: readonly string[]): Promise<void> {
  try {
    await context.database.transaction().execute(async (transaction) => {
      const orders = new Map((await listOrders(transaction, orderIds)).map((order) => [order.id, order]));
      const deposits = Map.groupBy(await listDepositsOfOrders(transaction, orderIds), ({ order_id }) => order_id);
      for (const orderId of orderIds) {
        let order = orders.get(orderId);
        const own = deposits.get(orderId) ?? [];
        for (let count = 0; order && count < MAX_TRANSITIONS; count += 1) {
          order = (await advanceRow(context, transaction, order, own)) ?? undefined;
        }
      }
    });
  } catch (error) {
    // Expected errors concern one order. Any other error may repeat in every batch and would only make rounds slow: log it.
    const isExpected = error instanceof ConcurrentUpdateError || error instanceof ApiError;
    if (!isExpected) {
      context.log.warn(
        { err: error, orders: orderIds.length },
        'A batch of orders failed. Each order is now advanced on its own.',
      );
    }
    await advanceEach(context, orderIds);
  }
}

/**
 * Asks the network what a refund to the order's address takes, if a refund may follow and nobody has asked or got an answer (D77, D78): for
 * an address that an operator named, and for a restored order. A limit of the address is asked for again when the refund is due, because
 * somebody may have opened the account. No transaction may wait for a node.
 */
async function askRefundTerms(context: OrderContext, orderId: string): Promise<void> {
  const { database } = context;
  const order = await findOrder(database, orderId);
  if (order?.status !== 'DECISION_NEEDED' && order?.status !== 'REFUND_REQUESTED') return;
  const { network_from: network, instrument_from: instrument, refund_address: address, refund_least: least } = order;
  const deposits = ownDeposits(order, await listDeposits(database, orderId));
  const hasFactor = order.refund !== null || address === null || order.refund_fee_factor !== null;
  if (hasFactor && least !== null && !(isPositive(least) && isRefundDue(order, deposits, context.now()))) return;
  const asked = await askPaymentTerms(context, { network, instrument, address, amount: totalAmount(deposits) });
  // An address that rejects the payment is refused when it is sent. An operator then names another one.
  const terms = asked === 'UNPAYABLE' ? { factor: '1', least: '0' } : asked;
  const changes = {
    refund_fee_factor: hasFactor ? order.refund_fee_factor : terms.factor,
    refund_least: terms.least ?? least,
  };
  if (changes.refund_fee_factor === order.refund_fee_factor && changes.refund_least === least) return;
  try {
    await database.transaction().execute(async (transaction) => await amend(transaction, order, changes));
  } catch (error) {
    // The order has changed meanwhile. The next round asks again.
    if (!(error instanceof ConcurrentUpdateError)) throw error;
  }
}

function isRefundDue({ status, decision_deadline: deadline }: OrderRow, deposits: readonly DepositRow[], now: number): boolean {
  return status === 'REFUND_REQUESTED' ? deposits.every(isBooked) : deadline !== null && now >= deadline;
}

/** Executes at most one action. Returns the updated order; null when it waits. */
async function advanceOnce(context: OrderContext, transaction: Executor, orderId: string): Promise<OrderRow | null> {
  const order = await findOrder(transaction, orderId);
  if (!order) return null;
  return await advanceRow(context, transaction, order, await listDeposits(transaction, orderId));
}

async function advanceRow(
  context: OrderContext,
  transaction: Executor,
  order: OrderRow,
  listed: readonly DepositRow[],
): Promise<OrderRow | null> {
  if (!MOVABLE.includes(order.status)) return null;
  const { decision, deposits } = await decideNow(context, transaction, order, listed);
  if ('do' in decision) return await execute(context, transaction, order, deposits, decision);
  await recordWait(transaction, order, decision);
  return null;
}

/**
 * Decides about an order. After the deadline the customer is asked only about all deposits up to the scan time of the network. The
 * scanner may have recorded deposits since `listed` was read: only a new read is complete up to that time.
 */
async function decideNow(
  context: OrderContext,
  transaction: Executor,
  order: OrderRow,
  listed: readonly DepositRow[],
): Promise<{ decision: Decision; deposits: readonly DepositRow[] }> {
  const events = order.acceptance === null ? [] : await listOrderEvents(transaction, order.id);
  const decideAbout = (deposits: readonly DepositRow[], scannedUntil: number) => ({
    decision: decide(order, deposits, factsOf(context, order, { scannedUntil, events, sends: [] })),
    deposits,
  });
  const first = decideAbout(listed, context.now());
  const isAsked = 'do' in first.decision && first.decision.do === 'ASK';
  if (!isAsked || context.now() <= order.expires_at) return first;
  const scannedUntil = await findReadUntil(transaction, order.network_from);
  return decideAbout(await listDeposits(transaction, order.id), scannedUntil);
}

async function execute(
  context: OrderContext,
  transaction: Executor,
  order: OrderRow,
  deposits: readonly DepositRow[],
  action: Action,
): Promise<OrderRow> {
  const now = context.now();
  const without = (counted: readonly DepositRow[]) => deposits.filter((deposit) => !counted.includes(deposit));
  switch (action.do) {
    case 'AMEND':
      return await amend(transaction, order, action.changes);
    case 'REGISTER_DEPOSIT':
      return await applyTransition(transaction, order, 'depositSeen', now, { first_deposit_at: action.firstDepositAt });
    case 'DETECT_FUNDS': {
      const detected = await applyTransition(transaction, order, 'depositInBlock', now, { funds_detected_at: now });
      if (action.reserve) await reservePayout(context, transaction, order, action.reserve);
      return detected;
    }
    case 'ASK':
      return await requestDecision(transaction, order, action.reason, now);
    case 'PAY_OUT':
      return await settleOrder(context, transaction, order, action, without(action.deposits));
    case 'REQUEST_REFUND':
      return await applyTransition(transaction, order, 'refundRequested', now, { refund: action.refund });
    case 'REFUND':
      return await startRefund(context, transaction, order, action, without(action.deposits));
  }
}

/** Reserves the payout of a deposit in a block, as far as the reserve covers it (D54). `settleOrder` checks it finally. */
async function reservePayout(context: OrderContext, transaction: Executor, order: OrderRow, terms: PayoutTerms): Promise<void> {
  const needed = payoutReservation(terms.amount_to_get, terms.network_fee);
  const reservation = await findReservation(transaction, order.id);
  if (reservation && compare(reservation.amount, needed) === 0) return;
  await reserve(context, transaction, { orderId: order.id, instrument: order.instrument_to, amount: needed });
}

async function recordWait(transaction: Executor, order: OrderRow, { checkAt, reserveAtMost: most }: Wait): Promise<void> {
  if (checkAt !== undefined) await deferOrder(transaction, order, checkAt);
  const reservation = most === undefined ? undefined : await findReservation(transaction, order.id);
  if (most === undefined || !reservation || compare(reservation.amount, most) <= 0) return;
  await writeReservation(transaction, { order_id: order.id, instrument: order.instrument_to, amount: most });
}
