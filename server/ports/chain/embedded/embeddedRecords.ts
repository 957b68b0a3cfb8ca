import type { Network } from '../../../instruments/catalogue.ts';
import { ChainRefusedError, type TreasuryRecords } from '../chainGateway.ts';
import type { EmbeddedChainStore } from './embeddedChainStore.ts';
import { countSent } from './pay.ts';

const PAGE_SIZE = 50;

/** Returns what left the treasury of an embedded network. `treasury` returns its address in the network's own spelling. */
export function createEmbeddedRecords(
  store: EmbeddedChainStore,
  network: Network,
  treasury: () => Promise<string>,
): TreasuryRecords {
  return {
    count: async () => await countSent(store, network.slug, await treasury(), true),
    list: async (position) => {
      const transfers = await store.listTransfersFrom(network.slug, await treasury(), position, PAGE_SIZE);
      return transfers.map(({ nonce, tx_hash, instrument, to_address, memo, amount, fee }) => ({
        position: nonce ?? 0,
        txHash: tx_hash,
        transfers: [{ instrumentSlug: instrument, toAddress: to_address, memo, amount }],
        fee,
      }));
    },
    acknowledge: async (storage, mined) =>
      await store.within(storage).acknowledge({ network: network.slug, address: await treasury(), mined }),
    adopt: async ({ idempotencyKey }, { position }) => {
      const from_address = await treasury();
      return async (storage) => {
        const chains = store.within(storage);
        if (await chains.findTransferByKey(network.slug, idempotencyKey)) {
          throw new ChainRefusedError('the idempotency key belongs to another payment');
        }
        await chains.writeSend({ network: network.slug, idempotency_key: idempotencyKey, from_address, nonce: position });
      };
    },
  };
}
