import { randomBytes } from 'node:crypto';
import { add, compare, subtract, type Decimal } from '../../../../contract/money.ts';
import type { Network } from '../../../instruments/catalogue.ts';
import type { ReorganisationFate, ReplacementFate } from '../chainControls.ts';
import { ChainUnavailableError } from '../chainGateway.ts';
import type {
  EmbeddedBalanceKey,
  EmbeddedChainQueries,
  EmbeddedChainStore,
  EmbeddedNetwork,
  EmbeddedTransfer,
} from './embeddedChainStore.ts';
import { chainMode, type ChainMode } from './failureMode.ts';
import { heightAt, nextBlock } from './networkClock.ts';
import { lockOf } from './pay.ts';
import { transactionHash } from './transactionHash.ts';

/** What happens to transactions that are there already. Each works in one transaction of the database. */
export interface ChainFaults {
  setMode(network: Network, mode: ChainMode): Promise<void>;
  /** The newest `blocks` blocks leave the chain; how many transactions were in them. */
  reorganise(network: Network, blocks: number, fate: ReorganisationFate): Promise<number>;
  /** Transactions that wait for a block are replaced by others; how many. Ours are only ever replaced by themselves. */
  replaceWaiting(network: Network, fate: ReplacementFate): Promise<number>;
  /** Works again as it should, at its usual fees; all networks when none is named. */
  mend(networks: readonly Network[]): Promise<void>;
}

export function createChainFaults(store: EmbeddedChainStore, now: () => number): ChainFaults {
  async function within<Result>(
    network: Network,
    work: (chains: EmbeddedChainQueries, clock: EmbeddedNetwork) => Promise<Result>,
  ): Promise<Result> {
    return store.lock(lockOf(network), async (chains) => {
      const clock = await chains.findNetwork(network.slug);
      if (!clock) throw new ChainUnavailableError(`${network.slug} was never started`);
      return work(chains, clock);
    });
  }

  /** Whatever waits gets into the block that a transaction of now would get into: none where the network is stuck. */
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
        const left = await chains.listTransfersAbove(network.slug, height - blocks);
        const thrownOut = left.filter((transfer) => transfer.block_height <= height);
        const block_height = nextBlock(clock, at);
        // Newest first: what was paid on before it was taken back is taken back before.
        for (const transfer of thrownOut) {
          const isReorged = fate === 'vanish' && (await takeBack(chains, network, transfer));
          const isSpent = fate === 'doubleSpend' && (await spendInConflict(chains, network, transfer, block_height));
          if (!isReorged && !isSpent) await chains.replaceTransfer(transfer, { block_height });
        }
        return thrownOut.length;
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
        await store.setFeeFactor(1, network.slug);
      }
    },
  };
}

/**
 * The payment never was: the payee loses it, and of a payment of ours the treasury has amount and fee again. False when
 * the payee has spent it in blocks that stay.
 */
async function takeBack(chains: EmbeddedChainQueries, network: Network, transfer: EmbeddedTransfer): Promise<boolean> {
  const { instrument, amount } = transfer;
  if (!(await debit(chains, network, transfer.to_address, instrument, amount))) return false;
  if (transfer.idempotency_key !== null) {
    await credit(chains, network, transfer.from_address, instrument, amount);
    await credit(chains, network, transfer.from_address, network.nativeInstrument, transfer.fee);
  }
  return chains.deleteTransfer(transfer);
}

/** A customer pays himself with the coins that he had paid us with. Nobody but us has our keys, so ours stay. */
async function spendInConflict(
  chains: EmbeddedChainQueries,
  network: Network,
  transfer: EmbeddedTransfer,
  block_height: number,
): Promise<boolean> {
  if (transfer.idempotency_key !== null) return false;
  if (!(await debit(chains, network, transfer.to_address, transfer.instrument, transfer.amount))) return false;
  const tx_hash = newHash(network, transfer);
  const changes = { tx_hash, to_address: transfer.from_address, memo: null, block_height };
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
    throw new ChainUnavailableError('the balance moved meanwhile');
  }
}

function newHash(network: Network, transfer: EmbeddedTransfer): string {
  return transactionHash(network, new Uint8Array(randomBytes(32)), transfer.created_at);
}
