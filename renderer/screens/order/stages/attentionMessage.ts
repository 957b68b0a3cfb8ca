import type { Order } from '../../../../contract/api/orders.ts';
import { DECISION_REASONS, type AttentionReason, type DecisionReason } from '../../../../contract/order.ts';
import type { MessageId } from '../../../i18n/messages.ts';
import { hasHeldClaim, orderStage } from '../../../stores/order/orderStage.ts';

/** What is told and not asked; questions have their cards, and money that came besides has its own list. */
const MESSAGES: Record<Exclude<AttentionReason, DecisionReason | 'EXTRA_DEPOSIT'>, MessageId> = {
  PAYOUT_HELD: 'order.attention.held',
  PAYOUT_FAILED: 'order.attention.failed',
  DEPOSIT_REORGED: 'order.attention.depositReorged',
  PAYOUT_DELAYED: 'order.attention.delayed',
  REFUND_BLOCKED: 'order.attention.refundBlocked',
  CLAIM_HELD: 'order.attention.claimHeld',
};

/** What the page says in a notice of what the host says beyond the events (D6); null when there is none. */
export function attentionMessage(order: Order): MessageId | null {
  const { attention } = order;
  if (!attention || attention.reason === 'EXTRA_DEPOSIT' || orderStage(order) === 'decision') return null;
  // A question about money that the network took back is none any more.
  if (DECISION_REASONS.some((reason) => reason === attention.reason)) return null;
  // Said with the others by ClaimStates, in every stage.
  if (attention.reason === 'CLAIM_HELD' && hasHeldClaim(order)) return null;
  return messageFor(attention.reason);
}

/** A reason that only a newer host knows is told as something that is being looked after. */
function messageFor(reason: string): MessageId {
  return Object.entries(MESSAGES).find(([known]) => known === reason)?.[1] ?? 'order.attention.unknown';
}
