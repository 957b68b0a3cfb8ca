import type { PublicClient } from 'viem';
import { ChainRefusedError, ChainUnavailableError } from '../chainGateway.ts';
import type { EvmNodes } from './evmNode.ts';

/** What one gas costs now, in wei. */
export type GasPrice =
  | { kind: 'eip1559'; baseFee: bigint; tip: bigint }
  /** Networks without EIP-1559 */
  | { kind: 'legacy'; price: bigint };

/** What a transaction offers for one gas, in wei. */
export type GasOffer =
  { type: 'eip1559'; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint } | { type: 'legacy'; gasPrice: bigint };

/** A payment that waits longer than this offers more. */
export const RAISE_AFTER_MS = 120_000;

const GWEI = 1_000_000_000n;

export async function readGasPrice(node: PublicClient): Promise<GasPrice> {
  const block = await node.getBlock();
  if (block.baseFeePerGas === null) return { kind: 'legacy', price: await node.getGasPrice() };
  return { kind: 'eip1559', baseFee: block.baseFeePerGas, tip: await node.estimateMaxPriorityFeePerGas() };
}

/** What as many nodes say as must agree, or more, the cheapest first. */
async function readGasPrices(nodes: EvmNodes): Promise<GasPrice[]> {
  const { nodes: askable } = await nodes.atHead();
  const prices = await nodes.answers(askable, readGasPrice);
  return prices.toSorted((left, right) => (leastPrice(left) < leastPrice(right) ? -1 : 1));
}

/** What payments go by, as customers' fees do: so no node alone can make the network too dear for them, or dearer than it is. */
export async function readLeastGasPrice(nodes: EvmNodes): Promise<GasPrice> {
  const [least] = await readGasPrices(nodes);
  if (!least) throw new ChainUnavailableError('no node says what gas costs');
  return least;
}

/**
 * The highest price within the limit, undefined where none is: for a payment that waits, since the node that named the least
 * may have named too little.
 */
export async function readMostGasPrice(nodes: EvmNodes, limitGwei: number): Promise<GasPrice | undefined> {
  return (await readGasPrices(nodes)).findLast((price) => !isAbove(leastPrice(price), limitGwei));
}

/** What a gas is expected to cost, with a quarter of room for the next blocks. */
export function expectedPrice(price: GasPrice): bigint {
  return price.kind === 'legacy' ? price.price : (price.baseFee * 5n) / 4n + price.tip;
}

export function limitInWei(limitGwei: number): bigint {
  return BigInt(limitGwei) * GWEI;
}

/** Whether so many wei for one gas are more than the limit allows. */
export function isAbove(wei: bigint, limitGwei: number): boolean {
  return wei > limitInWei(limitGwei);
}

/** The least with which a transaction gets into the next block. */
export function leastPrice(price: GasPrice): bigint {
  return price.kind === 'legacy' ? price.price : price.baseFee + price.tip;
}

/**
 * Offers up to twice the base fee, so that a payment outlives a busy minute, but never more than the limit and never
 * more than `budget` wei for all of its gas (undefined: no such limit). Undefined when the budget is too small.
 * Throws ChainRefusedError while the network costs more than the limit: the payment waits, and its order says so.
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

/** What nodes ask of a transaction that replaces another: an eighth more, of everything. */
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

/** The most that one gas may cost, in wei. */
export function mostOf(offer: GasOffer): bigint {
  return offer.type === 'legacy' ? offer.gasPrice : offer.maxFeePerGas;
}

const raise = (wei: bigint): bigint => (wei * 9n) / 8n + 1n;
const largest = (left: bigint, right: bigint): bigint => (left > right ? left : right);
const smallest = (values: readonly (bigint | undefined)[]): bigint =>
  values.filter((value) => value !== undefined).reduce((least, value) => (value < least ? value : least));
