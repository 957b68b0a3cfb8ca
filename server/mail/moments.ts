import type { ExtraDeposit } from '../../contract/schemas/orders.ts';
import { isPositive } from '../../contract/money.ts';
import type { Executor } from '../db/database.ts';
import { listDepositClaims } from '../db/repositories/depositClaims.ts';
import { listDeposits } from '../db/repositories/deposits.ts';
import { listOrderEvents } from '../db/repositories/orders.ts';
import { listOutboxRows } from '../db/repositories/outbox.ts';
import type { MailKind, MailOutboxRow, MailOutboxTable, MailState } from '../db/tables/mail.ts';
import type { DepositClaimRow, DepositRow, OrderEventTable, OrderRow, OutboxRow } from '../db/tables/orders.ts';
import { isRefundBlocked, whyLate } from '../orders/lifecycle/attention.ts';
import type { OrderContext } from '../orders/core/context.ts';
import { ownDeposits } from '../orders/core/depositRules.ts';
import { isForCustomer } from '../orders/deposits/depositInclusion.ts';
import { presentExtras } from '../orders/lifecycle/extraDeposits.ts';
import { sendId } from '../orders/core/outbox.ts';
import { shownClaims } from '../orders/calls/shownClaims.ts';
import { countReorged, depositNews } from './depositNews.ts';

/** What a customer is told of an order. */
export type MomentKind = Exclude<MailKind, 'CONFIRM'>;

export interface Moment {
  kind: MomentKind;
  /** Tells one decision, hold or payment from the next; empty for what happens once. */
  occasion: string;
}

/** What is true of an order now, as far as it is told. */
interface Moments {
  /** Of the order itself, the newest last: that is what is told, and what it has overtaken is not any more. */
  own: Moment[];
  /**
   * Of money that came besides (D6), of payments that were claimed, and of what goes on for long: it overtakes nothing, and
   * nothing overtakes it.
   */
  besides: (Moment & { deposit?: ExtraDeposit; txHash?: string })[];
}

/** What is so at one moment may be otherwise at the next, and is told when it has been so for so long. */
const TOLD_AFTER_MS: Partial<Record<MomentKind, number>> = {
  // A transaction that is replaced, or whose block leaves the chain, is there again soon, or not at all.
  DEPOSIT_TAKEN_BACK: 3 * 60_000,
  PAYOUT_DELAYED: 3_600_000,
  REFUND_BLOCKED: 3_600_000,
  EXTRA_DELAYED: 3_600_000,
};

/** An order's rows besides its own. */
export interface OrderMoney {
  deposits: readonly DepositRow[];
  sends: readonly OutboxRow[];
  events: readonly Pick<OrderEventTable, 'kind' | 'created_at'>[];
  claims: readonly DepositClaimRow[];
}

export async function readMoney(executor: Executor, orderId: string): Promise<OrderMoney> {
  const [deposits, sends, events, claims] = await Promise.all([
    listDeposits(executor, orderId),
    listOutboxRows(executor, orderId),
    listOrderEvents(executor, orderId),
    listDepositClaims(executor, orderId),
  ]);
  return { deposits, sends, events, claims };
}

/** `told`: what this reader was told of the deposit ({@link listDepositNews}). */
export function momentsOf(context: OrderContext, order: OrderRow, money: OrderMoney, told: readonly MailOutboxRow[]): Moments {
  return {
    own: ownMoments(context, order, money, told),
    besides: [...delays(context, order, money), ...extraMoments(context, order, money), ...refusedClaims(money)],
  };
}

function ownMoments(
  context: OrderContext,
  order: OrderRow,
  { deposits, sends, events }: OrderMoney,
  told: readonly MailOutboxRow[],
): Moment[] {
  const deposit = depositNews(context, order, deposits, told);
  const moments: Moment[] = deposit === null ? [] : [deposit];
  const held = sends.filter((send) => isOwn(order, send) && send.state === 'HELD');
  for (const { id } of held) moments.push({ kind: 'PAYOUT_HELD', occasion: id });
  // What the network took back is not asked about as if it were there.
  if (order.status === 'DECISION_NEEDED' && ownDeposits(order, deposits).length > 0) {
    moments.push({ kind: 'DECISION_NEEDED', occasion: questionOf(order, events, told) });
  }
  if (order.status === 'COMPLETED') moments.push({ kind: 'PAID_OUT', occasion: '' });
  if (order.status === 'REFUNDED') moments.push({ kind: 'REFUNDED', occasion: '' });
  // What is back is told as money that came besides.
  if (order.status === 'VOID' && !deposits.some((deposit) => cameBack(order, deposit)))
    moments.push({ kind: 'VOID', occasion: '' });
  return moments;
}

/** The order's own payout or refund. */
export function isOwn(order: OrderRow, { id }: OutboxRow): boolean {
  return id === sendId({ kind: 'PAYOUT' }, order) || id === sendId({ kind: 'REFUND' }, order);
}

/** A payout or refund that is still to arrive. */
export function isUnfinished({ kind, state }: OutboxRow): boolean {
  return isForCustomer(kind) && state !== 'CONFIRMED' && state !== 'CANCELLED';
}

/**
 * Which question it is: only one that was accepted, or whose money was gone, is followed by another. Its deadline moves
 * while it stays the same.
 */
function questionOf({ decision_reason }: OrderRow, events: OrderMoney['events'], told: readonly MailOutboxRow[]): string {
  const accepted = events.filter(({ kind }) => kind === 'RATE_MODE_CHANGE_ACCEPTED').length;
  const gone = countReorged(told);
  return [decision_reason, accepted, ...(gone > 0 ? [gone] : [])].join(':');
}

/** What keeps the order's own money from leaving or arriving, and is neither a hold nor over in a moment. */
function delays(context: OrderContext, order: OrderRow, { deposits, sends }: OrderMoney): Moment[] {
  const delayed = sends.filter((send) => isOwn(order, send) && isDelayed(context, send));
  return [
    ...delayed.map((send) => ({ kind: 'PAYOUT_DELAYED' as const, occasion: delayOf(context, send.id, send) })),
    ...(isRefundBlocked(context, order, deposits) ? [{ kind: 'REFUND_BLOCKED' as const, occasion: '' }] : []),
  ];
}

function isDelayed(context: OrderContext, send: OutboxRow): boolean {
  return send.state !== 'HELD' && whyLate(context, send) !== null;
}

/** What goes on by itself may fail after that was said, and what failed may be tried again: each is told once. */
function delayOf(context: OrderContext, name: string, send: OutboxRow): string {
  const why = whyLate(context, send);
  return why === 'PAYOUT_DELAYED' ? name : `${name}:${why}`;
}

/** Payments besides an order that are told, the first ones: whoever knows its address can send to it as often as he likes. */
const MOST_EXTRAS_TOLD = 10;

/** Once it has its confirmations, so that something can be done about it; not what the network's fee would eat. */
function extraMoments(context: OrderContext, order: OrderRow, { deposits, sends }: OrderMoney): Moments['besides'] {
  return presentExtras(context, order, deposits, sends)
    .filter(({ state, refundAmount }) => state !== 'CONFIRMING' && (refundAmount === null || isPositive(refundAmount)))
    .slice(0, MOST_EXTRAS_TOLD)
    .flatMap((deposit) => {
      const refund = refundOf(deposit, deposits, sends);
      const kind = extraKind(context, deposit, refund);
      if (kind === null) return [];
      const name = `${deposit.depositTxHash}:${deposit.depositIndex}`;
      return { kind, occasion: kind === 'EXTRA_DELAYED' && refund ? delayOf(context, name, refund) : name, deposit };
    });
}

function extraKind(context: OrderContext, { state }: ExtraDeposit, refund: OutboxRow | undefined): MomentKind | null {
  if (state === 'HERE') return 'EXTRA_DEPOSIT';
  if (state === 'REFUNDED') return 'EXTRA_REFUNDED';
  if (refund === undefined) return null;
  if (refund.state === 'HELD') return 'EXTRA_HELD';
  return isDelayed(context, refund) ? 'EXTRA_DELAYED' : null;
}

/** A claim that was found right is told by the deposit that it brings. */
function refusedClaims({ claims }: OrderMoney): Moments['besides'] {
  const refused = shownClaims(claims).filter(({ state }) => state === 'REJECTED');
  return refused.map(({ txHash }) => ({ kind: 'CLAIM_REJECTED', occasion: txHash, txHash }));
}

/** The row that gives one of them back. */
export function refundOf(
  extra: ExtraDeposit,
  deposits: readonly DepositRow[],
  sends: readonly OutboxRow[],
): OutboxRow | undefined {
  const refunds = new Set(rowsOf(extra, deposits).map(({ refund_id }) => refund_id));
  return sends.find(({ id }) => refunds.has(id));
}

/** It was the deposit of an order that ended without it, and came back (`returnedDeposits.ts`). */
export function isReturned(order: OrderRow, extra: ExtraDeposit, deposits: readonly DepositRow[]): boolean {
  return order.status === 'VOID' && rowsOf(extra, deposits).some((deposit) => cameBack(order, deposit));
}

/** Not what came besides, was gone, and was back before the end. */
function cameBack({ ended_at }: OrderRow, { times_written_off, booked_at }: DepositRow): boolean {
  return times_written_off > 0 && (booked_at === null || ended_at === null || booked_at >= ended_at);
}

/** One hash may be a transaction on two networks. */
function rowsOf({ depositTxHash, depositIndex, amount }: ExtraDeposit, deposits: readonly DepositRow[]): DepositRow[] {
  const named = deposits.filter((row) => row.tx_hash === depositTxHash && row.transfer_index === depositIndex);
  return named.filter((row) => row.amount === amount);
}

/** A mail's row. Its id is made of what it tells, so that the same can't be told twice. */
export function mailOf(
  { id }: { id: string },
  { kind, occasion }: Moment,
  state: MailState,
  now: number,
): Pick<MailOutboxTable, 'id' | 'subscription_id' | 'kind' | 'code' | 'state' | 'not_before' | 'created_at'> {
  const not_before = now + (TOLD_AFTER_MS[kind] ?? 0);
  return { id: mailIdOf(id, { kind, occasion }), subscription_id: id, kind, code: null, state, not_before, created_at: now };
}

export function mailIdOf(subscriptionId: string, { kind, occasion }: Moment): string {
  return `${subscriptionId}:${kind}:${occasion}`;
}
