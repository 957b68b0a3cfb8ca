import { BaseError, createPublicClient, fallback, http, type PublicClient, type Transport } from 'viem';
import { ChainUnavailableError } from '../chainGateway.ts';

const REQUEST_TIMEOUT_MS = 10_000;

export interface EvmNodeOptions {
  /** In order of preference; the next one is asked when one does not answer. */
  rpcUrls: readonly string[];
  chainId: number;
}

/** A client over one or more nodes, each of which must serve the expected chain before it is believed. */
export function createEvmNode({ rpcUrls, chainId }: EvmNodeOptions): PublicClient {
  const transports = rpcUrls.map((url) => ofChain(http(url, { timeout: REQUEST_TIMEOUT_MS, retryCount: 0 }), chainId));
  return createPublicClient({ transport: fallback(transports, { retryCount: 0 }), cacheTime: 0 });
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

export function toUnavailable(error: unknown): ChainUnavailableError {
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
