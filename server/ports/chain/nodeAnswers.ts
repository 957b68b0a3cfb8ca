import { ownValue } from '../../../contract/tables/ownValue.ts';
import { ChainUnavailableError } from './chainGateway.ts';

/** Returns a field of an answer; undefined when it has none. */
export function fieldOf(answer: unknown, name: string): unknown {
  return typeof answer === 'object' && answer !== null ? ownValue(answer as Record<string, unknown>, name) : undefined;
}

/** Parses an answer with its numbers as their source text: a JavaScript number would lose digits of an amount. */
export function parseNumbersAsText(text: string): unknown {
  return JSON.parse(text, (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? context?.source : value,
  );
}

/** Throws ChainUnavailableError. The cause may contain the node's address and is left out. */
export function unreachable(error: unknown): never {
  const isLate = error instanceof Error && error.name === 'TimeoutError';
  throw new ChainUnavailableError(isLate ? 'the node does not answer in time' : 'the node can not be reached');
}

/** A node's own error answer to a JSON-RPC call. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Returns the result of a JSON-RPC answer, null where it has none, or its error. */
export function resultOf(answer: unknown): unknown {
  const error = fieldOf(answer, 'error');
  if (error === null || error === undefined) return fieldOf(answer, 'result') ?? null;
  return new RpcError(Number(fieldOf(error, 'code')), String(fieldOf(error, 'message')));
}

/** Turns every failure of a node with a JSON-RPC interface into the port's own error. */
export async function askRpcNode<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof RpcError ? new ChainUnavailableError(describeRpcFailure(error)) : error;
  }
}

/** Returns an error in words. Messages of the clients contain no addresses. */
export function describeRpcFailure(error: unknown): string {
  return error instanceof Error ? error.message.replaceAll(/\s+/g, ' ').slice(0, 300) : 'the node failed';
}
