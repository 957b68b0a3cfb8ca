import type { Instrument } from '../../../contract/api/instruments.ts';

/** Why an instrument can't be used on a side now; null where it can. A host without sides says it of both. */
export function inactiveOn(instrument: Instrument, side: 'send' | 'receive'): { reason: string | null } | null {
  const { isActive, activeToSend, activeToReceive, sendInactiveReason, receiveInactiveReason, inactiveReason } = instrument;
  const isActiveHere = (side === 'send' ? activeToSend : activeToReceive) ?? isActive;
  if (isActiveHere) return null;
  return { reason: (side === 'send' ? sendInactiveReason : receiveInactiveReason) ?? inactiveReason ?? null };
}

export interface StoppedSide {
  side: 'send' | 'receive';
  /** One of the contract's reasons, or what a newer host says. */
  reason: string;
}

/** Reads from a refusal which side stopped the pair, and why; null where the host does not say. */
export function stoppedSideOf(
  refusal: { code: string; details?: Record<string, unknown> | undefined } | null,
): StoppedSide | null {
  if (refusal?.code !== 'ERR_PAIR_NOT_ACTIVE') return null;
  const { side, reason } = { side: null, reason: null, ...refusal.details };
  if ((side !== 'send' && side !== 'receive') || typeof reason !== 'string') return null;
  return { side, reason };
}
