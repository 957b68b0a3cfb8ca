import { setTimeout as delay } from 'node:timers/promises';
import { ChainRefusedError, ChainUnavailableError } from '../chainGateway.ts';

/**
 * How an embedded network can be broken on purpose (D12):
 * - `down`: nothing answers
 * - `slow`: every answer takes seconds
 * - `refuse`: reading works, every payment is refused
 * - `lossy`: payments happen, but their answer gets lost
 * - `lag`: it shows the chain as it was some blocks ago
 * - `stuck`: blocks come, and no transaction gets into one
 * - `overstate`, `invent`, `hide`: the second of its two nodes lies, and shows too much money, a payment that nobody made,
 *   or no payment at all. Nodes are compared, so nothing is confirmed meanwhile.
 */
export const CHAIN_BREAK_MODES = ['down', 'slow', 'refuse', 'lossy', 'lag', 'stuck', 'overstate', 'invent', 'hide'] as const;
export type ChainBreakMode = (typeof CHAIN_BREAK_MODES)[number];
export type ChainMode = 'up' | ChainBreakMode;

/** How far a lagging network's node is behind. */
export const LAG_BLOCKS = 10;

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
    // The others answer, and it is their answers that are wrong.
    default:
      return work();
  }
}
