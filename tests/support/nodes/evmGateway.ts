import { TREASURY_INDEX } from '../../../server/ports/chain/treasury.ts';
import type { Address } from 'viem';
import type { Database } from '../../../server/db/database.ts';
import { createEvmSendStore } from '../../../server/db/repositories/evmSendStore.ts';
import { loadCatalogue } from '../../../server/instruments/loadCatalogue.ts';
import type { SendRequest } from '../../../server/ports/chain/chainGateway.ts';
import { createEvmGateway, type EvmConfiguration, type EvmGateway } from '../../../server/ports/chain/evm/evmGateway.ts';
import { createEvmWallet } from '../../../server/ports/chain/evm/evmWallet.ts';
import type { Anvil } from './anvil.ts';

/** The network of the development nodes: Ethereum, with its real token addresses. */
export const EVM_NETWORK = 'ethereum';
export const EVM_CHAIN_ID = 1;

const catalogue = loadCatalogue();

/** A wallet for tests, without real funds. */
export const testWallet = createEvmWallet(new Uint8Array(64).fill(7));
export const TREASURY = testWallet.addressAt(0);
/** A recipient that belongs to no order. */
export const STRANGER = testWallet.addressAt(500);

/** Returns a payment from the treasury to the stranger. */
export const payment = (idempotencyKey: string, amount: string, instrumentSlug = 'eth'): SendRequest => ({
  idempotencyKey,
  instrumentSlug,
  fromIndex: TREASURY_INDEX,
  toAddress: STRANGER,
  memo: null,
  amount,
});

export function testGateway(
  database: Database,
  anvil: Pick<Anvil, 'url'>,
  options: Pick<EvmConfiguration, 'maxFeePerGasGwei' | 'agreeingNodes' | 'collection'> & {
    networkSlug?: string;
    now?: () => number;
    more?: string[];
  } = {},
): EvmGateway {
  const { networkSlug = EVM_NETWORK, now, more = [], ...configuration } = options;
  return createEvmGateway({
    configuration: { ...configuration, networkSlug, rpcUrls: [anvil.url, ...more], staleAfterSeconds: null },
    catalogue,
    wallet: testWallet,
    sends: createEvmSendStore(database, EVM_NETWORK),
    ...(now && { now }),
  });
}

/** Returns the token's contract address of the catalogue. */
export function contractAddress(instrumentSlug: string): Address {
  const contract = catalogue.instruments.get(instrumentSlug)?.contractAddress;
  if (!contract?.startsWith('0x')) throw new Error(`${instrumentSlug} has no contract`);
  return contract as Address;
}

/** Installs each token of the catalogue, which nobody holds. Reconciliation reads the treasury's balance of all of them. */
export async function installTokens(anvil: Anvil): Promise<void> {
  for (const { slug, network, contractAddress: contract } of catalogue.instruments.values())
    if (network === EVM_NETWORK && contract !== null) await anvil.installToken(contractAddress(slug), []);
}
