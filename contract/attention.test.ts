import { expect, test } from 'vitest';
import { allowedActions, ATTENTION, STATUS_NOTES } from './attention.ts';
import { ATTENTION_REASONS, DECISION_REASONS, ORDER_STATUSES } from './order.ts';

const EVERYTHING = { hasToken: true, isAcceptable: true, isRefundable: true, endsByItself: true };

test('the table has every reason in the order in which they win, and every status is described', () => {
  expect(Object.keys(ATTENTION)).toEqual([...ATTENTION_REASONS]);
  expect(Object.keys(STATUS_NOTES)).toEqual([...ORDER_STATUSES]);
});

test('every reason has something to do, whatever the order is like', () => {
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

test('questions offer both ways, and support where nothing happens by itself', () => {
  for (const reason of DECISION_REASONS) {
    expect(allowedActions(reason, EVERYTHING)).toEqual(['ACCEPT', 'REFUND']);
    expect(allowedActions(reason, { ...EVERYTHING, endsByItself: false })).toEqual(['ACCEPT', 'REFUND', 'CONTACT']);
    expect(allowedActions(reason, { ...EVERYTHING, isAcceptable: false })).toEqual(['REFUND']);
    expect(allowedActions(reason, { ...EVERYTHING, hasToken: false })).toEqual(['CONTACT']);
  }
});

test('what waits for a network or an operator offers nothing but support', () => {
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
