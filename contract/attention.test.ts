import { expect, test } from 'vitest';
import { allowedActions, ATTENTION, STATUS_NOTES } from './attention.ts';
import { ATTENTION_REASONS, DECISION_REASONS, ORDER_STATUSES } from './order.ts';

const EVERYTHING = { hasToken: true, isAcceptable: true, isRefundable: true, endsByItself: true };

test('lists every reason by precedence and describes every status', () => {
  expect(Object.keys(ATTENTION)).toEqual([...ATTENTION_REASONS]);
  expect(Object.keys(STATUS_NOTES)).toEqual([...ORDER_STATUSES]);
});

test('offers at least one action for every reason and every combination of facts', () => {
  for (const reason of ATTENTION_REASONS) {
    for (const hasToken of [true, false]) {
      for (const isAcceptable of [true, false]) {
        for (const isRefundable of [true, false]) {
          for (const endsByItself of [true, false]) {
            const actions = allowedActions(reason, { hasToken, isAcceptable, isRefundable, endsByItself });
            expect(actions.length, reason).toBeGreaterThan(0);
            for (const action of actions) expect(ATTENTION[reason].actions).toContain(action);
          }
        }
      }
    }
  }
});

test('offers accept and refund for decisions, and support when nothing happens automatically', () => {
  for (const reason of DECISION_REASONS) {
    expect(allowedActions(reason, EVERYTHING)).toEqual(['ACCEPT', 'REFUND']);
    expect(allowedActions(reason, { ...EVERYTHING, endsByItself: false })).toEqual(['ACCEPT', 'REFUND', 'CONTACT']);
    expect(allowedActions(reason, { ...EVERYTHING, isAcceptable: false })).toEqual(['REFUND']);
    expect(allowedActions(reason, { ...EVERYTHING, hasToken: false })).toEqual(['CONTACT']);
  }
});

test('offers only support while a network or an operator must act', () => {
  for (const reason of [
    'PAYOUT_HELD',
    'PAYOUT_FAILED',
    'DEPOSIT_REORGED',
    'PAYOUT_DELAYED',
    'REFUND_BLOCKED',
    'CLAIM_HELD',
  ] as const) {
    expect(allowedActions(reason, EVERYTHING)).toEqual(['CONTACT']);
  }
  expect(allowedActions('EXTRA_DEPOSIT', EVERYTHING)).toEqual(['REFUND']);
});
