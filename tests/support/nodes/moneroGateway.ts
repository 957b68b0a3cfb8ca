import type { Database } from '../../../server/db/database.ts';
import { createMoneroStore } from '../../../server/db/repositories/networks/moneroStore.ts';
import { loadCatalogue } from '../../../server/instruments/loadCatalogue.ts';
import type { SendRequest } from '../../../server/ports/chain/chainGateway.ts';
import { createMoneroGateway, type MoneroGateway } from '../../../server/ports/chain/monero/moneroGateway.ts';
import { createMoneroKeys } from '../../../server/ports/chain/monero/moneroKeys.ts';
import type { MoneroNetworkSettings } from '../../../server/ports/chain/monero/moneroNetworkSettings.ts';
import { TREASURY_INDEX } from '../../../server/ports/chain/treasury.ts';
import { NOBODY } from './monero.ts';

export const MONERO = 'monero';
/** Fewer than on the real network, so that tests mine fewer blocks */
const FINAL_AFTER = 3;
/** The fees of a young chain are hundreds of times those of the real one. */
const MAX_FEE_XMR = '10';

const catalogue = loadCatalogue();
const keys = createMoneroKeys(new Uint8Array(64).fill(7), 'regtest');
export const MONERO_TREASURY = keys.addressAt(TREASURY_INDEX);

/** Returns a payment from the treasury to nobody. */
export const moneroPayment = (idempotencyKey: string, amount: string): SendRequest => ({
  idempotencyKey,
  instrumentSlug: 'xmr',
  fromIndex: TREASURY_INDEX,
  toAddress: NOBODY,
  memo: null,
  amount,
});

/** Opens the gateway of Monero's private chain. */
export function testMoneroGateway(
  database: Database,
  nodes: MoneroNetworkSettings['rpcUrls'],
  options: Partial<MoneroNetworkSettings> = {},
): MoneroGateway {
  return createMoneroGateway({
    configuration: {
      networkSlug: MONERO,
      chain: 'regtest',
      finalAfter: FINAL_AFTER,
      maxFeeXmr: MAX_FEE_XMR,
      rpcUrls: nodes,
      ...options,
    },
    catalogue,
    keys,
    store: createMoneroStore(database, MONERO, MONERO_TREASURY),
  });
}
