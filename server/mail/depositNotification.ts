import { compare } from '../../contract/money.ts';
import type { OrderStatus } from '../../contract/order.ts';
import { isRevocable } from '../db/repositories/mails/mailNotifications.ts';
import type { OrderNotificationRow } from '../db/tables/mail.ts';
import type { DepositRow, OrderRow } from '../db/tables/orders.ts';
import type { OrderContext } from '../orders/core/context.ts';
import type { Decision } from '../orders/rules/decide.ts';
import { isDust, ownDeposits, totalAmount } from '../orders/rules/depositRules.ts';

/** SEEN: on the network. PARTIAL: more has to be sent. REORGED: the network no longer shows any of it. */
export type DepositState = 'SEEN' | 'PARTIAL' | 'REORGED';

/** Anyone who knows an order's address can pay in parts, or replace a payment, as often as they like. */
const MAX_DEPOSIT_NOTIFICATIONS = 10;

interface DepositReport {
  depositState: DepositState;
  reference: string;
  occurrence: number;
}

/**
 * Returns the report on the state of an order's own deposit, or null when there is none. A state that equals the last reported
 * one keeps the occurrence of that report, so that it is not sent again.
 */
export function depositNotification(
  context: OrderContext,
  order: OrderRow,
  deposits: readonly DepositRow[],
  decision: Decision,
  recorded: readonly OrderNotificationRow[],
): DepositReport | null {
  const current = depositReport(order, deposits, decision);
  if (current === null) return null;
  const { reference } = current;
  const last = recorded
    .filter(({ kind }) => kind === 'DEPOSIT')
    // A queued report of another state is out of date and about to be deleted.
    .filter((row) => row.reference === reference || !isRevocable(row, context.now()))
    .toSorted((left, right) => left.occurrence - right.occurrence)
    .at(-1);
  if (last?.reference === reference) return { ...current, occurrence: last.occurrence };
  const occurrence = last ? last.occurrence + 1 : 0;
  return occurrence < MAX_DEPOSIT_NOTIFICATIONS ? { ...current, occurrence } : null;
}

/** Returns how often a subscriber was notified that the deposit was reorged. */
export function countReorgs(recorded: readonly OrderNotificationRow[]): number {
  const reorged = 'REORGED' satisfies DepositState;
  return recorded.filter(({ kind, reference, state }) => kind === 'DEPOSIT' && reference === reorged && state !== 'PENDING')
    .length;
}

const WITH_DEPOSIT: readonly OrderStatus[] = ['AWAITING_DEPOSIT', 'CONFIRMING', 'DECISION_NEEDED', 'PAYING_OUT'];
const BEFORE_TRANSFER: readonly OrderStatus[] = ['AWAITING_DEPOSIT', 'CONFIRMING', 'DECISION_NEEDED', 'REFUND_REQUESTED'];

function depositReport(
  order: OrderRow,
  deposits: readonly DepositRow[],
  decision: Decision,
): Omit<DepositReport, 'occurrence'> | null {
  const own = ownDeposits(order, deposits);
  if (own.length === 0) {
    const isReorged = order.first_deposit_at !== null && BEFORE_TRANSFER.includes(order.status);
    return isReorged ? { depositState: 'REORGED', reference: 'REORGED' } : null;
  }
  if (!WITH_DEPOSIT.includes(order.status)) return null;
  if ('wait' in decision && decision.wait === 'REST') {
    // Unconfirmed dust may be exactly what was missing.
    if (compare(totalAmount(own), order.claimed_deposit_amount) >= 0) return null;
    // Dust from a stranger does not change the reference, so it causes no new mail.
    const amount = totalAmount(own.filter((deposit) => !isDust(order, deposit)));
    return { depositState: 'PARTIAL', reference: `PARTIAL ${amount}` };
  }
  return isAboutToAsk(decision) ? null : { depositState: 'SEEN', reference: 'SEEN' };
}

/** A decision is requested soon: a mail that says "you don't need to do anything" would be wrong. */
function isAboutToAsk(decision: Decision): boolean {
  return 'do' in decision ? decision.do === 'ASK' : decision.wait === 'DEPOSIT_NETWORK';
}
