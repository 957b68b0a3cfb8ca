import { createHash } from 'node:crypto';
import type { EmbeddedNetworkRow } from '../../../db/tables/chain.ts';
import { ChainUnavailableError } from '../chainGateway.ts';
import type { AskedNode } from '../nodeStates.ts';
import { chainMode } from './failureMode.ts';
import { isLying } from './lyingNode.ts';
import { shownHeight } from './networkClock.ts';

/** The two nodes of an embedded network. The second one may lie. */
export function embeddedNodes(row: EmbeddedNetworkRow, now: number): AskedNode[] {
  const mode = chainMode(row.mode);
  return ['node 1', 'node 2'].map((name, position) => ({
    name,
    height: async () => {
      if (mode === 'down') throw new ChainUnavailableError('the network does not answer');
      return await Promise.resolve(shownHeight(row, now));
    },
    hashAt: async (height) => {
      const chain = isLying(mode) && position === 1 ? 'another chain' : row.network;
      return await Promise.resolve(createHash('sha256').update(`${chain}/${height}`).digest('hex'));
    },
  }));
}
