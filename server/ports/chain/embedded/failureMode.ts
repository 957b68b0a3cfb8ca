import { setTimeout as delay } from 'node:timers/promises';
import { ChainRefusedError, ChainUnavailableError } from '../chainGateway.ts';

/**
 * Faults of an embedded network (D12):
 * - `down`: nothing answers
 * - `slow`: every answer takes seconds
 * - `refuse`: reading works, every payment is refused
 * - `lossy`: payments happen, but their answers are lost
 * - `lag`: it shows the chain as it was some blocks ago
 * - `stuck`: blocks are mined without transactions
 * - `overstate`, `invent`, `hide`: the second of its two nodes lies. It shows a higher balance, an invented deposit, or no
 *   deposits. The gateway compares both nodes, so nothing is confirmed meanwhile.
 */
export const CHAIN_BREAK_MODES = ['down', 'slow', 'refuse', 'lossy', 'lag', 'stuck', 'overstate', 'invent', 'hide'] as const;
export type ChainBreakMode = (typeof CHAIN_BREAK_MODES)[number];
export type ChainMode = 'up' | ChainBreakMode;

/** How many blocks the node is behind in mode `lag`. */
export const LAG_BLOCKS = 10;

/** Returns the mode of a stored text. An unknown text counts as working, so that no row can stop a network. */
export function chainMode(text: string): ChainMode {
  return CHAIN_BREAK_MODES.find((mode) => mode === text) ?? 'up';
}

/** Runs `work` as a network in this mode would. `slowMs`: duration of an answer in mode `slow`. */
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
      if (kind === 'pay') throw new ChainUnavailableError('the answer was lost');
      return result;
    }
    // The other modes answer, with wrong data.
    default:
      return work();
  }
}
