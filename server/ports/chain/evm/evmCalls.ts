import {
  BaseError,
  encodeFunctionData,
  ExecutionRevertedError,
  InsufficientFundsError,
  isAddress,
  parseAbi,
  toEventSelector,
  type Address,
  type Hex,
  type PublicClient,
} from 'viem';
import { toBaseUnits, type Decimal } from '../../../../contract/money.ts';
import type { CatalogueInstrument } from '../../../instruments/catalogue.ts';
import { ChainRefusedError } from '../chainGateway.ts';
import { describeFailure } from './evmNode.ts';

export const ERC20 = parseAbi([
  'function transfer(address to, uint256 value) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
]);

/** Topic of the event that every ERC-20 transfer logs. The next topic is the payer. */
export const TRANSFER_TOPIC = toEventSelector('Transfer(address,address,uint256)');

/** A payment as a transaction: recipient, value in wei, call data. */
export interface EvmCall {
  to: Address;
  value: bigint;
  data: Hex;
}

/** Gas of a payment to an ordinary address. It is fixed, so it needs no margin. */
const PLAIN_GAS = 21_000n;

/** Returns the transaction of a payment. Amount in the instrument. Throws ChainRefusedError for an invalid address or amount. */
export function callFor(instrument: CatalogueInstrument, toAddress: string, amount: Decimal): EvmCall {
  if (!isAddress(toAddress)) throw new ChainRefusedError('not an address of an EVM network, or its checksum is wrong');
  const units = unitsOf(instrument, amount);
  if (units <= 0n) throw new ChainRefusedError('the amount must be more than zero');
  const contract = contractOf(instrument);
  if (contract === null) return { to: toAddress, value: units, data: '0x' };
  return {
    to: contract,
    value: 0n,
    data: encodeFunctionData({ abi: ERC20, functionName: 'transfer', args: [toAddress, units] }),
  };
}

export function contractOf(instrument: CatalogueInstrument): Address | null {
  const { contractAddress } = instrument;
  if (contractAddress === null) return null;
  // Token lists write addresses in lower case or with a checksum.
  const lowered = contractAddress.toLowerCase();
  if (!isAddress(lowered)) throw new ChainRefusedError(`${instrument.slug} has no valid contract address`);
  return lowered;
}

function unitsOf(instrument: CatalogueInstrument, amount: Decimal): bigint {
  try {
    return toBaseUnits(amount, instrument.decimals);
  } catch {
    throw new ChainRefusedError(`${amount} ${instrument.slug} is finer than the base unit`);
  }
}

/** Returns the gas to allow, with a margin. Throws as {@link measureGas}. */
export async function estimateGas(node: PublicClient, from: Address, call: EvmCall): Promise<bigint> {
  return withMargin(await measureGas(node, from, call));
}

/** Returns measured gas with a margin, because the next block may need more. */
export function withMargin(gas: bigint): bigint {
  return gas === PLAIN_GAS ? gas : (gas * 5n) / 4n;
}

/** Returns the gas that the call takes now. Throws ChainRefusedError when the call would fail, and other errors unchanged. */
export async function measureGas(node: PublicClient, from: Address, call: EvmCall): Promise<bigint> {
  try {
    return await node.estimateGas({ account: from, ...call });
  } catch (error) {
    if (wouldFail(error)) throw new ChainRefusedError(`the payment would fail: ${describeFailure(error)}`);
    throw error;
  }
}

function wouldFail(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false;
  return error.walk((cause) => cause instanceof ExecutionRevertedError || cause instanceof InsufficientFundsError) !== null;
}
