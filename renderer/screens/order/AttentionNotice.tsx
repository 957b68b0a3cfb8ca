import { FormattedMessage } from 'react-intl';
import type { Order } from '../../../contract/api/orders.ts';
import { DECISION_REASONS, type AttentionReason, type DecisionReason } from '../../../contract/order.ts';
import type { MessageId } from '../../i18n/messages.ts';
import { Notice } from '../../components/Notice.tsx';
import { orderStage } from '../../stores/order/orderStage.ts';
import { concernedPayment } from './concernedPayment.ts';
import { ContactLink } from './ContactLink.tsx';

/** What is told and not asked; questions have their cards, and money that came besides has its own list. */
const MESSAGES: Record<Exclude<AttentionReason, DecisionReason | 'EXTRA_DEPOSIT'>, MessageId> = {
  PAYOUT_HELD: 'order.attention.held',
  PAYOUT_FAILED: 'order.attention.failed',
  DEPOSIT_GONE: 'order.attention.depositGone',
  PAYOUT_DELAYED: 'order.attention.delayed',
  REFUND_BLOCKED: 'order.attention.refundBlocked',
  CLAIM_HELD: 'order.attention.claimHeld',
};

/** What the host says beyond the events (D6), and the way to a person where only a person can help. */
export function AttentionNotice({ order }: { order: Order }) {
  const { attention } = order;
  if (!attention || attention.reason === 'EXTRA_DEPOSIT' || orderStage(order) === 'decision') return null;
  // A question about money that the network took back is none any more.
  if (DECISION_REASONS.some((reason) => reason === attention.reason)) return null;
  // Said with the others by ClaimStates, in every stage.
  if (attention.reason === 'CLAIM_HELD' && order.claims) return null;
  const isContact = attention.actions.includes('CONTACT');
  return (
    <Notice kind="warning" role="status" actions={isContact && <ContactLink orderId={order.orderId} />}>
      <FormattedMessage id={messageFor(attention.reason)} values={{ what: concernedPayment(order) }} />
    </Notice>
  );
}

/** A reason that only a newer host knows is told as something that is being looked after. */
function messageFor(reason: string): MessageId {
  return Object.entries(MESSAGES).find(([known]) => known === reason)?.[1] ?? 'order.attention.unknown';
}
