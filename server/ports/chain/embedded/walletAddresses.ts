import { createOneAtATime } from '../../../common/oneAtATime.ts';
import { normaliseAddress } from '../../../instruments/addresses/index.ts';
import type { Network } from '../../../instruments/catalogue.ts';
import { TREASURY_INDEX } from '../treasury.ts';
import { deriveAddress } from './derivation.ts';
import type { EmbeddedChainStore } from './embeddedChainStore.ts';

/** A pooled network knows the wallet's addresses that many indexes in advance, as real wallets do. So few orders need a write. */
const LOOKAHEAD = 200;

/**
 * Returns a function that tells a pooled network that the address of an index belongs to the treasury's wallet, so that what is paid
 * there raises the treasury's balance. It must run before the address is shown to anybody.
 */
export function createWalletAddresses(
  store: EmbeddedChainStore,
  { seed, network }: { seed: string; network: Network },
): (index: number) => Promise<void> {
  let known = 0;
  const oneAtATime = createOneAtATime();
  const extend = async (index: number): Promise<void> => {
    if (index < known) return;
    known = await store.countWalletAddresses(network.slug);
    if (index < known) return;
    const addressAt = (position: number): string => normaliseAddress(network, deriveAddress(seed, network, position));
    const wallet = addressAt(TREASURY_INDEX);
    const end = index + LOOKAHEAD;
    await store.insertWalletAddresses(
      Array.from({ length: end - known }, (_, place) => known + place).map((position) => ({
        network: network.slug,
        address: addressAt(position),
        position,
        wallet,
      })),
    );
    known = end;
  };
  return async (index) => {
    if (index >= known) await oneAtATime(network.slug, () => extend(index));
  };
}
