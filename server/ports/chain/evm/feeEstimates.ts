import type { Address, PublicClient } from 'viem';
import type { CatalogueInstrument } from '../../../instruments/catalogue.ts';
import { expectedPrice, isAbove, leastPrice, limitInWei, readGasPrice } from './evmFees.ts';
import type { EvmNodes } from './evmNode.ts';
import { createGasEstimates } from './gasEstimates.ts';
import { createLayerOneFee } from './layerOneFee.ts';

export interface FeeEstimatesOptions {
  nodes: EvmNodes;
  treasury: Address;
  maxFeePerGasGwei: number;
  now: () => number;
}

export interface FeeEstimate {
  wei: bigint;
  /** The network's price exceeds the limit: payments wait. */
  isAboveLimit: boolean;
}

/**
 * Returns a function that estimates the fee of one transfer for customers: at a price per gas within the limit, which the host
 * pays itself, and the lowest that the nodes report, so that no single node can inflate it.
 */
export function createFeeEstimates({ nodes, treasury, maxFeePerGasGwei, now }: FeeEstimatesOptions) {
  const estimateOn = (node: PublicClient) => {
    const gasFor = createGasEstimates({ node, treasury, now });
    const layerOneFee = createLayerOneFee(node);
    return async (instrument: CatalogueInstrument): Promise<FeeEstimate> => {
      const gas = await gasFor(instrument);
      const price = await readGasPrice(node);
      const [expected, limit] = [expectedPrice(price), limitInWei(maxFeePerGasGwei)];
      const wei = gas * (expected < limit ? expected : limit) + (await layerOneFee());
      return { wei, isAboveLimit: isAbove(leastPrice(price), maxFeePerGasGwei) };
    };
  };
  const estimateAny = estimateOn(nodes.any);
  const estimateEach = new Map(nodes.each.map((node) => [node, estimateOn(node)]));

  return async (instrument: CatalogueInstrument): Promise<FeeEstimate> => {
    const { nodes: synced } = await nodes.atHead();
    const estimates = await nodes.answers(synced, (node) => (estimateEach.get(node) ?? estimateAny)(instrument));
    return estimates.reduce((least, one) => ({
      wei: one.wei < least.wei ? one.wei : least.wei,
      isAboveLimit: one.isAboveLimit && least.isAboveLimit,
    }));
  };
}
