/** Why a withdrawal waits before it is sent, so that the customer can stop it (D60). */
export const WITHDRAWAL_WAIT_REASONS = ['NEW_ADDRESS', 'NO_SECOND_FACTOR', 'CREDENTIALS_CHANGED'] as const;
export type WithdrawalWaitReason = (typeof WITHDRAWAL_WAIT_REASONS)[number];

/**
 * Why a withdrawal is DELAYED. The host repeats the attempt until it succeeds. FEE_ROSE: the network fee is more than twice the one that
 * was charged (D69). PAYOUTS_STOPPED: an operator has stopped payments (D72). REFUSED: the network would refuse it now, for example
 * because the reserve of USDT, or of TRX for its fee, is being refilled. RESTORED: the books were restored from a backup, and the customer
 * has not confirmed the withdrawal again (D73).
 */
export const WITHDRAWAL_DELAYS = ['FEE_ROSE', 'PAYOUTS_STOPPED', 'REFUSED', 'RESTORED'] as const;
export type WithdrawalDelay = (typeof WITHDRAWAL_DELAYS)[number];

/**
 * What a withdrawal is doing. WAITING: it is sent after `waitUntil`. HELD: an operator checks it first. DELAYED: it can't be sent now, and
 * the network does not know it; `delay` says why. SENDING: it is on its way.
 * SENT: the network has confirmed it. FAILED: the network or an operator refused it for good; CANCELLED: the customer stopped it. In
 * both cases the whole amount is back in the balance, fee included.
 */
export const WITHDRAWAL_STATES = ['WAITING', 'HELD', 'DELAYED', 'SENDING', 'SENT', 'FAILED', 'CANCELLED'] as const;
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number];

/** In the sandbox this address stands for any TRON address (specification §5, D25). */
export const TEST_WITHDRAWAL_ADDRESS = '1'.repeat(34);

/** Returns whether a text has the form of a TRON address: T and 34 characters (§5). The host also checks its checksum (D25). */
export function hasTronForm(address: string): boolean {
  return address.startsWith('T') && address.length === 34;
}
