import type { BitcoinNode } from './bitcoinNodes.ts';
import type { SerialisationRules } from './coinParameters.ts';
import type { OwnScripts } from './ownScripts.ts';
import { MalformedDataError, parseTransaction, type RawTransaction } from './rawTransaction.ts';
import { RpcError } from '../nodeAnswers.ts';

/** An output that pays us in a transaction that waits to be mined. */
export interface WaitingCoin {
  txHash: string;
  output: number;
  keyIndex: number;
  units: bigint;
}

/** Transactions to read in one call. A node needs about a millisecond for each of them. */
const MAX_NEW = 2_000;
const BATCH = 200;

/**
 * Returns a function that lists what waits to be mined and pays us, as one node shows it. Nothing is confirmed by it, so the other nodes
 * need not agree. After a start, a full mempool is read over several calls.
 */
export function createMempoolWatch(
  scripts: OwnScripts,
  rules: SerialisationRules,
): (node: BitcoinNode) => Promise<WaitingCoin[]> {
  /** Hash → what pays us. Transactions that pay others are kept too, so that they are read once. */
  const seen = new Map<string, WaitingCoin[]>();

  const ownOutputs = ({ txHash, outputs }: RawTransaction): WaitingCoin[] =>
    outputs.flatMap(({ script, units }, output) => {
      const keyIndex = scripts.indexOf(script);
      return keyIndex === undefined || units === 0n ? [] : [{ txHash, output, keyIndex, units }];
    });

  async function read(node: BitcoinNode, hashes: readonly string[]): Promise<void> {
    const answers = await node.batch(hashes.map((hash) => ({ method: 'getrawtransaction', parameters: [hash] })));
    for (const [position, answer] of answers.entries()) {
      const hash = hashes[position] ?? '';
      // It was mined or replaced meanwhile.
      if (answer instanceof RpcError) continue;
      seen.set(hash, parsed(String(answer), hash));
    }
  }

  function parsed(bytes: string, hash: string): WaitingCoin[] {
    try {
      const transaction = parseTransaction(bytes, rules);
      return transaction.txHash === hash ? ownOutputs(transaction) : [];
    } catch (error) {
      // A payment inside Litecoin's extension blocks, which has no outputs that others see.
      if (error instanceof MalformedDataError) return [];
      throw error;
    }
  }

  return async (node) => {
    const answer = await node.call('getrawmempool');
    const waiting = new Set(Array.isArray(answer) ? answer.map(String) : []);
    for (const hash of seen.keys()) if (!waiting.has(hash)) seen.delete(hash);
    const unknown = [...waiting].filter((hash) => !seen.has(hash)).slice(0, MAX_NEW);
    for (let start = 0; start < unknown.length; start += BATCH) await read(node, unknown.slice(start, start + BATCH));
    return [...seen.values()].flat();
  };
}
