import { sum } from '../../../../contract/money.ts';
import type { AddressIndex } from '../../../common/addressIndex.ts';
import type { EmbeddedTransferTable } from '../../../db/tables/chain.ts';
import type { Network } from '../../../instruments/catalogue.ts';
import { ChainRefusedError, type MovedFrom, type TreasuryRecords } from '../chainGateway.ts';
import type { EmbeddedChainStore } from './embeddedChainStore.ts';
import { countSent } from './pay.ts';

/** More than a transaction may have. */
const PAGE_SIZE = 150;

/** Returns what left the treasury of an embedded network. Addresses are in the network's own spelling. */
export function createEmbeddedRecords(
  store: EmbeddedChainStore,
  network: Network,
  { treasury, addressAt }: { treasury: string; addressAt: (index: AddressIndex) => string },
): Required<TreasuryRecords> {
  return {
    count: async () => await countSent(store, network.slug, treasury, true),
    list: async (position) => {
      const transfers = await store.listTransfersFrom(network.slug, treasury, position, PAGE_SIZE);
      const transactions = [...Map.groupBy(transfers, ({ nonce }) => nonce ?? 0)].map(([nonce, paid]) => ({
        position: nonce,
        txHash: paid[0]?.tx_hash ?? '',
        ...movedBy(paid),
        isKnown: false,
      }));
      // The last one of a full page may have more transfers.
      return transfers.length < PAGE_SIZE ? transactions : transactions.slice(0, -1);
    },
    movedFrom: async (index, txHash) => {
      const from = addressAt(index);
      const paid = (await store.listTransfersOf(network.slug, txHash)).filter((one) => one.from_address === from);
      return paid.length === 0 ? null : movedBy(paid);
    },
    acknowledge: async (storage, mined) =>
      await store.within(storage).acknowledge({ network: network.slug, address: treasury, mined }),
    adopt: async ({ idempotencyKey }, { position }, place) =>
      await Promise.resolve(async (storage) => {
        const chains = store.within(storage);
        if (await chains.findTransferByKey(network.slug, idempotencyKey)) {
          throw new ChainRefusedError('the idempotency key belongs to another payment');
        }
        await chains.writeSend({
          network: network.slug,
          idempotency_key: idempotencyKey,
          from_address: treasury,
          nonce: position,
          output: place,
        });
      }),
  };
}

const movedBy = (paid: readonly EmbeddedTransferTable[]): MovedFrom => ({
  transfers: paid.map(({ instrument, to_address, memo, amount }) => ({
    instrumentSlug: instrument,
    toAddress: to_address,
    memo,
    amount,
  })),
  fee: sum(paid.map(({ fee }) => fee)),
});
