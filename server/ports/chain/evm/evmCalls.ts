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

/** What every token logs when it moved, with the payer as the next topic. */
export const TRANSFER_TOPIC = toEventSelector('Transfer(address,address,uint256)');

/** What a payment is on the chain: to whom, how much wei, which call. */
export interface EvmCall {
  to: Address;
  value: bigint;
  data: Hex;
}

/** Gas of a payment to an address that is no contract; known, so it needs no room. */
const PLAIN_GAS = 21_000n;

/** Amount in the instrument. Throws ChainRefusedError for an address or amount that the chain can't take. */
export function callFor(instrument: CatalogueInstrument, toAddress: string, amount: Decimal): EvmCall {
  if (!isAddress(toAddress)) throw new ChainRefusedError('not an address of an EVM network, or its checksum is wrong');
  const units = unitsOf(instrument, amount);
  if (units <= 0n) throw new ChainRefusedError('the amount must be more than nought');
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
  // Lists write contracts in lower case as often as with a checksum.
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

/** Gas to allow for. Throws ChainRefusedError when the call would fail; other failures pass as they are. */
export async function estimateGas(node: PublicClient, from: Address, call: EvmCall): Promise<bigint> {
  try {
    const gas = await node.estimateGas({ account: from, ...call });
    return gas === PLAIN_GAS ? gas : (gas * 5n) / 4n;
  } catch (error) {
    if (wouldFail(error)) throw new ChainRefusedError(`the payment would fail: ${describeFailure(error)}`);
    throw error;
  }
}

function wouldFail(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false;
  return error.walk((cause) => cause instanceof ExecutionRevertedError || cause instanceof InsufficientFundsError) !== null;
}
