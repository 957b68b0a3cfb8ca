import { randomBytes } from 'node:crypto';
import { add, compare, subtract, type Decimal } from '../../../../contract/money.ts';
import type { Database, Executor } from '../../../db/database.ts';
import { lockInTransaction } from '../../../db/lockInTransaction.ts';
import {
  findEmbeddedBalance,
  findEmbeddedNetwork,
  replaceEmbeddedBalance,
  setEmbeddedMode,
  type EmbeddedNetworkRow,
  type EmbeddedTransferRow,
} from '../../../db/repositories/embeddedChains.ts';
import {
  deleteEmbeddedTransfer,
  listEmbeddedTransfersAbove,
  moveEmbeddedTransfers,
  replaceEmbeddedTransfer,
  setEmbeddedFeeFactor,
} from '../../../db/repositories/embeddedFaults.ts';
import type { Network } from '../../../instruments/catalogue.ts';
import type { ReorganisationFate, ReplacementFate } from '../chainControls.ts';
import { ChainUnavailableError } from '../chainGateway.ts';
import { chainMode, type ChainMode } from './failureMode.ts';
import { heightAt, nextBlock } from './networkClock.ts';
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

export function createChainFaults(database: Database, now: () => number): ChainFaults {
  async function within<Result>(
    network: Network,
    work: (transaction: Executor, clock: EmbeddedNetworkRow) => Promise<Result>,
  ): Promise<Result> {
    return database.transaction().execute(async (transaction) => {
      // The lock of `pay`: balances are moved here too.
      await lockInTransaction(transaction, `embedded ${network.slug}`);
      const clock = await findEmbeddedNetwork(transaction, network.slug);
      if (!clock) throw new ChainUnavailableError(`${network.slug} was never started`);
      return work(transaction, clock);
    });
  }

  /** Whatever waits gets into the block that a transaction of now would get into: none where the network is stuck. */
  async function changeMode(network: Network, mode: ChainMode): Promise<void> {
    await within(network, async (transaction, clock) => {
      const at = now();
      await setEmbeddedMode(transaction, mode, network.slug);
      if (chainMode(clock.mode) !== 'stuck' && mode !== 'stuck') return;
      await moveEmbeddedTransfers(transaction, network.slug, heightAt(clock, at), nextBlock({ ...clock, mode }, at));
    });
  }

  return {
    setMode: changeMode,

    reorganise: (network, blocks, fate) =>
      within(network, async (transaction, clock) => {
        const at = now();
        const height = heightAt(clock, at);
        const left = await listEmbeddedTransfersAbove(transaction, network.slug, height - blocks);
        const thrownOut = left.filter((transfer) => transfer.block_height <= height);
        const block_height = nextBlock(clock, at);
        // Newest first: what was paid on before it was taken back is taken back before.
        for (const transfer of thrownOut) {
          const isReorged = fate === 'vanish' && (await takeBack(transaction, network, transfer));
          const isSpent = fate === 'doubleSpend' && (await spendInConflict(transaction, network, transfer, block_height));
          if (!isReorged && !isSpent) await replaceEmbeddedTransfer(transaction, transfer, { block_height });
        }
        return thrownOut.length;
      }),

    replaceWaiting: (network, fate) =>
      within(network, async (transaction, clock) => {
        const at = now();
        const block_height = nextBlock(clock, at);
        const waiting = await listEmbeddedTransfersAbove(transaction, network.slug, heightAt(clock, at));
        let count = 0;
        for (const transfer of waiting) {
          const isReplaced =
            fate === 'same'
              ? await replaceEmbeddedTransfer(transaction, transfer, { tx_hash: newHash(network, transfer), block_height })
              : await spendInConflict(transaction, network, transfer, block_height);
          if (isReplaced) count += 1;
        }
        return count;
      }),

    async mend(networks) {
      for (const network of networks) {
        await changeMode(network, 'up');
        await setEmbeddedFeeFactor(database, 1, network.slug);
      }
    },
  };
}

/**
 * The payment never was: the payee loses it, and of a payment of ours the treasury has amount and fee again. False when
 * the payee has spent it in blocks that stay.
 */
async function takeBack(transaction: Executor, network: Network, transfer: EmbeddedTransferRow): Promise<boolean> {
  const { instrument, amount } = transfer;
  if (!(await debit(transaction, network, transfer.to_address, instrument, amount))) return false;
  if (transfer.idempotency_key !== null) {
    await credit(transaction, network, transfer.from_address, instrument, amount);
    await credit(transaction, network, transfer.from_address, network.nativeInstrument, transfer.fee);
  }
  return deleteEmbeddedTransfer(transaction, transfer);
}

/** A customer pays himself with the coins that he had paid us with. Nobody but us has our keys, so ours stay. */
async function spendInConflict(
  transaction: Executor,
  network: Network,
  transfer: EmbeddedTransferRow,
  block_height: number,
): Promise<boolean> {
  if (transfer.idempotency_key !== null) return false;
  if (!(await debit(transaction, network, transfer.to_address, transfer.instrument, transfer.amount))) return false;
  const tx_hash = newHash(network, transfer);
  const changes = { tx_hash, to_address: transfer.from_address, memo: null, block_height };
  await credit(transaction, network, transfer.from_address, transfer.instrument, transfer.amount);
  return replaceEmbeddedTransfer(transaction, transfer, changes);
}

async function debit(
  transaction: Executor,
  network: Network,
  address: string,
  instrument: string,
  by: Decimal,
): Promise<boolean> {
  const before = await findEmbeddedBalance(transaction, network.slug, address, instrument);
  if (before === undefined || compare(before, by) < 0) return false;
  await write(transaction, { network: network.slug, address, instrument }, before, subtract(before, by));
  return true;
}

async function credit(transaction: Executor, network: Network, address: string, instrument: string, by: Decimal): Promise<void> {
  const before = await findEmbeddedBalance(transaction, network.slug, address, instrument);
  await write(transaction, { network: network.slug, address, instrument }, before, add(before ?? '0', by));
}

async function write(
  transaction: Executor,
  key: { network: string; address: string; instrument: string },
  before: Decimal | undefined,
  after: Decimal,
): Promise<void> {
  if (!(await replaceEmbeddedBalance(transaction, key, before, after))) {
    throw new ChainUnavailableError('the balance moved meanwhile');
  }
}

function newHash(network: Network, transfer: EmbeddedTransferRow): string {
  return transactionHash(network, new Uint8Array(randomBytes(32)), transfer.created_at);
}
