import type { Address } from 'viem';
import { amount, roundToDecimal, type Decimal } from '../../../../contract/money.ts';
import type { CatalogueInstrument } from '../../../instruments/catalogue.ts';
import { ChainRefusedError, ChainUnavailableError, type ChainGateway } from '../chainGateway.ts';
import { callFor, contractOf, measureGas, withMargin, type EvmCall } from './evmCalls.ts';
import type { EvmNodes } from './evmNode.ts';

/** A recipient may use this many times the usual gas: enough for contract wallets. */
export const MAX_GAS_FACTOR = '5';

/**
 * Returns the gas to allow for a payment: with a margin that ends at `limit`, or exactly what it takes. Throws ChainRefusedError when more nodes call the payment impossible than possible. So no
 * single node can delay a payment or, among three, make it fail in a block, which costs the fee.
 */
export async function agreedGas(
  nodes: EvmNodes,
  from: Address,
  call: EvmCall,
  { limit, isExact = false }: { limit: bigint; isExact?: boolean },
): Promise<bigint> {
  const { nodes: synced } = await nodes.atHead();
  const verdicts = await nodes.answers(synced, async (node) => {
    try {
      const gas = await measureGas(node, from, call);
      if (gas > limit) return new ChainRefusedError(`the recipient takes too much gas: ${gas}`);
      const allowed = isExact ? gas : withMargin(gas);
      return allowed > limit ? limit : allowed;
    } catch (error) {
      if (error instanceof ChainRefusedError) return error;
      throw error;
    }
  });
  const refusals = verdicts.filter((verdict) => verdict instanceof ChainRefusedError);
  const [refusal] = refusals;
  if (refusal && refusals.length * 2 > verdicts.length) throw refusal;
  // Too little gas fails in a block, and the balance of a swept address pays for little more than the gas it needs.
  return upperMedian(verdicts.filter((verdict) => typeof verdict === 'bigint'));
}

/** Returns the gas limit of a payment: `factor` times the usual gas, rounded down. */
export function gasLimit(usual: bigint, factor: Decimal): bigint {
  return BigInt(roundToDecimal(amount(String(usual)).times(amount(factor)), 0, 'down'));
}

/** Whether a payment of the coin runs code of its recipient: a contract, or an account that delegates to one (EIP-7702). */
export async function runsCode(nodes: EvmNodes, instrument: CatalogueInstrument, toAddress: Address): Promise<boolean> {
  if (contractOf(instrument) !== null) return false;
  const { nodes: synced } = await nodes.atHead();
  const codes = await nodes.answers(synced, (node) => node.getCode({ address: toAddress }));
  return codes.some((code) => code !== undefined && code !== '0x');
}

/** Returns the `gasFactor` of an EVM network. */
export function createGasFactor(options: {
  nodes: EvmNodes;
  treasury: Address;
  instrumentOf: (slug: string) => CatalogueInstrument;
  usualGas: (instrument: CatalogueInstrument) => Promise<bigint>;
}): NonNullable<ChainGateway['gasFactor']> {
  const { nodes, treasury, instrumentOf, usualGas } = options;
  return async (slug, toAddress, paid) => {
    const instrument = instrumentOf(slug);
    const call = callFor(instrument, toAddress, paid);
    if (!(await runsCode(nodes, instrument, call.to))) return '1';
    const usual = await usualGas(instrument);
    const limit = gasLimit(usual, MAX_GAS_FACTOR);
    try {
      const gas = await agreedGas(nodes, treasury, call, { limit });
      return gas <= usual ? '1' : roundToDecimal(amount(String(gas)).div(amount(String(usual))), 2, 'up');
    } catch (error) {
      if (!(error instanceof ChainRefusedError)) throw error;
      const { nodes: synced } = await nodes.atHead();
      const balances = await nodes.answers(synced, (node) => node.getBalance({ address: treasury }));
      // A treasury that lacks the amount says nothing about the address.
      if (balances.some((balance) => balance < call.value)) {
        throw new ChainUnavailableError('the treasury can not pay the amount that is estimated');
      }
      throw error;
    }
  };
}

/** Returns the middle one of three values, so that no single node decides, and the larger one of two. */
function upperMedian(values: readonly bigint[]): bigint {
  const sorted = values.toSorted((left, right) => (left < right ? -1 : 1));
  return sorted[Math.floor(sorted.length / 2)] ?? 0n;
}
