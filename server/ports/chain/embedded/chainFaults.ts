import { randomBytes } from 'node:crypto';
import type { EmbeddedNetworkRow, EmbeddedTransferTable } from '../../../db/tables/chain.ts';
import { add, compare, subtract, type Decimal } from '../../../../contract/money.ts';
import type { Network } from '../../../instruments/catalogue.ts';
import type { ReorganisationFate, ReplacementFate } from '../chainControls.ts';
import { ChainUnavailableError } from '../chainGateway.ts';
import type { EmbeddedBalanceKey, EmbeddedChainQueries, EmbeddedChainStore } from './embeddedChainStore.ts';
import { chainMode, type ChainMode } from './failureMode.ts';
import { heightAt, nextBlock } from './networkClock.ts';
import { lockOf } from './pay.ts';
import { transactionHash } from './transactionHash.ts';

/** Faults that affect existing transactions. Each runs in one database transaction. */
export interface ChainFaults {
  setMode(network: Network, mode: ChainMode): Promise<void>;
  /** Removes the newest blocks. Returns how many transactions they included. */
  reorganise(network: Network, blocks: number, fate: ReorganisationFate): Promise<number>;
  /** Replaces the transactions in the mempool. Returns how many. Ours are only replaced by the same payment. */
  replaceWaiting(network: Network, fate: ReplacementFate): Promise<number>;
  /** Ends all faults of the networks, and restores their usual fees. */
  mend(networks: readonly Network[]): Promise<void>;
}

export function createChainFaults(store: EmbeddedChainStore, now: () => number): ChainFaults {
  async function within<Result>(
    network: Network,
    work: (chains: EmbeddedChainQueries, clock: EmbeddedNetworkRow) => Promise<Result>,
  ): Promise<Result> {
    return store.lock(lockOf(network), async (chains) => {
      const clock = await chains.findNetwork(network.slug);
      if (!clock) throw new ChainUnavailableError(`${network.slug} is not prepared`);
      return work(chains, clock);
    });
  }

  /** Moves the mempool to the block of a new transaction; to none while the network is stuck. */
  async function changeMode(network: Network, mode: ChainMode): Promise<void> {
    await within(network, async (chains, clock) => {
      const at = now();
      await chains.setMode(mode, network.slug);
      if (chainMode(clock.mode) !== 'stuck' && mode !== 'stuck') return;
      await chains.moveTransfers(network.slug, heightAt(clock, at), nextBlock({ ...clock, mode }, at));
    });
  }

  return {
    setMode: changeMode,

    reorganise: (network, blocks, fate) =>
      within(network, async (chains, clock) => {
        const at = now();
        const height = heightAt(clock, at);
        const recent = await chains.listTransfersAbove(network.slug, height - blocks);
        const reorged = recent.filter((transfer) => transfer.block_height <= height);
        const block_height = nextBlock(clock, at);
        // Newest first: a payment that spent a deposit is undone before the deposit.
        const transactions = Map.groupBy(reorged, ({ tx_hash }) => tx_hash);
        for (const [transfer, ...others] of transactions.values()) {
          if (!transfer) continue;
          // Several payments of ours can't be undone in part.
          const isSingle = others.length === 0;
          const isReorged = fate === 'vanish' && isSingle && (await undoTransfer(chains, network, transfer));
          const isSpent = fate === 'doubleSpend' && isSingle && (await spendInConflict(chains, network, transfer, block_height));
          if (!isReorged && !isSpent) await chains.replaceTransfer(transfer, { block_height });
        }
        return transactions.size;
      }),

    replaceWaiting: (network, fate) =>
      within(network, async (chains, clock) => {
        const at = now();
        const block_height = nextBlock(clock, at);
        const waiting = await chains.listTransfersAbove(network.slug, heightAt(clock, at));
        let count = 0;
        for (const transfer of waiting) {
          const isReplaced =
            fate === 'same'
              ? await chains.replaceTransfer(transfer, { tx_hash: newHash(network, transfer), block_height })
              : await spendInConflict(chains, network, transfer, block_height);
          if (isReplaced) count += 1;
        }
        return count;
      }),

    async mend(networks) {
      for (const network of networks) {
        await changeMode(network, 'up');
        await store.setFeeFactor('1', network.slug);
      }
    },
  };
}

/**
 * Removes a payment: the payee loses it. For a payment of ours, the treasury gets back amount and fee. Returns false when the
 * payee has spent it.
 */
async function undoTransfer(chains: EmbeddedChainQueries, network: Network, transfer: EmbeddedTransferTable): Promise<boolean> {
  const { instrument, amount } = transfer;
  if (!(await debit(chains, network, transfer.holder, instrument, amount))) return false;
  if (transfer.idempotency_key !== null) {
    await credit(chains, network, transfer.from_address, instrument, amount);
    await credit(chains, network, transfer.from_address, network.nativeInstrument, transfer.fee);
  }
  return chains.deleteTransfer(transfer);
}

/** Replaces a customer's payment by a payment to himself. Returns false for our own, because only we have the keys. */
async function spendInConflict(
  chains: EmbeddedChainQueries,
  network: Network,
  transfer: EmbeddedTransferTable,
  block_height: number,
): Promise<boolean> {
  if (transfer.idempotency_key !== null) return false;
  if (!(await debit(chains, network, transfer.holder, transfer.instrument, transfer.amount))) return false;
  const tx_hash = newHash(network, transfer);
  const changes = { tx_hash, to_address: transfer.from_address, holder: transfer.from_address, memo: null, block_height };
  await credit(chains, network, transfer.from_address, transfer.instrument, transfer.amount);
  return chains.replaceTransfer(transfer, changes);
}

async function debit(
  chains: EmbeddedChainQueries,
  network: Network,
  address: string,
  instrument: string,
  by: Decimal,
): Promise<boolean> {
  const before = await chains.findBalance(network.slug, address, instrument);
  if (before === undefined || compare(before, by) < 0) return false;
  await write(chains, { network: network.slug, address, instrument }, before, subtract(before, by));
  return true;
}

async function credit(
  chains: EmbeddedChainQueries,
  network: Network,
  address: string,
  instrument: string,
  by: Decimal,
): Promise<void> {
  const before = await chains.findBalance(network.slug, address, instrument);
  await write(chains, { network: network.slug, address, instrument }, before, add(before ?? '0', by));
}

async function write(
  chains: EmbeddedChainQueries,
  key: EmbeddedBalanceKey,
  before: Decimal | undefined,
  after: Decimal,
): Promise<void> {
  if (!(await chains.replaceBalance(key, before, after))) {
    throw new ChainUnavailableError('another payment changed the balance; try again');
  }
}

function newHash(network: Network, transfer: EmbeddedTransferTable): string {
  return transactionHash(network, new Uint8Array(randomBytes(32)), transfer.created_at);
}
