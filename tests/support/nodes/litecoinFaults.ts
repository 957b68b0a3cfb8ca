import { fieldOf } from '../../../server/ports/chain/nodeAnswers.ts';
import type { ChainFaultsUnderTest } from '../../conformance/chainUnderTest.ts';
import type { startFlakyNode } from './flakyNode.ts';
import type { LitecoinNetwork } from './litecoin.ts';

type FlakyNode = Awaited<ReturnType<typeof startFlakyNode>>;

/** In coins per kilobyte: many times what is usual, and below the limit */
const HIGH_FEE = 0.005;
const LAG = 2;

/**
 * Creates the faults of a real chain. `first` and `second` are proxies between the gateway and the nodes. While the chain is stuck, its
 * blocks include no transaction.
 */
export function createLitecoinFaults(network: LitecoinNetwork, { first, second }: { first: FlakyNode; second: FlakyNode }) {
  const { rpc } = network.first;
  let isStuck = false;

  const rivals = (transactions: readonly string[], fate: 'same' | 'conflicting'): string[] =>
    transactions.flatMap((bytes) => network.rivalOf(bytes, fate) ?? []);

  const faults: ChainFaultsUnderTest = {
    async reorganise(blocks, fate) {
      const newest = Number(await rpc.call('getblockcount'));
      const removed: string[] = [];
      for (let height = newest - blocks + 1; height <= newest; height += 1) removed.push(...(await network.paymentsIn(height)));
      await network.reorganise(blocks, fate === 'doubleSpend' ? rivals(removed, 'conflicting') : []);
    },
    async replaceWaiting(fate) {
      const waiting = await rpc.call('getrawmempool');
      for (const txHash of Array.isArray(waiting) ? waiting.map(String) : []) {
        const bytes = String(await rpc.call('getrawtransaction', [txHash]));
        for (const rival of rivals([bytes], fate)) await network.broadcast(rival);
      }
    },
    break(fault) {
      switch (fault) {
        case 'lag':
          second.lie('getblockchaininfo', (truth) => ({ blocks: Number(fieldOf(truth, 'blocks')) - LAG }));
          break;
        case 'hide':
          // A node on another branch, since shortly after its start.
          second.lie('getblockhash', (truth, [height]) =>
            Number(height) > 1 ? String(truth).replace(/^.{8}/, 'ffffffff') : truth,
          );
          break;
        case 'invent':
        case 'overstate':
          // Another transaction than the block's last one.
          first.lie('getblock', (truth) => String(truth).replace(/.{8}$/, 'ffffffff'));
          break;
        case 'down':
          second.fail('*', 'refuse');
          break;
        case 'lossy':
          for (const node of [first, second]) node.fail('sendrawtransaction', 'lose');
          break;
        case 'stuck':
          isStuck = true;
          break;
        case 'highFees':
          for (const node of [first, second]) node.lie('estimatesmartfee', () => ({ feerate: HIGH_FEE, blocks: 6 }));
          break;
      }
      return Promise.resolve();
    },
    mend() {
      first.mend();
      second.mend();
      isStuck = false;
      return Promise.resolve();
    },
  };
  return {
    faults,
    /** Mines blocks. While the chain is stuck, they include no pending transaction. */
    mine: async (blocks: number): Promise<void> => await network.mine(blocks, isStuck ? [] : undefined),
  };
}
