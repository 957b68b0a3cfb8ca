import type { PublicClient } from 'viem';
import { ChainRefusedError, ChainUnavailableError } from '../chainGateway.ts';
import type { EvmNodes } from './evmNode.ts';

/** Current price per gas, in wei. */
export type GasPrice =
  | { kind: 'eip1559'; baseFee: bigint; tip: bigint }
  /** Networks without EIP-1559 */
  | { kind: 'legacy'; price: bigint };

/** Price per gas that a transaction offers, in wei. */
export type GasOffer =
  | { type: 'eip1559'; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }
  | { type: 'legacy'; gasPrice: bigint };

/** The fee of a payment that waits longer than this is bumped. */
export const RAISE_AFTER_MS = 120_000;

const GWEI = 1_000_000_000n;

export async function readGasPrice(node: PublicClient): Promise<GasPrice> {
  const block = await node.getBlock();
  if (block.baseFeePerGas === null) return { kind: 'legacy', price: await node.getGasPrice() };
  return { kind: 'eip1559', baseFee: block.baseFeePerGas, tip: await node.estimateMaxPriorityFeePerGas() };
}

/** Returns the prices of at least as many nodes as must agree, cheapest first. */
async function readGasPrices(nodes: EvmNodes): Promise<GasPrice[]> {
  const { nodes: synced } = await nodes.atHead();
  const prices = await nodes.answers(synced, readGasPrice);
  return prices.toSorted((left, right) => (leastPrice(left) < leastPrice(right) ? -1 : 1));
}

/** Returns the lowest price that the nodes report. Payments and customers' fees use it, so that no single node can inflate them. */
export async function readLeastGasPrice(nodes: EvmNodes): Promise<GasPrice> {
  const [least] = await readGasPrices(nodes);
  if (!least) throw new ChainUnavailableError('no node reports the price of gas');
  return least;
}

/**
 * Returns the highest reported price within the limit; undefined when there is none. For a payment that waits: the lowest
 * reported price may have been too low.
 */
export async function readMostGasPrice(nodes: EvmNodes, limitGwei: number): Promise<GasPrice | undefined> {
  return (await readGasPrices(nodes)).findLast((price) => !isAbove(leastPrice(price), limitGwei));
}

/** Returns the expected price per gas, with a margin of a quarter for the next blocks. */
export function expectedPrice(price: GasPrice): bigint {
  return price.kind === 'legacy' ? price.price : (price.baseFee * 5n) / 4n + price.tip;
}

export function limitInWei(limitGwei: number): bigint {
  return BigInt(limitGwei) * GWEI;
}

/** Returns whether a price per gas in wei exceeds the limit. */
export function isAbove(wei: bigint, limitGwei: number): boolean {
  return wei > limitInWei(limitGwei);
}

/** Returns the lowest price with which a transaction is mined in the next block. */
export function leastPrice(price: GasPrice): bigint {
  return price.kind === 'legacy' ? price.price : price.baseFee + price.tip;
}

/**
 * Returns an offer of up to twice the base fee, so that a payment survives a busy minute. It never exceeds the limit, nor
 * `budget` wei for all of its gas (undefined: unlimited). Undefined when the budget is too small. Throws ChainRefusedError
 * while the network's price exceeds the limit: the payment waits, and its order shows it.
 */
export function offerFor(price: GasPrice, gas: bigint, budget: bigint | undefined, limitGwei: number): GasOffer | undefined {
  const least = leastPrice(price);
  if (isAbove(least, limitGwei)) throw new ChainRefusedError(`gas costs more than the limit of ${limitGwei} gwei`);
  const generous = price.kind === 'legacy' ? (price.price * 5n) / 4n : price.baseFee * 2n + price.tip;
  const offer = smallest([generous, limitInWei(limitGwei), budget === undefined ? undefined : budget / gas]);
  if (offer < least) return undefined;
  if (price.kind === 'legacy') return { type: 'legacy', gasPrice: offer };
  return { type: 'eip1559', maxFeePerGas: offer, maxPriorityFeePerGas: price.tip };
}

/**
 * Returns an offer of exactly `wei` per gas, whatever the base fee; undefined when the network asks for more. Throws as
 * {@link offerFor}.
 */
export function exactOffer(price: GasPrice, wei: bigint, limitGwei: number): GasOffer | undefined {
  const least = leastPrice(price);
  if (isAbove(least, limitGwei)) throw new ChainRefusedError(`gas costs more than the limit of ${limitGwei} gwei`);
  if (wei < least) return undefined;
  return price.kind === 'legacy'
    ? { type: 'legacy', gasPrice: wei }
    : { type: 'eip1559', maxFeePerGas: wei, maxPriorityFeePerGas: wei };
}

/** Returns an offer that nodes accept as a replacement: fee and tip an eighth higher. */
export function raisedOffer(offer: GasOffer, floor: GasOffer): GasOffer {
  if (offer.type === 'legacy' || floor.type === 'legacy') {
    return { type: 'legacy', gasPrice: largest(mostOf(offer), raise(mostOf(floor))) };
  }
  return {
    type: 'eip1559',
    maxFeePerGas: largest(offer.maxFeePerGas, raise(floor.maxFeePerGas)),
    maxPriorityFeePerGas: largest(offer.maxPriorityFeePerGas, raise(floor.maxPriorityFeePerGas)),
  };
}

/** Returns the highest price per gas that the offer allows, in wei. */
export function mostOf(offer: GasOffer): bigint {
  return offer.type === 'legacy' ? offer.gasPrice : offer.maxFeePerGas;
}

const raise = (wei: bigint): bigint => (wei * 9n) / 8n + 1n;
const largest = (left: bigint, right: bigint): bigint => (left > right ? left : right);
const smallest = (values: readonly (bigint | undefined)[]): bigint =>
  values.filter((value) => value !== undefined).reduce((least, value) => (value < least ? value : least));
