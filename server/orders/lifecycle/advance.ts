import { ApiError } from '../../../contract/errors.ts';
import { amount, compare, isPositive, roundToDecimal, subtract, type Decimal } from '../../../contract/money.ts';
import type { OrderStatus } from '../../../contract/order.ts';
import type { Executor } from '../../db/database.ts';
import { findReadUntil } from '../../db/repositories/cursors.ts';
import { listDeposits, listDepositsOfOrders } from '../../db/repositories/deposits.ts';
import { deferOrder, findOrder, listOrderEvents, listOrders } from '../../db/repositories/orders.ts';
import { findReservation, writeReservation } from '../../db/repositories/treasury.ts';
import type { DepositRow, OrderRow } from '../../db/tables/orders.ts';
import { PRICE_DISTRUST_REASONS } from '../../pricing/priceBook.ts';
import { type OrderContext } from '../core/context.ts';
import { instrumentOf } from '../../instruments/lookup.ts';
import {
  isBooked,
  isDust,
  isInBlock,
  assessFixed,
  assessFloating,
  minimumDeposit,
  ownDeposits,
  totalAmount,
  type DepositAssessment,
} from '../rules/depositRules.ts';
import { amend, applyTransition, requestDecision } from '../core/machine.ts';
import { retryOnConflict, ConcurrentUpdateError } from '../../common/retryOnConflict.ts';
import { agreedRefund, postponeWhileCongested, quoteRefund, startRefund } from './refund.ts';
import { settleOrder } from './settleOrder.ts';
import { reserve, payoutReservation } from '../core/reservations.ts';

/** More transitions in a row than any order can make; a guard against endless loops. */
const MAX_TRANSITIONS = 12;

/** Orders read at once to form batches. */
const READ_SIZE = 500;
/** Orders moved in one transaction. Small, because they hold the lock of their reserve together. */
const BATCH_SIZE = 20;

/** Interval in ms at which a refund that is smaller than its fee is checked again. */
const FEES_WAIT_MS = 10 * 60_000;
/** How long an order waits for a trusted price or lower fees before the customer is asked (D6). */
const MARKET_WAIT_MS = 6 * 3_600_000;
/** Interval in ms at which the fee of a congested network is checked. */
const CONGESTED_CHECK_MS = 15_000;
/** On a congested network, the customer is asked when the fee exceeds this multiple of the fee shown. */
const MAX_FEE_FACTOR = amount('2');

/**
 * Applies every transition that an order's deposits and the time allow, each in its own transaction. Without a trusted price
 * the order keeps its status and is retried; after six hours the customer is asked.
 */
export async function advanceOrder(context: OrderContext, orderId: string): Promise<void> {
  for (let count = 0; count < MAX_TRANSITIONS; count += 1) {
    try {
      const step = () => context.database.transaction().execute((transaction) => advanceOnce(context, transaction, orderId));
      if (!(await retryOnConflict(step, () => new ConcurrentUpdateError(orderId)))) return;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'ERR_SERVICE_UNAVAILABLE') {
        if (isWithoutPrice(error)) await requestDecisionWithoutPrice(context, orderId, String(error.details?.['symbol']));
        return;
      }
      throw error;
    }
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

/** Returns whether the error is the price book's refusal of a price (D41), and not a failure of the database or network. */
export function isWithoutPrice({ details }: ApiError): boolean {
  return PRICE_DISTRUST_REASONS.some((reason) => reason === details?.['reason']);
}

/**
 * Asks the customer of a deposit that has waited six hours for a trusted price: a refund needs none. The price itself must
 * have been missing for that long, so that one failed query asks nobody.
 */
async function requestDecisionWithoutPrice(context: OrderContext, orderId: string, symbol: string): Promise<void> {
  const waitingSince = context.now() - MARKET_WAIT_MS;
  if ((context.desk.priceMissingSince(symbol) ?? 0) > waitingSince) return;
  await context.database.transaction().execute(async (transaction) => {
    const order = await findOrder(transaction, orderId);
    if (order?.status !== 'AWAITING_DEPOSIT' && order?.status !== 'CONFIRMING') return;
    const own = ownDeposits(order, await listDeposits(transaction, orderId)).filter(isInBlock);
    if (own.length === 0 || (await waitingSinceOf(transaction, order, own, ({ detected_at }) => detected_at)) >= waitingSince)
      return;
    await requestDecision(transaction, order, 'NO_PRICE', context.now());
  });
}

/** Returns when the wait of a deposit began: at the last deposit, or at the customer's acceptance if that was later. */
async function waitingSinceOf(
  transaction: Executor,
  order: OrderRow,
  deposits: readonly DepositRow[],
  at: (deposit: DepositRow) => number,
): Promise<number> {
  const last = lastDepositAt(order, deposits, at);
  if (order.acceptance === null) return last;
  const events = await listOrderEvents(transaction, order.id);
  return Math.max(last, events.findLast(({ kind }) => kind === 'RATE_MODE_CHANGE_ACCEPTED')?.created_at ?? last);
}

/** Returns the time of the last deposit. Dust does not count, because anybody could restart the wait with it. */
function lastDepositAt(order: OrderRow, deposits: readonly DepositRow[], at: (deposit: DepositRow) => number): number {
  const large = deposits.filter((deposit) => !isDust(order, deposit));
  return large.length > 0 ? Math.max(...large.map(at)) : Math.min(...deposits.map(at));
}

/** Applies at most one transition. Returns the updated order; null when none applied. */
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

const advanceAwaiting: Advance = async (context, transaction, order, deposits) => {
  const [first] = ownDeposits(order, deposits);
  if (!first) return null;
  const now = context.now();
  if (order.first_deposit_at === null) {
    return await applyTransition(transaction, order, 'depositSeen', now, { first_deposit_at: first.detected_at });
  }
  const assessment = await assessWithScan(context, transaction, order, deposits);
  if (assessment.kind === 'WAIT') {
    if (order.rate_mode === 'FIXED') await lowerReservation(context, transaction, order, deposits);
    return null;
  }
  if (assessment.kind === 'LOCK') return await amend(transaction, order, { rate_locked_at: now });
  if (assessment.kind === 'DECIDE') return await requestDecision(transaction, order, assessment.reason, now);
  const funded = await applyTransition(transaction, order, 'depositInBlock', now, { funds_detected_at: now });
  await reservePayout(context, transaction, order, payoutTerms(context, order, totalAmount(assessment.deposits)));
  return funded;
};

type PayoutTerms = Pick<OrderRow, 'amount_to_get' | 'network_fee'>;

/** Reserves the payout of a deposit in a block, as far as the reserve covers it (D54). `settleOrder` checks it finally. */
async function reservePayout(context: OrderContext, transaction: Executor, order: OrderRow, terms: PayoutTerms): Promise<void> {
  const needed = payoutReservation(terms.amount_to_get, terms.network_fee);
  const reservation = await findReservation(transaction, order.id);
  if (reservation && compare(reservation.amount, needed) === 0) return;
  await reserve(context, transaction, { orderId: order.id, instrument: order.instrument_to, amount: needed });
}

/** Returns what the amount received would pay out: the promised payout of a fixed rate, and today's of a floating one. */
function payoutTerms(context: OrderContext, order: OrderRow, total: Decimal): PayoutTerms {
  if (order.rate_mode === 'FIXED') return order;
  const { instrument_from: fromSlug, instrument_to: toSlug, payout_fee_factor: payoutFeeFactor } = order;
  const input = { fromSlug, toSlug, amountToGive: total, rateMode: 'FLOATING', payoutFeeFactor } as const;
  const quote = context.desk.settle(input, context.now());
  return { amount_to_get: quote.amountToGet, network_fee: quote.networkFee };
}

/**
 * After a partial deposit, a fixed-rate order reserves only the share that was received (D54). The rest is reserved again when it is
 * in a block.
 */
async function lowerReservation(
  context: OrderContext,
  transaction: Executor,
  order: OrderRow,
  deposits: readonly DepositRow[],
): Promise<void> {
  const total = totalAmount(ownDeposits(order, deposits));
  if (compare(total, minimumDeposit(order)) >= 0) return;
  const share = amount(total).div(amount(order.claimed_deposit_amount));
  const promised = amount(payoutReservation(order.amount_to_get, order.network_fee));
  const { precisionDecimals } = instrumentOf(context, order.instrument_to);
  const needed = roundToDecimal(promised.times(share), precisionDecimals, 'up');
  const reservation = await findReservation(transaction, order.id);
  if (!reservation || compare(reservation.amount, needed) <= 0) return;
  await writeReservation(transaction, { order_id: order.id, instrument: order.instrument_to, amount: needed });
}

const advanceConfirming: Advance = async (context, transaction, order, deposits) => {
  const detected = await recordFundsDetected(context, transaction, order, deposits);
  if (detected) return detected;
  const assessment = await assessWithScan(context, transaction, order, deposits);
  if (assessment.kind === 'DECIDE') return await requestDecision(transaction, order, assessment.reason, context.now());
  if (assessment.kind !== 'FUNDED') return null;
  const counted = confirmedOf(order, assessment.deposits);
  if (counted === null) return null;
  if (exceedsFeeLimit(context, order)) return await waitForLowerFees(context, transaction, order, counted);
  const others = deposits.filter((deposit) => !counted.includes(deposit));
  return await settleOrder(context, transaction, order, counted, others);
};

/** Returns whether a floating payout would cost far more in fees than the customer was last shown. */
export function exceedsFeeLimit(context: OrderContext, order: OrderRow): boolean {
  if (order.rate_mode === 'FIXED' || !context.desk.isCongested(order.instrument_to)) return false;
  const fee = amount(context.desk.networkFee(order.instrument_to, context.now())).times(amount(order.payout_fee_factor));
  const { network_fee, collection_fee } = order.acceptance ?? order;
  return fee.gt(amount(subtract(network_fee, collection_fee)).times(MAX_FEE_FACTOR));
}

/** Waits for lower network fees, and asks the customer when that takes longer than {@link MARKET_WAIT_MS}. */
async function waitForLowerFees(
  context: OrderContext,
  transaction: Executor,
  order: OrderRow,
  confirmed: readonly DepositRow[],
): Promise<OrderRow | null> {
  const now = context.now();
  const since = await waitingSinceOf(transaction, order, confirmed, ({ booked_at }) => booked_at ?? now);
  if (now - since >= MARKET_WAIT_MS) return await requestDecision(transaction, order, 'NETWORK_CONGESTED', now);
  await deferOrder(transaction, order, now + CONGESTED_CHECK_MS);
  return null;
}

/** Returns the confirmed deposits; null while one awaits confirmations. Unconfirmed dust is ignored and becomes extra (D6). */
function confirmedOf(order: OrderRow, deposits: readonly DepositRow[]): readonly DepositRow[] | null {
  const isWaiting = deposits.some((deposit) => !isBooked(deposit) && !isDust(order, deposit));
  const confirmed = deposits.filter(isBooked);
  return isWaiting || confirmed.length === 0 ? null : confirmed;
}

/** Refunds after the decision deadline, when the order has a refund address (D5). */
const advanceUndecided: Advance = async (context, transaction, order, deposits) => {
  const detected = await recordFundsDetected(context, transaction, order, deposits);
  if (detected) return detected;
  const now = context.now();
  if (order.refund_address === null || order.decision_deadline === null || now < order.decision_deadline) return null;
  const later = postponeWhileCongested(context, order.instrument_from, order.first_deposit_at ?? order.created_at);
  // The deadline itself is moved, because the customer sees it.
  if (later !== null) return await amend(transaction, order, { decision_deadline: later });
  const due = quoteRefund(context, order, deposits);
  if (!isPositive(due.amount)) return await waitForFees(context, transaction, order);
  return await applyTransition(transaction, order, 'refundRequested', now, {
    refund: agreedRefund(due),
  });
};

/** Starts a requested refund once the deposit has its confirmations. */
const advanceRefund: Advance = async (context, transaction, order, deposits) => {
  const detected = await recordFundsDetected(context, transaction, order, deposits);
  if (detected) return detected;
  const counted = confirmedOf(order, ownDeposits(order, deposits).filter(isInBlock));
  if (counted === null) return null;
  const others = deposits.filter((deposit) => !counted.includes(deposit));
  const refunding = await startRefund(context, transaction, order, counted, others);
  return refunding ?? (await waitForFees(context, transaction, order));
};

/** Checks a refund that is smaller than its fee again later. */
async function waitForFees(context: OrderContext, transaction: Executor, order: OrderRow): Promise<null> {
  await deferOrder(transaction, order, context.now() + FEES_WAIT_MS);
  return null;
}

/** Writes INCOMING_FUNDS_DETECTED for a deposit that was mined after the order had left AWAITING_DEPOSIT. */
const recordFundsDetected: Advance = async (context, transaction, order, deposits) => {
  if (order.funds_detected_at !== null || !ownDeposits(order, deposits).some(isInBlock)) return null;
  const now = context.now();
  const detected = await applyTransition(transaction, order, 'depositInBlock', now, { funds_detected_at: now });
  if (order.status === 'CONFIRMING') await reservePayout(context, transaction, order, order.acceptance ?? order);
  return detected;
};

/**
 * Assesses deposits, assuming that they are all deposits up to `scannedUntil` (ms since 1970). Throws ERR_SERVICE_UNAVAILABLE
 * when the assessment needs a price and none is trusted.
 */
export function assessDeposits(
  context: OrderContext,
  order: OrderRow,
  deposits: readonly DepositRow[],
  scannedUntil: number = context.now(),
): DepositAssessment {
  const { instrument_from: from, instrument_to: to } = order;
  return order.rate_mode === 'FIXED'
    ? assessFixed(order, deposits, scannedUntil, () => context.desk.marketPrice(from, to, context.now()))
    : assessFloating(order, deposits, scannedUntil, () => context.desk.bounds(from, to));
}

/**
 * Runs {@link assessDeposits} and, before a decision is requested after the deadline, checks it against the scan time of the
 * network: the rest of the deposit may have arrived in time while this host or its node was offline.
 */
async function assessWithScan(
  context: OrderContext,
  transaction: Executor,
  order: OrderRow,
  deposits: readonly DepositRow[],
): Promise<DepositAssessment> {
  const assessment = assessDeposits(context, order, deposits);
  if (assessment.kind !== 'DECIDE' || context.now() <= order.expires_at) return assessment;
  const scannedUntil = await findReadUntil(transaction, order.network_from);
  // The scanner may have recorded deposits since `deposits` were read. Only a new read is complete up to `scannedUntil`.
  const complete = assessDeposits(context, order, await listDeposits(transaction, order.id), scannedUntil);
  // Any other result is assessed again in the next round.
  return complete.kind === 'DECIDE' ? complete : { kind: 'WAIT' };
}

/** Statuses that deposits and time change. The other statuses change when a payout or refund does. */
const ADVANCE: Partial<Record<OrderStatus, Advance>> = {
  AWAITING_DEPOSIT: advanceAwaiting,
  CONFIRMING: advanceConfirming,
  DECISION_NEEDED: advanceUndecided,
  REFUND_REQUESTED: advanceRefund,
};
