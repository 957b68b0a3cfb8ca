import { getAddress, isAddress, isHex, type Address, type Hash, type PublicClient } from 'viem';

/** A coin movement inside a transaction: one contract pays on to an address. Value in wei. */
export interface ValueCall {
  to: Address;
  value: bigint;
}

/**
 * What contracts passed on within each transaction of a block, in order, failed parts left out; a transaction's own
 * payment is not among it. Throws where the node does not trace.
 */
export async function valueCallsOfBlock(node: PublicClient, blockHash: Hash): Promise<ValueCall[][]> {
  const traces: unknown = await node.request<{ Method: string; Parameters: unknown[]; ReturnType: unknown }>({
    method: 'debug_traceBlockByHash',
    params: [blockHash, { tracer: 'callTracer' }],
  });
  if (!Array.isArray(traces)) throw new Error('the node answered with no list of traces');
  return traces.map((trace: unknown) => {
    const frame: unknown = isFrame(trace) && 'result' in trace ? trace.result : undefined;
    return isFrame(frame) && frame.error === undefined ? callsWithin(frame) : [];
  });
}

interface Frame {
  type?: unknown;
  to?: unknown;
  value?: unknown;
  error?: unknown;
  calls?: unknown;
}

function callsWithin(frame: Frame): ValueCall[] {
  const inner: unknown[] = Array.isArray(frame.calls) ? frame.calls : [];
  return inner.flatMap((call) => {
    if (!isFrame(call) || call.error !== undefined) return [];
    const own = valueOf(call);
    return own ? [own, ...callsWithin(call)] : callsWithin(call);
  });
}

/** DELEGATECALL and CALLCODE repeat their caller's value and move nothing. */
function valueOf({ type, to, value }: Frame): ValueCall | undefined {
  if (type === 'DELEGATECALL' || type === 'CALLCODE' || type === 'STATICCALL') return undefined;
  if (typeof to !== 'string' || !isAddress(to, { strict: false }) || !isHex(value) || BigInt(value) === 0n) return undefined;
  return { to: getAddress(to), value: BigInt(value) };
}

const isFrame = (value: unknown): value is Frame => typeof value === 'object' && value !== null;
