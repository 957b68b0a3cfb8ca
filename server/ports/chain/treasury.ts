import { addressIndex } from '../../common/addressIndex.ts';
import type { Network } from '../../instruments/catalogue.ts';
import { BooksBehindError, ChainUnavailableError, type ChainGateway, type TreasuryCount } from './chainGateway.ts';

/** D35: the HD index that pays out. Only gateways use it: other code asks `ChainGateway.treasury`. */
export const TREASURY_INDEX = addressIndex(0);

/** Returns where deposits on a network arrive; for a network that is not connected, where its gateway would let them arrive. */
export function depositsAt(
  gateways: ReadonlyMap<string, Pick<ChainGateway, 'depositsAt'>>,
  network: Network,
): ChainGateway['depositsAt'] {
  return gateways.get(network.slug)?.depositsAt ?? usualDepositsAt(network);
}

/** Families whose wallets hold coins: each deposit is a coin, and a payment spends some of them, at any address of the wallet. */
const POOLED_FAMILIES: ReadonlySet<string> = new Set([
  'bitcoin',
  'litecoin',
  'dogecoin',
  'dash',
  'bitcoincash',
  'zcash',
  'monero',
]);

/** Whether all deposit addresses of the network belong to the treasury's wallet. */
export const isPooled = ({ family }: Pick<Network, 'family'>): boolean => POOLED_FAMILIES.has(family);

/** Returns where deposits on a network arrive, by its family. */
export function usualDepositsAt(network: Pick<Network, 'memoName' | 'family'>): ChainGateway['depositsAt'] {
  return network.memoName !== null || isPooled(network) ? 'TREASURY' : 'ADDRESS';
}

/**
 * Checks that the books know every transaction that left a treasury (D73). Returns the position of the next one.
 *
 * @throws BooksBehindError when the network has mined more; ChainUnavailableError when one that the books don't know waits to be mined
 */
export function requireComplete({ mined, pending, known }: TreasuryCount): number {
  if (mined > known) throw new BooksBehindError(mined, known);
  if (pending > known) {
    throw new ChainUnavailableError('a transaction of the treasury that the books do not know waits to be mined');
  }
  return known;
}
