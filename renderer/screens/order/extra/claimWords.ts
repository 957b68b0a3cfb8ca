import type { Order } from '../../../../contract/api/orders.ts';
import type { MessageId } from '../../../i18n/messages.ts';

export interface ClaimWords {
  summary: MessageId;
  leads: MessageId[];
}

/**
 * How a payment may have missed the order, so that its customer has to name it; null where the host finds every payment by
 * itself. Networks with memos share one address among orders, and some payments come without theirs. Elsewhere an order has
 * an address of its own, and some come to it on another network, or after the host has stopped looking; at a shared one
 * it looks for nothing that is named.
 */
export function claimWords(order: Order, isFoundOnOtherNetwork: boolean): ClaimWords | null {
  if (order.depositAddressMemo !== null) return { summary: 'claim.summary', leads: ['claim.lead'] };
  const isLate = order.watchedUntil === null;
  // One key has one address on all networks of this family; others with chain ids are each alone in theirs.
  if (isFoundOnOtherNetwork && order.pair.instrumentFrom.network?.family === 'evm') {
    return isLate
      ? { summary: 'claim.summaryLateOrElsewhere', leads: ['claim.leadLate', 'claim.leadElsewhere'] }
      : { summary: 'claim.summaryElsewhere', leads: ['claim.leadElsewhere'] };
  }
  return isLate ? { summary: 'claim.summaryLate', leads: ['claim.leadLate'] } : null;
}
