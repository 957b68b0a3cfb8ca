import { expect, test } from 'vitest';
import {
  isFinalStep,
  mostAdvancedEvent,
  needsRateModeDecision,
  ORDER_EVENT_KINDS,
  ORDER_STATUSES,
  ORDER_TRANSITIONS,
  orderStep,
  rateWarningCause,
  transitionFrom,
  type OrderStatus,
} from './order.ts';

const transitionsFrom = (status: OrderStatus): { to: OrderStatus; events: readonly string[] }[] =>
  Object.values(ORDER_TRANSITIONS[status]);
const events = (...kinds: string[]) => kinds.map((kind) => ({ kind }));

function reachableFrom(status: OrderStatus, seen = new Set<OrderStatus>([status])): Set<OrderStatus> {
  for (const { to } of transitionsFrom(status)) {
    if (seen.has(to)) continue;
    seen.add(to);
    reachableFrom(to, seen);
  }
  return seen;
}

test('reaches every status from the first one', () => {
  expect([...reachableFrom('AWAITING_DEPOSIT')].toSorted()).toEqual(ORDER_STATUSES.toSorted());
});

test('ends only in COMPLETED or REFUNDED, which every other status can reach', () => {
  for (const status of ORDER_STATUSES) {
    const isEnd = status === 'COMPLETED' || status === 'REFUNDED';
    expect(transitionsFrom(status).length === 0, status).toBe(isEnd);
    const ends = reachableFrom(status);
    expect(ends.has('COMPLETED') || ends.has('REFUNDED'), status).toBe(true);
  }
});

test('never pays out after a refund request, except what had left before (D75); only payoutCancelled turns a payout into a refund', () => {
  const { refundUndone, ...others } = ORDER_TRANSITIONS.REFUNDING;
  expect(refundUndone.to).toBe('PAYING_OUT');
  const reached = [...Object.values(ORDER_TRANSITIONS.REFUND_REQUESTED), ...Object.values(others)].map(({ to }) => to);
  expect(reached).toEqual(['REFUND_REQUESTED', 'REFUNDING', 'REFUNDED']);
  expect(transitionsFrom('REFUNDED')).toEqual([]);
  expect(transitionsFrom('PAYING_OUT').map(({ to }) => to)).toEqual(['COMPLETED', 'REFUND_REQUESTED']);
  expect(transitionFrom('PAYING_OUT', 'payoutCancelled')?.to).toBe('REFUND_REQUESTED');
});

test('returns null for a transition that the table lacks', () => {
  expect(transitionFrom('COMPLETED', 'refundRequested')).toBeNull();
  expect(transitionFrom('AWAITING_DEPOSIT', 'payoutConfirmed')).toBeNull();
  expect(transitionFrom('DECISION_NEEDED', 'accepted')?.to).toBe('CONFIRMING');
});

test('writes every event in a transition, except creation and rate-mode events', () => {
  const written = new Set(ORDER_STATUSES.flatMap((status) => transitionsFrom(status).flatMap((transition) => transition.events)));
  expect(ORDER_EVENT_KINDS.filter((kind) => !written.has(kind))).toEqual([
    'CREATION_END',
    'FIXED_RATE_HIGH_VOLATILITY_DETECTED',
    'FIXED_RATE_SLOW_DEPOSIT_DETECTED',
    'FIXED_RATE_WRONG_DEPOSIT_AMOUNT_DETECTED',
    'RATE_MODE_CHANGED',
  ]);
});

test('derives the step from the events and ends polling at 3 and 4', () => {
  expect(orderStep([])).toBe(0);
  expect(orderStep(events('CREATION_END', 'DEPOSIT_REGISTERED'))).toBe(1);
  expect(orderStep(events('CREATION_END', 'INCOMING_FUNDS_DETECTED'))).toBe(2);
  expect(orderStep(events('INCOMING_FUNDS_DETECTED', 'WITHDRAWAL_COMPLETED'))).toBe(3);
  expect(orderStep(events('INCOMING_FUNDS_DETECTED', 'REFUND_COMPLETED'))).toBe(4);
  expect([0, 1, 2, 3, 4].map((step) => isFinalStep(step as 0 | 1 | 2 | 3 | 4))).toEqual([false, false, false, true, true]);
});

test('finds the most advanced event, prefers refunds and ignores unknown kinds', () => {
  expect(mostAdvancedEvent([])).toBeNull();
  expect(mostAdvancedEvent(events('FUNDS_WITHDRAWAL_START', 'CREATION_END'))).toBe('FUNDS_WITHDRAWAL_START');
  expect(mostAdvancedEvent(events('REFUND_REQUESTED', 'FUNDS_WITHDRAWAL_START'))).toBe('REFUND_REQUESTED');
  expect(mostAdvancedEvent(events('CREATION_END', 'SOMETHING_NEWER'))).toBe('CREATION_END');
});

test('reports rate warnings until the customer decides', () => {
  const warned = events('FIXED_RATE_SLOW_DEPOSIT_DETECTED', 'RATE_MODE_CHANGED');
  expect(rateWarningCause(warned)).toBe(2);
  expect(needsRateModeDecision(warned)).toBe(true);
  for (const answer of ['RATE_MODE_CHANGE_ACCEPTED', 'REFUND_REQUESTED']) {
    expect(rateWarningCause([...warned, { kind: answer }])).toBeNull();
    expect(needsRateModeDecision([...warned, { kind: answer }])).toBe(false);
  }
  expect(rateWarningCause(events('FIXED_RATE_HIGH_VOLATILITY_DETECTED'))).toBe(1);
  expect(rateWarningCause(events('FIXED_RATE_WRONG_DEPOSIT_AMOUNT_DETECTED'))).toBe(3);
});
