import { findDepositAddress } from '../../db/repositories/orders.ts';
import type { Network } from '../../instruments/catalogue.ts';
import { normaliseAddress, sameAddress } from '../../instruments/addresses/index.ts';
import type { ChainGateway } from '../../ports/chain/chainGateway.ts';
import type { PaymentContext } from '../paymentContext.ts';

/** A gateway's treasury address never changes, and deriving it is slow. */
const treasuries = new WeakMap<ChainGateway, Promise<string>>();

/**
 * Whether a valid address is the treasury's or any deposit address. One key has the same address on all networks of a
 * family, so the treasuries of the whole family count.
 */
export async function isOwnAddress(
  { database, catalogue, gateways }: Pick<PaymentContext, 'database' | 'catalogue' | 'gateways'>,
  network: Network,
  address: string,
): Promise<boolean> {
  if (await findDepositAddress(database, normaliseAddress(network, address))) return true;
  for (const gateway of gateways.values()) {
    const other = catalogue.networks.get(gateway.networkSlug);
    if (other?.family !== network.family) continue;
    if (sameAddress(other, await treasuryOf(gateway), network, address)) return true;
  }
  return false;
}

async function treasuryOf(gateway: ChainGateway): Promise<string> {
  const known = treasuries.get(gateway) ?? gateway.addressAt(gateway.treasury()).then(({ address }) => address);
  treasuries.set(gateway, known);
  // A failed query is repeated for the next address.
  known.catch(() => treasuries.delete(gateway));
  return await known;
}
