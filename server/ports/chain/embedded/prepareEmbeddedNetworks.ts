import { amount, isPositive, roundToDecimal, type Decimal } from '../../../../contract/money.ts';
import type { EmbeddedBalanceTable } from '../../../db/tables/chain.ts';
import { normaliseAddress } from '../../../instruments/addresses/index.ts';
import type { CatalogueInstrument, Network } from '../../../instruments/catalogue.ts';
import { TREASURY_INDEX } from '../treasury.ts';
import { deriveAddress } from './derivation.ts';
import type { EmbeddedChainStore } from './embeddedChainStore.ts';
import { blockMilliseconds, genesisHeight, heightAt } from './networkClock.ts';
import type { UsdPrice } from './networkFee.ts';

export interface EmbeddedGenesis {
  networks: readonly { network: Network; instruments: ReadonlyMap<string, CatalogueInstrument> }[];
  seed: string;
  /** How many times faster than the real network. */
  speed: number;
  usdPrice: UsdPrice;
  /** Opening balance of the treasury in each instrument, in USD. */
  treasuryUsd: Decimal;
  now: number;
}

/**
 * Starts every network that has no state yet, and funds the treasury (D35). A changed speed applies from now on and changes no
 * height. An instrument without a price is funded at a later start.
 */
export async function prepareEmbeddedNetworks(store: EmbeddedChainStore, genesis: EmbeddedGenesis): Promise<void> {
  // Several processes may start at the same moment.
  await store.lock('embedded networks', async (chains) => {
    const known = new Map((await chains.listNetworks()).map((row) => [row.network, row]));
    for (const { network } of genesis.networks) {
      const block_ms = blockMilliseconds(network.blockSeconds, genesis.speed);
      const row = known.get(network.slug);
      if (!row) {
        const base_height = genesisHeight(network.slug);
        await chains.insertNetwork({ network: network.slug, base_height, base_at: genesis.now, block_ms, mode: 'up' });
      } else if (row.block_ms !== block_ms) {
        const base_height = heightAt(row, genesis.now);
        await chains.setClock(network.slug, { base_height, base_at: genesis.now, block_ms });
      }
    }
    await chains.openBalances(genesis.networks.flatMap(({ network, instruments }) => treasuryOf(network, instruments, genesis)));
  });
}

function treasuryOf(
  network: Network,
  instruments: ReadonlyMap<string, CatalogueInstrument>,
  { seed, usdPrice, treasuryUsd }: EmbeddedGenesis,
): EmbeddedBalanceTable[] {
  const address = normaliseAddress(network, deriveAddress(seed, network, TREASURY_INDEX));
  return [...instruments.values()].flatMap((instrument) => {
    const price = usdPrice(instrument.marketSymbol);
    if (price === undefined || !isPositive(price)) return [];
    const funds = roundToDecimal(amount(treasuryUsd).div(amount(price)), instrument.precisionDecimals, 'down');
    return [{ network: network.slug, address, instrument: instrument.slug, amount: funds }];
  });
}
