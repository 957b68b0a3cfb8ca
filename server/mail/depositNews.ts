import { ApiError } from '../../contract/errors.ts';
import { compare } from '../../contract/money.ts';
import type { OrderStatus } from '../../contract/order.ts';
import type { Executor } from '../db/database.ts';
import { listMailsOf } from '../db/repositories/mailOutbox.ts';
import type { MailKind, MailOutboxRow } from '../db/tables/mail.ts';
import type { DepositRow, OrderRow } from '../db/tables/orders.ts';
import { judge } from '../orders/lifecycle/advance.ts';
import type { OrderContext } from '../orders/core/context.ts';
import { isDust, ownDeposits, totalAmount } from '../orders/core/depositRules.ts';
import { waitsFor } from '../orders/lifecycle/waitsFor.ts';
import type { Moment } from './moments.ts';

/**
 * How an order's own deposit stands, told each time it stands otherwise than was told last: it can be taken back and come
 * again, or be too little and then enough, and its order's status and events show nothing of that.
 */
const KINDS = ['DEPOSIT_SEEN', 'DEPOSIT_SHORT', 'DEPOSIT_TAKEN_BACK'] as const;
type DepositNewsKind = (typeof KINDS)[number];

/** Whoever knows an order's address can pay to it in parts, or take back what he paid, as often as he likes. */
const MOST_TOLD = 10;

export function isDepositNews(kind: MailKind): kind is DepositNewsKind {
  return KINDS.some((known) => known === kind);
}

/** What a reader was told of it, or is to be. */
export async function listDepositNews(executor: Executor, subscriptionId: string): Promise<MailOutboxRow[]> {
  return await listMailsOf(executor, subscriptionId, KINDS);
}

/** What is to be told of it now, or was told last when nothing has changed since. */
export function depositNews(
  context: OrderContext,
  order: OrderRow,
  deposits: readonly DepositRow[],
  rows: readonly MailOutboxRow[],
): Moment | null {
  const now = standingOf(context, order, deposits);
  if (now === null) return null;
  const told = rows
    .map((row) => ({ row, ...read(row) }))
    // What could not leave yet, and is no longer so, was not told.
    .filter(({ row, ...news }) => !isWaiting(row, context.now()) || isSame(news, now))
    .toSorted((left, right) => left.place - right.place);
  const last = told.at(-1);
  if (last && isSame(last, now)) return { kind: last.kind, occasion: last.occasion };
  const place = last ? last.place + 1 : 0;
  return place < MOST_TOLD ? { kind: now.kind, occasion: [place, now.amount].filter((part) => part !== '').join(':') } : null;
}

/** How often a reader was told that the network took a deposit back: a question that is asked about it then is another one. */
export function countReorged(rows: readonly MailOutboxRow[]): number {
  return rows.filter(({ kind, state }) => kind === 'DEPOSIT_TAKEN_BACK' && state !== 'PENDING').length;
}

interface Inclusion {
  kind: DepositNewsKind;
  /** Of DEPOSIT_SHORT, without the crumbs that anybody can send; otherwise empty */
  amount: string;
}

const OF_DEPOSIT: readonly OrderStatus[] = ['AWAITING_DEPOSIT', 'CONFIRMING', 'DECISION_NEEDED', 'PAYING_OUT'];
const BEFORE_MONEY_LEAVES: readonly OrderStatus[] = ['AWAITING_DEPOSIT', 'CONFIRMING', 'DECISION_NEEDED', 'REFUND_REQUESTED'];

function standingOf(context: OrderContext, order: OrderRow, deposits: readonly DepositRow[]): Inclusion | null {
  const own = ownDeposits(order, deposits);
  if (own.length === 0) {
    const isReorged = order.first_deposit_at !== null && BEFORE_MONEY_LEAVES.includes(order.status);
    return isReorged ? { kind: 'DEPOSIT_TAKEN_BACK', amount: '' } : null;
  }
  if (!OF_DEPOSIT.includes(order.status)) return null;
  if (waitsFor(context, order, deposits) === 'REST') {
    // A crumb that is in no block yet may be all that was missing.
    if (compare(totalAmount(own), order.claimed_deposit_amount) >= 0) return null;
    return { kind: 'DEPOSIT_SHORT', amount: totalAmount(own.filter((deposit) => !isDust(order, deposit))) };
  }
  return isAboutToAsk(context, order, deposits) ? null : { kind: 'DEPOSIT_SEEN', amount: '' };
}

/** The question itself is told in a moment: until then it must not be said that there is nothing to do. */
function isAboutToAsk(context: OrderContext, order: OrderRow, deposits: readonly DepositRow[]): boolean {
  if (order.status !== 'AWAITING_DEPOSIT' && order.status !== 'CONFIRMING') return false;
  try {
    return judge(context, order, deposits).kind === 'DECIDE';
  } catch (error) {
    // Without a price nobody is asked before hours have passed.
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** "subscription:kind:place" or "subscription:kind:place:amount"; the first ones that were ever told have no place. */
function read({ id, kind, subscription_id }: MailOutboxRow): Inclusion & { place: number; occasion: string } {
  const occasion = id.slice(`${subscription_id}:${kind}:`.length);
  const [place = '', amount = ''] = occasion.split(':');
  return { kind: isDepositNews(kind) ? kind : 'DEPOSIT_SEEN', amount, place: Number(place), occasion };
}

function isSame(left: Inclusion, right: Inclusion): boolean {
  return left.kind === right.kind && left.amount === right.amount;
}

function isWaiting({ state, lease_until }: MailOutboxRow, now: number): boolean {
  return state === 'PENDING' && lease_until <= now;
}
