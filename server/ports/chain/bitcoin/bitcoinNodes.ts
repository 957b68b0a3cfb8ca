import { ChainUnavailableError } from '../chainGateway.ts';
import { describeRpcFailure, fieldOf } from '../nodeAnswers.ts';
import { ContradictionError, WrongChainError } from '../nodeErrors.ts';
import { createNodeQuorum, nodeNames, type NodeQuorum } from '../nodeQuorum.ts';
import type { AskedNode } from '../nodeStates.ts';
import type { ChainParameters, CoinParameters, SerialisationRules } from './coinParameters.ts';
import { MalformedDataError, parseBlock, type RawBlock } from './rawTransaction.ts';
import { createRpcClient, type NodeAddress, type RpcCall, type RpcClient } from './rpcClient.ts';

/** A node of the expected chain. Methods throw RpcError or ChainUnavailableError. */
export interface BitcoinNode extends RpcClient {
  height(): Promise<number>;
  /** Returns the hash of the block at a height of the node's best chain. */
  hashAt(height: number): Promise<string>;
  /** Returns a block whose content is proven by its hash. */
  block(hash: string): Promise<RawBlock>;
  /**
   * Broadcasts a signed transaction, whatever its fee: the host has its own limit. Nodes would refuse one that raises the fee of a large
   * transaction.
   */
  submit(bytes: string): Promise<unknown>;
}

export interface BitcoinNodes extends NodeQuorum<BitcoinNode> {
  each: readonly BitcoinNode[];
  /** For operators */
  asked: readonly AskedNode[];
}

export interface BitcoinNodesOptions {
  /** In order of preference */
  addresses: readonly NodeAddress[];
  chain: Pick<ChainParameters, 'genesisHash' | 'fork'>;
  rules: SerialisationRules;
  anyFee: CoinParameters['anyFee'];
  /** How many nodes must agree. */
  agreeing: number;
}

export function createBitcoinNodes(options: BitcoinNodesOptions): BitcoinNodes {
  const { addresses, rules, agreeing } = options;
  const single = addresses.map((address) => createBitcoinNode(createRpcClient(address), options));
  const each = rules.provesHeader ? single : single.map((node) => withAgreedHeaders(node, single, agreeing));
  const names = nodeNames(addresses.map(({ url }) => url));
  return {
    ...createNodeQuorum({ each, agreeing, heightOf: async (node) => await node.height(), describe: describeRpcFailure }),
    each,
    asked: each.map(({ height, hashAt }, position) => ({ name: names[position] ?? '', height, hashAt })),
  };
}

/** Returns a node whose blocks have headers on which so many nodes agree. */
function withAgreedHeaders(node: BitcoinNode, all: readonly BitcoinNode[], agreeing: number): BitcoinNode {
  return {
    ...node,
    block: async (hash) => {
      const block = await node.block(hash);
      const others = all.filter((other) => other !== node);
      const answers = await Promise.allSettled(others.map((other) => other.call('getblockheader', [hash, false])));
      const headers = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [String(answer.value)] : []));
      if (headers.some((header) => header !== block.header)) {
        throw new ContradictionError(`the nodes contradict each other on the header of block ${hash}`);
      }
      if (headers.length + 1 < agreeing) throw new ChainUnavailableError(`too few nodes have the block ${hash}`);
      return block;
    },
  };
}

function createBitcoinNode(client: RpcClient, { chain: { genesisHash, fork }, rules, anyFee }: BitcoinNodesOptions): BitcoinNode {
  let isVerified = false;
  /** Checks the chain before the first request: a node of another chain would show deposits that have no value. */
  async function verify(): Promise<void> {
    if (isVerified) return;
    if ((await client.call('getblockhash', [0])) !== genesisHash) throw new WrongChainError('a node serves another chain');
    if (fork && ((await client.call('getblockhash', [fork.height])) === fork.hash) !== fork.isOurs) {
      throw new WrongChainError('a node serves the other coin of a fork');
    }
    isVerified = true;
  }
  const call: RpcClient['call'] = async (method, parameters) => {
    await verify();
    return await client.call(method, parameters);
  };
  return {
    call,
    batch: async (calls: readonly RpcCall[]) => {
      await verify();
      return await client.batch(calls);
    },
    height: async () => {
      const answer = await call('getblockchaininfo');
      const height = Number(fieldOf(answer, 'blocks'));
      if (!Number.isSafeInteger(height)) throw new ChainUnavailableError('a node does not tell its height');
      // Its newest block is years old, and the host would read all that follow.
      if (fieldOf(answer, 'initialblockdownload') === true) throw new ChainUnavailableError('a node is still downloading blocks');
      return height;
    },
    submit: async (bytes) => await call('sendrawtransaction', [bytes, anyFee]),
    hashAt: async (height) => String(await call('getblockhash', [height])),
    block: async (hash) => {
      try {
        return parseBlock(String(await call('getblock', [hash, false])), hash, rules);
      } catch (error) {
        if (!(error instanceof MalformedDataError)) throw error;
        throw new ContradictionError(`a node contradicts the hash of a block: ${error.message}`);
      }
    },
  };
}
