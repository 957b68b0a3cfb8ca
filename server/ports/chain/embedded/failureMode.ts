import { setTimeout as delay } from 'node:timers/promises';
import { ChainRefusedError, ChainUnavailableError } from '../chainGateway.ts';

/**
 * How an embedded network can be broken on purpose (D12):
 * - `down`: nothing answers
 * - `slow`: every answer takes seconds
 * - `refuse`: reading works, every payment is refused
 * - `lossy`: payments happen, but their answer gets lost
 */
export const CHAIN_BREAK_MODES = ['down', 'slow', 'refuse', 'lossy'] as const;
export type ChainBreakMode = (typeof CHAIN_BREAK_MODES)[number];
export type ChainMode = 'up' | ChainBreakMode;

/** Anything unknown counts as working, so that an older row can't stop a network. */
export function chainMode(text: string): ChainMode {
  return CHAIN_BREAK_MODES.find((mode) => mode === text) ?? 'up';
}

/** Does `work` the way a network in this mode would. `slowMs` is the wait of a slow one. */
export async function asNetworkIn<Result>(
  mode: ChainMode,
  slowMs: number,
  kind: 'read' | 'pay',
  work: () => Promise<Result>,
): Promise<Result> {
  switch (mode) {
    case 'up':
      return work();
    case 'down':
      throw new ChainUnavailableError('the network does not answer');
    case 'slow':
      await delay(slowMs);
      return work();
    case 'refuse':
      if (kind === 'pay') throw new ChainRefusedError('the network refuses payments');
      return work();
    case 'lossy': {
      const result = await work();
      if (kind === 'pay') throw new ChainUnavailableError('the answer got lost');
      return result;
    }
  }
}
