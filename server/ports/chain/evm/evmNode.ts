import { BaseError, createPublicClient, fallback, http, type PublicClient, type Transport } from 'viem';
import { ChainUnavailableError } from '../chainGateway.ts';
import { createNodeQuorum, nodeNames, type NodeQuorum } from '../nodeQuorum.ts';
import type { AskedNode } from '../nodeStates.ts';

const REQUEST_TIMEOUT_MS = 10_000;

export interface EvmNodesOptions {
  /** In order of preference. */
  rpcUrls: readonly string[];
  chainId: number;
  /** How many nodes must agree. */
  agreeing: number;
}

/** The nodes of a network. Each must serve the expected chain. */
export interface EvmNodes extends NodeQuorum<PublicClient> {
  /** The first node that answers, in order of preference: for reads that need no agreement. */
  any: PublicClient;
  each: readonly PublicClient[];
  /** For operators. */
  asked: readonly AskedNode[];
}

export function createEvmNodes({ rpcUrls, chainId, agreeing }: EvmNodesOptions): EvmNodes {
  const transports = rpcUrls.map((url) => ofChain(http(url, { timeout: REQUEST_TIMEOUT_MS, retryCount: 0 }), chainId));
  const each = transports.map((transport) => createPublicClient({ transport, cacheTime: 0 }));
  const any = createPublicClient({ transport: fallback(transports, { retryCount: 0 }), cacheTime: 0 });
  const quorum = createNodeQuorum({
    each,
    agreeing,
    heightOf: async (node) => Number(await node.getBlockNumber()),
    describe: describeFailure,
  });
  return {
    any,
    each,
    asked: askedNodes(rpcUrls, each),
    // Where one node is enough, any that answers will do.
    atHead: agreeing <= 1 ? async () => ({ head: Number(await any.getBlockNumber()), nodes: [any] }) : quorum.atHead,
    answers: quorum.answers,
  };
}

function askedNodes(urls: readonly string[], nodes: readonly PublicClient[]): AskedNode[] {
  const names = nodeNames(urls);
  return nodes.map((node, position) => ({
    name: names[position] ?? '',
    height: async () => Number(await node.getBlockNumber()),
    hashAt: async (height) => (await node.getBlock({ blockNumber: BigInt(height) })).hash,
  }));
}

/** Checks the chain id before the first request: a node of another chain would show deposits that don't exist. */
function ofChain(transport: Transport, chainId: number): Transport {
  // viem calls the function below again for each request of a `fallback`.
  let isVerified = false;
  return (parameters) => {
    const inner = transport(parameters);
    const request: typeof inner.request = async (argument, options) => {
      if (!isVerified) {
        const answer: unknown = await inner.request({ method: 'eth_chainId' });
        if (Number(answer) !== chainId) throw new Error(`a node serves chain ${Number(answer)} instead of ${chainId}`);
        isVerified = true;
      }
      return inner.request(argument, options);
    };
    return { ...inner, request };
  };
}

/** Turns every failure of a node into the port's own error. Removes node URLs, which may contain access keys. */
export async function askNode<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof BaseError || !(error instanceof Error) || isPlain(error) ? toUnavailable(error) : error;
  }
}

/** A plain Error or TypeError comes from the transport. Errors of our own classes are kept. */
function isPlain(error: Error): boolean {
  return error.name === 'Error' || error.name === 'TypeError';
}

function toUnavailable(error: unknown): ChainUnavailableError {
  return new ChainUnavailableError(describeFailure(error));
}

export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'the node failed';
  // viem leaves the details out when no other error caused this one.
  const text = error instanceof BaseError ? [error.shortMessage, error.details].filter(Boolean).join(' ') : error.message;
  return text
    .replaceAll(/(?:https?|wss?):\/\/\S+/g, '[node]')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 300);
}
