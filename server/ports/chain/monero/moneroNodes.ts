import { ChainUnavailableError } from '../chainGateway.ts';
import { describeRpcFailure } from '../nodeAnswers.ts';
import { createNodeQuorum, nodeNames, type NodeQuorum } from '../nodeQuorum.ts';
import type { AskedNode } from '../nodeStates.ts';
import { createMoneroDaemon, type MoneroDaemon } from './moneroDaemon.ts';
import type { MoneroChain, MoneroKeys } from './moneroKeys.ts';
import { createMoneroRpc } from './moneroRpc.ts';
import type { MoneroStore } from './moneroStore.ts';
import { createMoneroWallet, type MoneroWallet } from './moneroWallet.ts';

/** A node with the treasury's wallet beside it. */
export interface MoneroNode {
  daemon: MoneroDaemon;
  wallet: MoneroWallet;
}

/** What the nodes and their wallets have read, up to a block that enough of them have. */
export interface ChainView {
  height: number;
  /** The nodes whose wallets have read it */
  nodes: readonly MoneroNode[];
}

export interface MoneroNodes extends NodeQuorum<MoneroNode> {
  each: readonly MoneroNode[];
  /** The node whose wallet can spend */
  paying: MoneroNode;
  /** For operators */
  asked: readonly AskedNode[];
  /** Lets the wallets read the newest blocks. Throws ChainUnavailableError when fewer can than must agree. */
  advance(): Promise<ChainView>;
}

export interface MoneroNodesOptions {
  /** The first one's wallet can spend, the others only watch. */
  addresses: readonly { url: string; walletUrl: string }[];
  chain: MoneroChain;
  keys: MoneroKeys;
  store: Pick<MoneroStore, 'restoreHeight' | 'highestIndex'>;
  /** How many nodes must agree. */
  agreeing: number;
  /** The first height that a new file of the wallet reads; by default, one shortly before the newest */
  firstBlock?: number | undefined;
}

/** Addresses that the wallets watch beyond the last one that was given out: a restored backup may have forgotten the last ones. */
export const LOOKAHEAD = 1_000;
/** The host may have given out its first address some blocks before a wallet reads for the first time. */
const BLOCKS_BEFORE_START = 50;

export function createMoneroNodes(options: MoneroNodesOptions): MoneroNodes {
  const { addresses, chain, keys, store, agreeing, firstBlock } = options;
  const each = addresses.map(({ url, walletUrl }, position): MoneroNode => {
    const daemon = createMoneroDaemon(createMoneroRpc(url), chain);
    const restoreHeight = async (): Promise<number> =>
      await store.restoreHeight(firstBlock ?? Math.max(0, (await daemon.top()).height - BLOCKS_BEFORE_START));
    const wallet = createMoneroWallet({
      rpc: createMoneroRpc(walletUrl),
      keys,
      isViewOnly: position > 0,
      restoreHeight,
      watchedIndex: async () => (await store.highestIndex()) + LOOKAHEAD,
    });
    return { daemon, wallet };
  });
  const [paying] = each;
  if (!paying) throw new Error('the network has no node');
  const names = nodeNames(addresses.map(({ url }) => url));
  const quorum = createNodeQuorum({
    each,
    agreeing,
    heightOf: async ({ daemon }) => (await daemon.top()).height,
    describe: describeRpcFailure,
  });
  return {
    ...quorum,
    each,
    paying,
    asked: each.map(({ daemon }, position) => ({
      name: names[position] ?? '',
      height: async () => (await daemon.top()).height,
      hashAt: async (height: number) => (await daemon.blockAt(height)).hash,
    })),
    async advance() {
      const { head, nodes: synced } = await quorum.atHead();
      const nodes = await quorum.answers(synced, async (node) => {
        const top = await node.daemon.top();
        if (top.height < head) throw new ChainUnavailableError('a reorg happened during the read');
        await node.wallet.refresh(top);
        return node;
      });
      return { height: head, nodes };
    },
  };
}
