import { purchaseTransitionFrom } from '../../contract/fiat/cardPurchase.ts';
import { insertPurchaseEvents, updatePurchase, type PurchaseChanges } from '../db/repositories/fiat/cardPurchases.ts';
import { createStateMachine } from '../db/stateMachine.ts';
import type { CardPurchaseRow } from '../db/tables/fiat.ts';

/** Applies the transitions of `PURCHASE_TRANSITIONS`. This module is the only writer of a purchase's status. */
export const { applyTransition, amend } = createStateMachine({
  transitionFrom: purchaseTransitionFrom,
  update: async (executor, purchase: CardPurchaseRow, status, changes: PurchaseChanges | undefined) =>
    await updatePurchase(executor, purchase, { ...changes, status }),
  insertEvents: async (executor, { id }, events) =>
    await insertPurchaseEvents(
      executor,
      events.map((event) => ({ purchase_id: id, ...event })),
    ),
});
