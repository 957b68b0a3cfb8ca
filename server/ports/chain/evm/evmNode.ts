import { BaseError, createPublicClient, fallback, http, type PublicClient, type Transport } from 'viem';
import { ChainUnavailableError } from '../chainGateway.ts';

const REQUEST_TIMEOUT_MS = 10_000;

export interface EvmNodesOptions {
  /** In order of preference. */
  rpcUrls: readonly string[];
  chainId: number;
  /** How many nodes must say the same before it is believed. */
  agreeing: number;
}

/** The nodes of a network, each of which must serve the expected chain before it is believed. */
export interface EvmNodes {
  /** Whichever answers, in order of preference: for what needs no second opinion. */
  any: PublicClient;
  each: readonly PublicClient[];
  /**
   * The newest block that as many nodes as must agree have, and the nodes that have it: one that lags is waited for.
   * Throws ChainUnavailableError when fewer answer.
   */
  atHead(): Promise<{ head: number; nodes: readonly PublicClient[] }>;
  /**
   * What those of `askable` say that answer: one that fails alone holds nobody up. Throws what one of them threw when fewer
   * answer than must agree.
   */
  answers<Answer>(askable: readonly PublicClient[], ask: (node: PublicClient) => Promise<Answer>): Promise<Answer[]>;
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
          `${heights.length} of ${each.length} nodes answer, ${agreeing} must: ${describeFailure(failure?.reason)}`,
        );
      }
      const isThere = (position: number): boolean => {
        const answer = answers[position];
        return answer?.status === 'fulfilled' && Number(answer.value) >= head;
      };
      return { head, nodes: each.filter((_node, position) => isThere(position)) };
    },
    async answers(askable, ask) {
      const asked = await Promise.allSettled(askable.map(ask));
      const told = asked.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
      const failure = asked.find((answer) => answer.status === 'rejected');
      if (failure && told.length < agreeing) throw failure.reason;
      return told;
    },
  };
}

/** A node of another chain would show deposits that are not there: it is asked for its chain before anything else. */
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

/** Every failure of a node as the port's own error. Addresses of nodes may hold keys, so they are cut out. */
export async function askNode<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof BaseError || !(error instanceof Error) || isPlain(error) ? toUnavailable(error) : error;
  }
}

/** Errors of our own classes pass; a bare Error or TypeError comes from the transport. */
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
