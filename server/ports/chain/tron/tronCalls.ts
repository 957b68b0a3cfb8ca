import { toBaseUnits, type Decimal } from '../../../../contract/money.ts';
import type { CatalogueInstrument } from '../../../instruments/catalogue.ts';
import { ChainRefusedError, ChainUnavailableError } from '../chainGateway.ts';
import { addressToHex } from './tronAddresses.ts';
import type { TronNode } from './tronNode.ts';
import { transferData, wordOf, type TronCall } from './tronTransaction.ts';

/** `balanceOf(address)` */
const BALANCE_SELECTOR = '70a08231';

/** Returns the contract of a token in hex; null for TRX. */
export function contractOf({ contractAddress, slug }: CatalogueInstrument): string | null {
  if (contractAddress === null) return null;
  const contract = addressToHex(contractAddress);
  if (contract === undefined) throw new ChainRefusedError(`${slug} has no valid contract address`);
  return contract;
}

/** Returns what a payment calls. Amount in the instrument. Throws ChainRefusedError for an invalid address or amount. */
export function callFor(instrument: CatalogueInstrument, from: string, toAddress: string, amount: Decimal): TronCall {
  const to = addressToHex(toAddress);
  if (to === undefined) throw new ChainRefusedError('not a TRON address, or its checksum is wrong');
  const owner = hexOf(from);
  // The network refuses it, and no payment of ours goes back to its payer.
  if (to === owner) throw new ChainRefusedError('the payer can not be the recipient');
  const units = unitsOf(instrument, amount);
  if (units <= 0n) throw new ChainRefusedError('the amount must be more than zero');
  const contract = contractOf(instrument);
  return contract === null
    ? { type: 'transfer', owner, to, units }
    : { type: 'trigger', owner, contract, data: transferData(to, units) };
}

/** Returns the solid balance of an address in base units. */
export async function balanceOf(node: TronNode, owner: string, instrument: CatalogueInstrument): Promise<bigint> {
  const contract = contractOf(instrument);
  if (contract === null) return (await node.account(owner))?.balance ?? 0n;
  const answer = await node.simulate('walletsolidity', { owner, contract, data: `${BALANCE_SELECTOR}${wordOf(owner)}` });
  if ('failure' in answer)
    throw new ChainUnavailableError(`the contract of ${instrument.slug} does not tell a balance: ${answer.failure}`);
  return BigInt(`0x${answer.result}`);
}

/** Returns an address of our own in hex. */
export function hexOf(address: string): string {
  const hex = addressToHex(address);
  if (hex === undefined) throw new RangeError('not an address of ours');
  return hex;
}

function unitsOf(instrument: CatalogueInstrument, amount: Decimal): bigint {
  try {
    return toBaseUnits(amount, instrument.decimals);
  } catch {
    throw new ChainRefusedError(`${amount} ${instrument.slug} is finer than the base unit`);
  }
}
