import type { PublicClient } from 'viem';
import type { CatalogueInstrument } from '../../../instruments/catalogue.ts';
import type { SendRequest } from '../chainGateway.ts';
import { TREASURY_INDEX } from '../treasury.ts';
import { callFor, measureGas } from './evmCalls.ts';
import { expectedPrice, isAbove, leastPrice, limitInWei, readGasPrice } from './evmFees.ts';
import type { EvmNodes } from './evmNode.ts';
import { createGasEstimates } from './gasEstimates.ts';
import type { EvmWallet } from './evmWallet.ts';
import { createLayerOneFee } from './layerOneFee.ts';

export interface FeeEstimatesOptions {
  nodes: EvmNodes;
  wallet: EvmWallet;
  maxFeePerGasGwei: number;
  now: () => number;
}

type Transfer = Pick<SendRequest, 'fromIndex' | 'toAddress' | 'amount'>;

export interface FeeEstimate {
  wei: bigint;
  /** The network's price exceeds the limit: payments wait. */
  isAboveLimit: boolean;
}

/**
 * Returns a function that estimates the fee of one transfer for customers: at a price per gas within the limit, which the host
 * pays itself, and the lowest that the nodes report, so that no single node can inflate it. With `transfer`, for the gas that this
 * transfer takes; throws ChainRefusedError when it would fail.
 */
export function createFeeEstimates({ nodes, wallet, maxFeePerGasGwei, now }: FeeEstimatesOptions) {
  const treasury = wallet.addressAt(TREASURY_INDEX);
  const gasOf = (node: PublicClient, instrument: CatalogueInstrument, { fromIndex, toAddress, amount }: Transfer) =>
    measureGas(node, wallet.addressAt(fromIndex), callFor(instrument, toAddress, amount));
  const estimateOn = (node: PublicClient) => {
    const gasFor = createGasEstimates({ node, treasury, now });
    const layerOneFee = createLayerOneFee(node);
    return async (instrument: CatalogueInstrument, transfer?: Transfer): Promise<FeeEstimate> => {
      const gas = transfer ? await gasOf(node, instrument, transfer) : await gasFor(instrument);
      const price = await readGasPrice(node);
      const [expected, limit] = [expectedPrice(price), limitInWei(maxFeePerGasGwei)];
      const wei = gas * (expected < limit ? expected : limit) + (await layerOneFee());
      return { wei, isAboveLimit: isAbove(leastPrice(price), maxFeePerGasGwei) };
    };
  };
  const estimateAny = estimateOn(nodes.any);
  const estimateEach = new Map(nodes.each.map((node) => [node, estimateOn(node)]));

  return async (instrument: CatalogueInstrument, transfer?: Transfer): Promise<FeeEstimate> => {
    const { nodes: synced } = await nodes.atHead();
    const estimates = await nodes.answers(synced, (node) => (estimateEach.get(node) ?? estimateAny)(instrument, transfer));
    return estimates.reduce((least, one) => ({
      wei: one.wei < least.wei ? one.wei : least.wei,
      isAboveLimit: one.isAboveLimit && least.isAboveLimit,
    }));
  };
}
