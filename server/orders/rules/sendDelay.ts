import type { AttentionReason } from '../../../contract/order.ts';
import { PAYOUTS_STOPPED } from '../../db/repositories/switches.ts';
import type { OutboxRow } from '../../db/tables/payments.ts';
import { FEE_ABOVE_LIMIT } from '../../ports/chain/chainGateway.ts';

/** The reason of a send that waits because a reorg dropped the deposit behind it. */
export const DEPOSIT_REORGED = 'DEPOSIT_REORGED';

/** The reason of a send that waits because the token blocks the address of a deposit behind it, or one that paid it. */
export const DEPOSIT_BLOCKED = 'DEPOSIT_BLOCKED';

/** The reason of a send of restored books whose deposit is no longer at its address: the order may have been paid before (D73). */
export const DEPOSIT_LEFT = 'DEPOSIT_LEFT';

/** The reason of a payout whose deposit is still not collected long after it was priced, although it must be first. */
export const AWAITING_COLLECTION = 'AWAITING_COLLECTION';

/** The reason of a payment that waits until the host can read what left the treasury on the other side of its order (D75). */
export const OTHER_SIDE_UNREAD = 'OTHER_SIDE_UNREAD';

/** Failed attempts, about four minutes, after which a send counts as delayed. */
export const ATTEMPTS_BEFORE_DELAYED = 8;

export type SendDelay = Extract<
  AttentionReason,
  'PAYOUT_HELD' | 'PAYOUT_FAILED' | 'DEPOSIT_REORGED' | 'DEPOSIT_BLOCKED' | 'PAYOUT_DELAYED'
>;

/** Returns why a payout or refund is late, also when this host is not connected to its network; null when it is not. */
export function sendDelay(
  { state, reason, attempts, network }: Pick<OutboxRow, 'state' | 'reason' | 'attempts' | 'network'>,
  isConnected: (network: string) => boolean,
): SendDelay | null {
  switch (state) {
    case 'HELD':
      return 'PAYOUT_HELD';
    case 'FAILED':
      return 'PAYOUT_FAILED';
    case 'REFUSED':
      return reason === DEPOSIT_REORGED || reason === DEPOSIT_BLOCKED ? reason : 'PAYOUT_DELAYED';
    case 'SENT':
      return reason === FEE_ABOVE_LIMIT ? 'PAYOUT_DELAYED' : null;
    case 'PENDING':
      return attempts >= ATTEMPTS_BEFORE_DELAYED || reason === PAYOUTS_STOPPED || !isConnected(network) ? 'PAYOUT_DELAYED' : null;
    case 'CONFIRMED':
    case 'CANCELLED':
      return null;
  }
}
