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
  /** The network asks for more than the limit: nothing leaves now */
  isAboveLimit: boolean;
}

/**
 * What one transfer costs, as customers are charged it: by no higher price of gas than this host pays itself, and of what the
 * nodes say the least, so that none of them alone can make it dear.
 */
export function createFeeEstimates({ nodes, treasury, maxFeePerGasGwei, now }: FeeEstimatesOptions) {
  const askOn = (node: PublicClient) => {
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
  const askAny = askOn(nodes.any);
  const askEach = new Map(nodes.each.map((node) => [node, askOn(node)]));

  return async (instrument: CatalogueInstrument): Promise<FeeEstimate> => {
    const { nodes: askable } = await nodes.atHead();
    const estimates = await nodes.answers(askable, (node) => (askEach.get(node) ?? askAny)(instrument));
    return estimates.reduce((least, one) => ({
      wei: one.wei < least.wei ? one.wei : least.wei,
      isAboveLimit: one.isAboveLimit && least.isAboveLimit,
    }));
  };
}
