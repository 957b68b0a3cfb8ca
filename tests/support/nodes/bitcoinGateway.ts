import type { Database } from '../../../server/db/database.ts';
import { createBitcoinStore } from '../../../server/db/repositories/networks/bitcoinStore.ts';
import { loadCatalogue } from '../../../server/instruments/loadCatalogue.ts';
import type { SendRequest } from '../../../server/ports/chain/chainGateway.ts';
import {
  createBitcoinGateway,
  type BitcoinGateway,
  type BitcoinGatewayOptions,
} from '../../../server/ports/chain/bitcoin/bitcoinGateway.ts';
import { createBitcoinWallet } from '../../../server/ports/chain/bitcoin/keys/bitcoinWallet.ts';
import { COINS } from '../../../server/ports/chain/bitcoin/coinParameters.ts';
import { TREASURY_INDEX } from '../../../server/ports/chain/treasury.ts';
import { NOBODY } from './litecoin.ts';

export const LITECOIN = 'litecoin';
/** Fewer than on the real network, so that tests mine fewer blocks */
const FINAL_AFTER = 3;

const catalogue = loadCatalogue();
const wallet = createBitcoinWallet(new Uint8Array(64).fill(7), COINS.litecoin, 'regtest');
export const LITECOIN_TREASURY = wallet.addressAt(TREASURY_INDEX);

/** Returns a payment from the treasury to nobody. */
export const litecoinPayment = (idempotencyKey: string, amount: string): SendRequest => ({
  idempotencyKey,
  instrumentSlug: 'ltc',
  fromIndex: TREASURY_INDEX,
  toAddress: NOBODY,
  memo: null,
  amount,
});

/** Opens the gateway of Litecoin's private chain. */
export function testBitcoinGateway(
  database: Database,
  nodes: readonly { url: string }[],
  options: Partial<BitcoinGatewayOptions['configuration']> = {},
  more: Pick<BitcoinGatewayOptions, 'now'> = {},
): BitcoinGateway {
  return createBitcoinGateway({
    configuration: {
      networkSlug: LITECOIN,
      chain: 'regtest',
      finalAfter: FINAL_AFTER,
      rpcUrls: nodes.map(({ url }) => url),
      ...options,
    },
    catalogue,
    wallet,
    store: createBitcoinStore(database, LITECOIN, LITECOIN_TREASURY),
    ...more,
  });
}
