import { ApiError } from '../../../contract/errors.ts';
import { amount, compare, isPositive } from '../../../contract/money.ts';
import type { OrderStatus } from '../../../contract/order.ts';
import type { Executor } from '../../db/database.ts';
import { findReadUntil } from '../../db/repositories/cursors.ts';
import { listDeposits, listDepositsOfOrders } from '../../db/repositories/deposits.ts';
import { deferOrder, findOrder, listOrderEvents, listOrders } from '../../db/repositories/orders.ts';
import { findReservation } from '../../db/repositories/treasury.ts';
import type { DepositRow, OrderRow } from '../../db/tables/orders.ts';
import { PRICE_DISTRUST_REASONS } from '../../pricing/priceBook.ts';
import type { OrderContext } from '../core/context.ts';
import {
  isBooked,
  isDust,
  isInBlock,
  assessFixed,
  assessFloating,
  ownDeposits,
  type DepositAssessment,
} from '../core/depositRules.ts';
import { ConcurrentUpdateError, amend, applyTransition, requestDecision } from '../core/machine.ts';
import { retryOnConflict } from '../core/retryOnConflict.ts';
import { postponeWhileCongested, quoteRefund, startRefund } from '../sends/refund.ts';
import { settleOrder } from '../sends/settleOrder.ts';
import { reserve, payoutReservation } from '../core/treasury.ts';

/** More moves in a row than any order can make; a guard against going round in circles. */
const MOST_MOVES = 12;

/** Rows of this many are read to see which go together. */
const READ_AT_ONCE = 500;
/** So few that customers whose orders need the same reserve do not wait long for the lot. */
const LOT = 20;

/** Dust whose refund is due is weighed against the network's fee so often. */
const FEES_WAIT_MS = 10 * 60_000;
/** So long the money waits for a trustworthy price, or a network that has calmed down, before its customer is asked (D6). */
const MARKET_WAIT_MS = 6 * 3_600_000;
/** The network's fee is asked for no more often. */
const CONGESTED_LOOK_MS = 15_000;
/** A floating rate may bring a higher fee than the one shown, but not on a congested network one higher than so many times. */
const MOST_TIMES_SHOWN_FEE = amount('2');

/**
 * Moves an order as far as its deposits and the time let it go, each move in a transaction of its own. Without a
 * trustworthy price it stays where it is and is tried again; after six hours its customer is asked.
 */
export async function advanceOrder(context: OrderContext, orderId: string): Promise<void> {
  for (let count = 0; count < MOST_MOVES; count += 1) {
    try {
      const step = () => context.database.transaction().execute((transaction) => advanceOnce(context, transaction, orderId));
      if (!(await retryOnConflict(step, () => new ConcurrentUpdateError(orderId)))) return;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'ERR_SERVICE_UNAVAILABLE') {
        if (isWithoutPrice(error)) await askWithoutPrice(context, orderId, String(error.details?.['symbol']));
        return;
      }
      throw error;
    }
  }
}

/**
 * {@link advanceOrder} of many. Those that wait for their payout in one instrument are moved in one transaction, a few at a
 * time: each move is as conditional as ever, and what they have in common (a commit, a lock) is paid for once. When one of
 * them fails, nothing of the lot has happened, and each is moved by itself.
 */
export async function advanceOrders(context: OrderContext, orderIds: readonly string[]): Promise<void> {
  for (let start = 0; start < orderIds.length; start += READ_AT_ONCE) {
    const ids = orderIds.slice(start, start + READ_AT_ONCE);
    const orders = new Map((await listOrders(context.database, ids)).map((order) => [order.id, order]));
    // Only those: refunds take locks of other instruments too, and two lots could wait for each other.
    const lots = Map.groupBy(ids, (id) => {
      const order = orders.get(id);
      return order?.status === 'AWAITING_DEPOSIT' || order?.status === 'CONFIRMING' ? order.instrument_to : null;
    });
    for (const [instrument, lot] of lots) {
      if (instrument === null) await advanceEach(context, lot);
      else for (let from = 0; from < lot.length; from += LOT) await advanceBatch(context, lot.slice(from, from + LOT));
    }
  }
}

async function advanceEach(context: OrderContext, orderIds: readonly string[]): Promise<void> {
  for (const orderId of orderIds) {
    try {
      await advanceOrder(context, orderId);
    } catch (error) {
      // One order's trouble must not hold up the others.
      context.log.error({ err: error, orderId }, 'order not advanced');
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
        for (let count = 0; order && count < MOST_MOVES; count += 1) {
          order = (await advanceRow(context, transaction, order, own)) ?? undefined;
        }
      }
    });
  } catch (error) {
    // These are about one order. Anything else might be about every lot, and would show in nothing but the time it takes.
    const isUsual = error instanceof ConcurrentUpdateError || error instanceof ApiError;
    if (!isUsual) context.log.warn({ err: error, orders: orderIds.length }, 'orders are moved one by one');
    await advanceEach(context, orderIds);
  }
}

/** Not a database or a network that fails for a moment: the price book's own refusal (D41). */
export function isWithoutPrice({ details }: ApiError): boolean {
  return PRICE_DISTRUST_REASONS.some((reason) => reason === details?.['reason']);
}

/**
 * A market that does not come back must not keep the money: it can be refunded without a price. One refusal is no such
 * market, however long the money has been there: the price itself must have been missing for so long.
 */
async function askWithoutPrice(context: OrderContext, orderId: string, symbol: string): Promise<void> {
  const waitingSince = context.now() - MARKET_WAIT_MS;
  if ((context.desk.priceMissingSince(symbol) ?? 0) > waitingSince) return;
  await context.database.transaction().execute(async (transaction) => {
    const order = await findOrder(transaction, orderId);
    if (order?.status !== 'AWAITING_DEPOSIT' && order?.status !== 'CONFIRMING') return;
    const own = ownDeposits(order, await listDeposits(transaction, orderId)).filter(isInBlock);
    if (own.length === 0 || (await beganToWait(transaction, order, own, ({ detected_at }) => detected_at)) >= waitingSince)
      return;
    await requestDecision(transaction, order, 'NO_PRICE', context.now());
  });
}

/** When the last of them came, or its customer agreed to go on, if that was later. */
async function beganToWait(
  transaction: Executor,
  order: OrderRow,
  deposits: readonly DepositRow[],
  at: (deposit: DepositRow) => number,
): Promise<number> {
  const last = lastOf(order, deposits, at);
  if (order.acceptance === null) return last;
  const events = await listOrderEvents(transaction, order.id);
  return Math.max(last, events.findLast(({ kind }) => kind === 'RATE_MODE_CHANGE_ACCEPTED')?.created_at ?? last);
}

/** When the last of them came; a crumb, of which anybody can send one every few hours, does not begin a wait anew. */
function lastOf(order: OrderRow, deposits: readonly DepositRow[], at: (deposit: DepositRow) => number): number {
  const large = deposits.filter((deposit) => !isDust(order, deposit));
  return large.length > 0 ? Math.max(...large.map(at)) : Math.min(...deposits.map(at));
}

/** One move at most. Gives the order as it then is; null when there was none. */
async function advanceOnce(context: OrderContext, transaction: Executor, orderId: string): Promise<OrderRow | null> {
  const order = await findOrder(transaction, orderId);
  if (!order) return null;
  return await advanceRow(context, transaction, order, await listDeposits(transaction, orderId));
}

const advanceRow: Advance = async (context, transaction, order, deposits) => {
  const advance = ADVANCE[order.status];
  return advance === undefined ? null : await advance(context, transaction, order, deposits);
};

type Advance = (
  context: OrderContext,
  transaction: Executor,
  order: OrderRow,
  deposits: readonly DepositRow[],
) => Promise<OrderRow | null>;

/** The statuses that deposits and time move; the others are moved by their sends. */
const ADVANCE: Partial<Record<OrderStatus, Advance>> = {
  AWAITING_DEPOSIT: advanceAwaiting,
  CONFIRMING: advanceConfirming,
  DECISION_NEEDED: advanceUndecided,
  REFUND_REQUESTED: advanceRefund,
};

async function advanceAwaiting(
  context: OrderContext,
  transaction: Executor,
  order: OrderRow,
  deposits: readonly DepositRow[],
): Promise<OrderRow | null> {
  const [first] = ownDeposits(order, deposits);
  if (!first) return null;
  const now = context.now();
  if (order.first_deposit_at === null) {
    const seen = await applyTransition(transaction, order, 'depositSeen', now, { first_deposit_at: first.detected_at });
    if (order.rate_mode === 'FLOATING') await reserveAgain(transaction, order);
    return seen;
  }
  const verdict = await judgeKnown(context, transaction, order, deposits);
  if (verdict.kind === 'WAIT') return null;
  if (verdict.kind === 'LOCK') return await amend(transaction, order, { rate_locked_at: now });
  if (verdict.kind === 'DECIDE') return await requestDecision(transaction, order, verdict.reason, now);
  const funded = await applyTransition(transaction, order, 'depositInBlock', now, { funds_detected_at: now });
  await reserveAgain(transaction, order);
  return funded;
}

/** An idle order gave its reserve back; now that it is being paid it tries to have it again. Settling decides for good. */
async function reserveAgain(transaction: Executor, order: OrderRow): Promise<void> {
  const needed = payoutReservation(order.amount_to_get, order.network_fee);
  const kept = await findReservation(transaction, order.id);
  if (kept && compare(kept.amount, needed) === 0) return;
  await reserve(transaction, { orderId: order.id, instrument: order.instrument_to, amount: needed });
}

async function advanceConfirming(
  context: OrderContext,
  transaction: Executor,
  order: OrderRow,
  deposits: readonly DepositRow[],
): Promise<OrderRow | null> {
  const detected = await tellFundsDetected(context, transaction, order, deposits);
  if (detected) return detected;
  const verdict = await judgeKnown(context, transaction, order, deposits);
  if (verdict.kind === 'DECIDE') return await requestDecision(transaction, order, verdict.reason, context.now());
  if (verdict.kind !== 'FUNDED') return null;
  const counted = confirmedOf(order, verdict.deposits);
  if (counted === null) return null;
  if (exceedsFeeLimit(context, order)) return await waitForNetwork(context, transaction, order, counted);
  const others = deposits.filter((deposit) => !counted.includes(deposit));
  return await settleOrder(context, transaction, order, counted, others);
}

/** The fee comes off the payout, and its customer was not asked: it must not be many times the one that he was shown last. */
export function exceedsFeeLimit(context: OrderContext, order: OrderRow): boolean {
  if (order.rate_mode === 'FIXED' || !context.desk.isCongested(order.instrument_to)) return false;
  const fee = amount(context.desk.networkFee(order.instrument_to, context.now()));
  return fee.gt(amount((order.acceptance ?? order).network_fee).times(MOST_TIMES_SHOWN_FEE));
}

/** As without a price: it goes on by itself when the network has calmed down, and asks when that takes too long. */
async function waitForNetwork(
  context: OrderContext,
  transaction: Executor,
  order: OrderRow,
  confirmed: readonly DepositRow[],
): Promise<OrderRow | null> {
  const now = context.now();
  const since = await beganToWait(transaction, order, confirmed, ({ booked_at }) => booked_at ?? now);
  if (now - since >= MARKET_WAIT_MS) return await requestDecision(transaction, order, 'NETWORK_CONGESTED', now);
  await deferOrder(transaction, order, now + CONGESTED_LOOK_MS);
  return null;
}

/** Those that have their confirmations; null while one is waited for. Crumbs are not: they become extra (D6). */
function confirmedOf(order: OrderRow, deposits: readonly DepositRow[]): readonly DepositRow[] | null {
  const isWaiting = deposits.some((deposit) => !isBooked(deposit) && !isDust(order, deposit));
  const confirmed = deposits.filter(isBooked);
  return isWaiting || confirmed.length === 0 ? null : confirmed;
}

/** No answer by the deadline: the money goes back by itself, when there is an address to go to (D5). */
async function advanceUndecided(
  context: OrderContext,
  transaction: Executor,
  order: OrderRow,
  deposits: readonly DepositRow[],
): Promise<OrderRow | null> {
  const detected = await tellFundsDetected(context, transaction, order, deposits);
  if (detected) return detected;
  const now = context.now();
  if (order.refund_address === null || order.decision_deadline === null || now < order.decision_deadline) return null;
  const later = postponeWhileCongested(context, order.instrument_from, order.first_deposit_at ?? order.created_at);
  // The deadline itself moves, so that what the customer is shown stays true.
  if (later !== null) return await amend(transaction, order, { decision_deadline: later });
  const due = quoteRefund(context, order, deposits);
  if (!isPositive(due.amount)) return await waitForFees(context, transaction, order);
  return await applyTransition(transaction, order, 'refundRequested', now, {
    refund: { amount: due.amount, network_fee: due.networkFee },
  });
}

/** A refund leaves only after the deposit itself has its confirmations. */
async function advanceRefund(
  context: OrderContext,
  transaction: Executor,
  order: OrderRow,
  deposits: readonly DepositRow[],
): Promise<OrderRow | null> {
  const detected = await tellFundsDetected(context, transaction, order, deposits);
  if (detected) return detected;
  const counted = confirmedOf(order, ownDeposits(order, deposits).filter(isInBlock));
  if (counted === null) return null;
  const others = deposits.filter((deposit) => !counted.includes(deposit));
  const refunding = await startRefund(context, transaction, order, counted, others);
  return refunding ?? (await waitForFees(context, transaction, order));
}

/** The fee would eat all that came: fees fall too, but not from one second to the next. */
async function waitForFees(context: OrderContext, transaction: Executor, order: OrderRow): Promise<null> {
  await deferOrder(transaction, order, context.now() + FEES_WAIT_MS);
  return null;
}

/** INCOMING_FUNDS_DETECTED for money that got into a block after the order had left AWAITING_DEPOSIT. */
async function tellFundsDetected(
  context: OrderContext,
  transaction: Executor,
  order: OrderRow,
  deposits: readonly DepositRow[],
): Promise<OrderRow | null> {
  if (order.funds_detected_at !== null || !ownDeposits(order, deposits).some(isInBlock)) return null;
  const now = context.now();
  return await applyTransition(transaction, order, 'depositInBlock', now, { funds_detected_at: now });
}

/**
 * What the deposits mean now, if they are all that came until `readUntil`. Throws ERR_SERVICE_UNAVAILABLE where that takes a
 * price, and there is none to be trusted.
 */
export function judge(
  context: OrderContext,
  order: OrderRow,
  deposits: readonly DepositRow[],
  readUntil: number = context.now(),
): DepositAssessment {
  const { instrument_from: from, instrument_to: to } = order;
  return order.rate_mode === 'FIXED'
    ? assessFixed(order, deposits, readUntil, () => context.desk.marketPrice(from, to, context.now()))
    : assessFloating(order, deposits, readUntil, () => context.desk.bounds(from, to));
}

/**
 * {@link judge}, by what is known of the network: the rest may have come in time while this host or its node was away. Only who
 * is about to be asked after his time needs that looked up.
 */
async function judgeKnown(
  context: OrderContext,
  transaction: Executor,
  order: OrderRow,
  deposits: readonly DepositRow[],
): Promise<DepositAssessment> {
  const verdict = judge(context, order, deposits);
  if (verdict.kind !== 'DECIDE' || context.now() <= order.expires_at) return verdict;
  const readUntil = await findReadUntil(transaction, order.network_from);
  // Whoever reads the network may have written the rest since `deposits` were read: only these are all until then.
  const known = judge(context, order, await listDeposits(transaction, order.id), readUntil);
  // With the rest it is something else, and looked at again from its beginning.
  return known.kind === 'DECIDE' ? known : { kind: 'WAIT' };
}
