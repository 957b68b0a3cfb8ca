import { compare, subtract, type Decimal } from '../../../contract/money.ts';
import { addressIndex, type AddressIndex } from '../../common/addressIndex.ts';
import type { Network } from '../../instruments/catalogue.ts';
import type { ChainGateway } from './chainGateway.ts';

/** D35: the HD index that pays out. Only gateways use it: other code asks `ChainGateway.treasury`. */
export const TREASURY_INDEX = addressIndex(0);

/** Returns where deposits on a network arrive; for a network that is not connected, where its gateway would let them arrive. */
export function depositsAt(
  gateways: ReadonlyMap<string, Pick<ChainGateway, 'depositsAt'>>,
  network: Network,
): ChainGateway['depositsAt'] {
  return gateways.get(network.slug)?.depositsAt ?? usualDepositsAt(network);
}

/** On memo networks all orders share the treasury's address. */
export function usualDepositsAt({ memoName }: Pick<Network, 'memoName'>): ChainGateway['depositsAt'] {
  return memoName === null ? 'ADDRESS' : 'TREASURY';
}

/**
 * Returns the amount that one transfer can move from the address at `index`, in the instrument: its balance, less the network
 * fee when that is paid in the same instrument. '0' when nothing can be moved, or needs to be: on memo networks deposits arrive
 * at the treasury. A token also needs native coins at the address for the fee. Throws ChainUnavailableError.
 */
export async function sweepableAmount(gateway: ChainGateway, index: AddressIndex, instrumentSlug: string): Promise<Decimal> {
  const balance = await gateway.balance(index, instrumentSlug);
  const fee = await gateway.estimateFee(instrumentSlug);
  if (fee.instrumentSlug !== instrumentSlug) return balance;
  return compare(balance, fee.amount) > 0 ? subtract(balance, fee.amount) : '0';
}
