import { ApiError } from '../../../../contract/errors.ts';
import { amount, toDecimal } from '../../../../contract/money.ts';
import type { EmbeddedNetworkRow, EmbeddedTransferTable } from '../../../db/tables/chain.ts';
import { splitAddress, validateAddress, validateMemo } from '../../../instruments/addresses/index.ts';
import type { Catalogue, CatalogueInstrument, Network } from '../../../instruments/catalogue.ts';
import type { ChainControls, SandboxPayment, SandboxTransfer } from '../chainControls.ts';
import { ChainRefusedError, ChainUnavailableError } from '../chainGateway.ts';
import { createChainFaults } from './chainFaults.ts';
import { deriveAddress } from './derivation.ts';
import type { EmbeddedChainStore } from './embeddedChainStore.ts';
import { asNetworkIn, chainMode } from './failureMode.ts';
import { confirmationsAt, heightAt } from './networkClock.ts';
import { networkFeeAt, type UsdPrice } from './networkFee.ts';
import { lockOf, pay } from './pay.ts';

export interface EmbeddedControlsOptions {
  store: EmbeddedChainStore;
  catalogue: Catalogue;
  /** Slugs of the networks that are embedded. */
  networkSlugs: ReadonlySet<string>;
  seed: string;
  usdPrice: UsdPrice;
  now: () => number;
  slowMs: number;
}

/** Creates the sandbox's controls of the embedded networks. */
export function createEmbeddedControls(options: EmbeddedControlsOptions): ChainControls {
  const { store, catalogue, networkSlugs, seed, usdPrice, now } = options;
  const faults = createChainFaults(store, now);

  async function embeddedNetwork(slug: string): Promise<{ network: Network; row: EmbeddedNetworkRow }> {
    const network = catalogue.networks.get(slug);
    const row = network && networkSlugs.has(slug) ? await store.findNetwork(slug) : undefined;
    if (!network || !row) throw new ApiError('ERR_NETWORK_NOT_SUPPORTED', `"${slug.slice(0, 40)}" is not an embedded network.`);
    return { network, row };
  }
  function nativeOf(network: Network): CatalogueInstrument {
    const native = catalogue.instruments.get(network.nativeInstrument);
    if (!native) throw new ApiError('ERR_INTERNAL_SERVER_ERROR', `${network.slug} has no native instrument.`);
    return native;
  }
  function present(transfer: EmbeddedTransferTable, clock: EmbeddedNetworkRow | undefined): SandboxTransfer {
    return {
      networkSlug: transfer.network,
      txHash: transfer.tx_hash,
      instrumentSlug: transfer.instrument,
      fromAddress: transfer.from_address,
      toAddress: transfer.to_address,
      memo: transfer.memo,
      amount: transfer.amount,
      fee: transfer.fee,
      feeInstrumentSlug: catalogue.networks.get(transfer.network)?.nativeInstrument ?? transfer.instrument,
      confirmations: clock ? confirmationsAt(transfer.block_height, heightAt(clock, now())) : 0,
      sentAt: transfer.created_at,
    };
  }

  return {
    async send(payment) {
      const instrument = catalogue.instruments.get(payment.instrumentSlug);
      if (!instrument) throw new ApiError('ERR_NOT_FOUND', 'There is no such instrument.');
      const { network, row } = await embeddedNetwork(instrument.network);
      assertDestination(network, instrument, payment);
      const destination = splitAddress(network, payment.toAddress);
      const clock = { network, native: nativeOf(network), clock: row, now };
      const [transfer] = await asApiError(() =>
        asNetworkIn(chainMode(row.mode), options.slowMs, 'pay', () =>
          store.lock(lockOf(network), (chains) =>
            pay(chains, clock, {
              payees: [
                {
                  idempotencyKey: null,
                  instrument,
                  toAddress: destination.address,
                  memo: payment.memo ?? destination.memo,
                  amount: payment.amount,
                },
              ],
              isTreasury: false,
              fromAddress: deriveAddress(seed, network, 'faucet'),
              isInexhaustible: true,
              estimatedFee: networkFeeAt(network, clock.native, usdPrice, now(), row.fee_factor),
            }),
          ),
        ),
      );
      if (!transfer) throw new ApiError('ERR_INTERNAL_SERVER_ERROR', 'The network paid nothing.');
      return present(transfer, row);
    },

    async mine(networkSlug, blocks) {
      await embeddedNetwork(networkSlug);
      await store.advance(networkSlug, blocks);
      const { row } = await embeddedNetwork(networkSlug);
      return { height: heightAt(row, now()) };
    },

    async breakNetwork(networkSlug, mode) {
      const { network } = await embeddedNetwork(networkSlug);
      await faults.setMode(network, mode);
    },

    async reorganise(networkSlug, blocks, fate) {
      const { network } = await embeddedNetwork(networkSlug);
      return { transactions: await asApiError(() => faults.reorganise(network, blocks, fate)) };
    },

    async replaceWaiting(networkSlug, fate) {
      const { network } = await embeddedNetwork(networkSlug);
      return { transactions: await asApiError(() => faults.replaceWaiting(network, fate)) };
    },

    async setFeeFactor(networkSlug, factor) {
      await embeddedNetwork(networkSlug);
      await store.setFeeFactor(toDecimal(amount(factor)), networkSlug);
    },

    async mend(networkSlug) {
      const rows = networkSlug === undefined ? await store.listNetworks() : [(await embeddedNetwork(networkSlug)).row];
      const broken = rows.filter((row) => networkSlugs.has(row.network) && (row.mode !== 'up' || row.fee_factor !== '1'));
      await faults.mend(broken.flatMap((row) => catalogue.networks.get(row.network) ?? []));
    },

    async networks() {
      const rows = (await store.listNetworks()).filter((row) => networkSlugs.has(row.network));
      return Promise.all(
        rows.map(async (row) => {
          const { network } = await embeddedNetwork(row.network);
          const height = heightAt(row, now());
          return {
            slug: row.network,
            friendlyTitle: network.friendlyTitle,
            nativeInstrument: network.nativeInstrument,
            height,
            blockSeconds: row.block_ms / 1_000,
            pending: await store.countUnconfirmed(row.network, height),
            mode: chainMode(row.mode),
            feeFactor: row.fee_factor,
          };
        }),
      );
    },

    async recentTransfers(limit) {
      const clocks = new Map((await store.listNetworks()).map((row) => [row.network, row]));
      const rows = await store.listRecentTransfers(limit);
      return rows.map((transfer) => present(transfer, clocks.get(transfer.network)));
    },
  };
}

function assertDestination(network: Network, instrument: CatalogueInstrument, { toAddress, memo }: SandboxPayment): void {
  const address = validateAddress(network, instrument, toAddress);
  if (!address.valid) {
    throw new ApiError('ERR_VALIDATION', `This is not an address of ${network.friendlyTitle}.`, {
      field: 'toAddress',
      code: address.code ?? 'address_incorrect',
    });
  }
  if (memo !== null && !validateMemo(network, memo)) {
    throw new ApiError('ERR_VALIDATION', `${network.friendlyTitle} takes no such memo.`, { field: 'memo' });
  }
}

/** Turns the errors of a network into errors of the API. */
async function asApiError<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ChainRefusedError) throw new ApiError('ERR_VALIDATION', `The network refuses: ${error.message}.`);
    if (error instanceof ChainUnavailableError) throw new ApiError('ERR_SERVICE_UNAVAILABLE', `No payment: ${error.message}.`);
    throw error;
  }
}
