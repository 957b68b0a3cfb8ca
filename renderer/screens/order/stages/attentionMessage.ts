import type { Order } from '../../../../contract/api/orders.ts';
import { DECISION_REASONS, type AttentionReason, type DecisionReason } from '../../../../contract/order.ts';
import type { MessageId } from '../../../i18n/messages.ts';
import { hasHeldClaim, orderStage } from '../../../../contract/orderStage.ts';

/** The notice of each reason. Decisions have their own cards, and extra deposits have their own list. */
const MESSAGES: Record<Exclude<AttentionReason, DecisionReason | 'EXTRA_DEPOSIT'>, MessageId> = {
  PAYOUT_HELD: 'order.attention.held',
  PAYOUT_FAILED: 'order.attention.failed',
  DEPOSIT_REORGED: 'order.attention.depositReorged',
  DEPOSIT_BLOCKED: 'order.attention.depositBlocked',
  PAYOUT_DELAYED: 'order.attention.delayed',
  REFUND_BLOCKED: 'order.attention.refundBlocked',
  CLAIM_HELD: 'order.attention.claimHeld',
};

/** Returns the notice for the published attention (D6), or null when there is none. */
export function attentionMessage(order: Order): MessageId | null {
  const { attention } = order;
  if (!attention || attention.reason === 'EXTRA_DEPOSIT' || orderStage(order) === 'decision') return null;
  // A decision about a reorged deposit is no longer open.
  if (DECISION_REASONS.some((reason) => reason === attention.reason)) return null;
  // ClaimStates shows held claims in every stage.
  if (attention.reason === 'CLAIM_HELD' && hasHeldClaim(order)) return null;
  return messageFor(attention.reason);
}

/** A reason of a newer host gets a general notice. */
function messageFor(reason: string): MessageId {
  return Object.entries(MESSAGES).find(([known]) => known === reason)?.[1] ?? 'order.attention.unknown';
}
