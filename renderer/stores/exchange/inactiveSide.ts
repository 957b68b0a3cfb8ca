import type { Instrument } from '../../../contract/api/instruments.ts';

/** Returns why an instrument can't be used on a side now; null if it can. A host without sides closes both. */
export function inactiveOn(instrument: Instrument, side: 'send' | 'receive'): { reason: string | null } | null {
  const { isActive, activeToSend, activeToReceive, sendInactiveReason, receiveInactiveReason, inactiveReason } = instrument;
  const isActiveHere = (side === 'send' ? activeToSend : activeToReceive) ?? isActive;
  if (isActiveHere) return null;
  return { reason: (side === 'send' ? sendInactiveReason : receiveInactiveReason) ?? inactiveReason ?? null };
}

export interface StoppedSide {
  side: 'send' | 'receive';
  /** One of the contract's reasons, or an unknown one of a newer host. */
  reason: string;
}

/** Returns the side and reason of a refusal; null if the host does not state them. */
export function stoppedSideOf(
  refusal: { code: string; details?: Record<string, unknown> | undefined } | null,
): StoppedSide | null {
  if (refusal?.code !== 'ERR_PAIR_NOT_ACTIVE') return null;
  const { side, reason } = { side: null, reason: null, ...refusal.details };
  if ((side !== 'send' && side !== 'receive') || typeof reason !== 'string') return null;
  return { side, reason };
}
