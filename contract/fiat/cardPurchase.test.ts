import { expect, test } from 'vitest';
import { PURCHASE_STAGES, PURCHASE_TRANSITIONS, purchaseTransitionFrom, type PurchaseStage } from './cardPurchase.ts';

const nextOf = (stage: PurchaseStage): PurchaseStage[] => Object.values(PURCHASE_TRANSITIONS[stage]).map(({ to }) => to);

test('every stage can be reached from the first one', () => {
  const reached = new Set<PurchaseStage>(['AWAITING_PAYMENT']);
  for (const stage of reached) nextOf(stage).forEach((next) => reached.add(next));
  expect([...reached].toSorted()).toEqual([...PURCHASE_STAGES].toSorted());
});

test('only a delivered coin is never taken back', () => {
  expect(PURCHASE_STAGES.filter((stage) => nextOf(stage).length === 0)).toEqual(['DELIVERED']);
});

test('a coin that was delivered before any other report writes the events of the stages between', () => {
  expect(purchaseTransitionFrom('EXPIRED', 'delivered')).toEqual({
    to: 'DELIVERED',
    events: ['INCOMING_FUNDS_DETECTED', 'FUNDS_WITHDRAWAL_START', 'WITHDRAWAL_COMPLETED'],
  });
  expect(purchaseTransitionFrom('DELIVERED', 'released')).toBeNull();
});
