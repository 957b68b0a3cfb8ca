import { toBaseUnits } from '../../../../contract/money.ts';
import { ChainUnavailableError } from '../chainGateway.ts';
import type { BitcoinNode, BitcoinNodes } from './bitcoinNodes.ts';
import type { CoinParameters } from './coinParameters.ts';
import { fieldOf } from '../nodeAnswers.ts';

/** The network's price per virtual byte, in base units. */
export interface FeeRate {
  /** At most the limit */
  rate: bigint;
  /** The network asks for more than the limit: payments wait. */
  isAboveLimit: boolean;
}

export interface FeeRateOptions {
  nodes: BitcoinNodes;
  parameters: Pick<CoinParameters, 'usualRate' | 'leastRate' | 'feeCall'>;
  /** Highest price per virtual byte that the host pays */
  highestRate: bigint;
  decimals: number;
}

/** A payment should be mined within so many blocks. */
export const TARGET_BLOCKS = 6;
const BYTES_PER_KILOBYTE = 1_000n;

/** Returns a function that reads the lowest price that the nodes report, so that no single node can inflate it. */
export function createFeeRates({ nodes, parameters, highestRate, decimals }: FeeRateOptions): () => Promise<FeeRate> {
  /** Converts coins per kilobyte, rounding up. */
  function perByte(coins: unknown): bigint {
    if (typeof coins !== 'string') throw new ChainUnavailableError('a node reports no price');
    const units = toBaseUnits(coins, decimals);
    return (units + BYTES_PER_KILOBYTE - 1n) / BYTES_PER_KILOBYTE;
  }

  async function estimateOn(node: BitcoinNode): Promise<unknown> {
    if (parameters.feeCall === 'estimatefee') return await node.call('estimatefee');
    return fieldOf(await node.call('estimatesmartfee', [TARGET_BLOCKS]), 'feerate');
  }

  async function rateOn(node: BitcoinNode): Promise<bigint> {
    const estimate = await estimateOn(node);
    // A node that has seen too few transactions estimates nothing, or -1.
    const isKnown = estimate !== undefined && estimate !== '-1';
    const wanted = isKnown ? perByte(estimate) : parameters.usualRate;
    const least = perByte(fieldOf(await node.call('getmempoolinfo'), 'mempoolminfee'));
    return [wanted, least, parameters.leastRate].reduce((highest, one) => (one > highest ? one : highest));
  }

  return async () => {
    const { nodes: synced } = await nodes.atHead();
    const rates = await nodes.answers(synced, rateOn);
    const lowest = rates.reduce((least, one) => (one < least ? one : least));
    return lowest > highestRate ? { rate: highestRate, isAboveLimit: true } : { rate: lowest, isAboveLimit: false };
  };
}
