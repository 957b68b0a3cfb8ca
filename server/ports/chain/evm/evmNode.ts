import { BaseError, createPublicClient, fallback, http, type PublicClient, type Transport } from 'viem';
import { ChainUnavailableError } from '../chainGateway.ts';

const REQUEST_TIMEOUT_MS = 10_000;

export interface EvmNodesOptions {
  /** In order of preference. */
  rpcUrls: readonly string[];
  chainId: number;
  /** How many nodes must agree. */
  agreeing: number;
}

/** The nodes of a network. Each must serve the expected chain. */
export interface EvmNodes {
  /** The first node that answers, in order of preference: for reads that need no agreement. */
  any: PublicClient;
  each: readonly PublicClient[];
  /**
   * Returns the newest block that enough nodes have, and the nodes that have it. So the host waits for a lagging node.
   * Throws ChainUnavailableError when too few nodes answer.
   */
  atHead(): Promise<{ head: number; nodes: readonly PublicClient[] }>;
  /**
   * Returns the answers of those of `synced` that answer. Throws the error of one of them when fewer answer than must agree.
   */
  answers<Answer>(synced: readonly PublicClient[], ask: (node: PublicClient) => Promise<Answer>): Promise<Answer[]>;
}

export function createEvmNodes({ rpcUrls, chainId, agreeing }: EvmNodesOptions): EvmNodes {
  const transports = rpcUrls.map((url) => ofChain(http(url, { timeout: REQUEST_TIMEOUT_MS, retryCount: 0 }), chainId));
  const each = transports.map((transport) => createPublicClient({ transport, cacheTime: 0 }));
  const any = createPublicClient({ transport: fallback(transports, { retryCount: 0 }), cacheTime: 0 });
  return {
    any,
    each,
    async atHead() {
      if (agreeing <= 1) return { head: Number(await any.getBlockNumber()), nodes: [any] };
      const answers = await Promise.allSettled(each.map((node) => node.getBlockNumber()));
      const heights = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [Number(answer.value)] : []));
      const head = heights.toSorted((left, right) => right - left)[agreeing - 1];
      if (head === undefined) {
        const failure = answers.find((answer) => answer.status === 'rejected');
        throw new ChainUnavailableError(
          `${heights.length} of ${each.length} nodes answer, ${agreeing} are needed: ${describeFailure(failure?.reason)}`,
        );
      }
      const hasHead = (position: number): boolean => {
        const answer = answers[position];
        return answer?.status === 'fulfilled' && Number(answer.value) >= head;
      };
      return { head, nodes: each.filter((_node, position) => hasHead(position)) };
    },
    async answers(synced, ask) {
      const settled = await Promise.allSettled(synced.map(ask));
      const answered = settled.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
      const failure = settled.find((answer) => answer.status === 'rejected');
      if (failure && answered.length < agreeing) throw failure.reason;
      return answered;
    },
  };
}

/** Checks the chain id before the first request: a node of another chain would show deposits that don't exist. */
function ofChain(transport: Transport, chainId: number): Transport {
  return (parameters) => {
    const inner = transport(parameters);
    let isVerified = false;
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
  const text = error instanceof BaseError ? `${error.shortMessage} ${error.details}` : error.message;
  return text
    .replaceAll(/(?:https?|wss?):\/\/\S+/g, '[node]')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 300);
}
