import { fromBaseUnits } from '../../../../contract/money.ts';
import type { MoneroCoinRow } from '../../../db/tables/monero.ts';
import { agreedTransfers, type SeenTransfer } from '../agreement.ts';
import { ChainUnavailableError, type ChainGateway } from '../chainGateway.ts';
import { ContradictionError } from '../nodeErrors.ts';
import type { ChainView, MoneroNode, MoneroNodes } from './moneroNodes.ts';
import type { MoneroStore } from './moneroStore.ts';
import type { OwnCoin } from './moneroWallet.ts';

export interface IncomingOptions {
  store: Pick<MoneroStore, 'findAddresses' | 'filterOurs' | 'findCoins' | 'claimCoins'>;
  nodes: MoneroNodes;
  native: { slug: string; decimals: number };
  /** Confirmations after which a block is the same on every node */
  finalAfter: number;
  now: () => number;
  /** Receives what an operator must know of a deposit that is not counted, once for each coin. */
  onUncounted: (message: string) => void;
}

/** What one node and its wallet show: transfers in blocks, and the height of the lowest one whose time lock is awaited. */
interface View {
  transfers: SeenTransfer[];
  lockedFrom: number | null;
}

/** The first scan may start some blocks after the first deposit. */
const FIRST_SCAN_BLOCKS = 50;
/** Every output is locked for as many blocks (CRYPTONOTE_DEFAULT_TX_SPENDABLE_AGE). */
const USUAL_LOCK = 10;
/** 30 days */
const LONGEST_LOCK = 21_600;

/**
 * Returns the `incoming` of Monero. The wallet of each node says what arrived; the node says in which block. All payments of a
 * transaction to one address are one transfer, whose index is that of the address.
 *
 * A sender can lock an output for any time. Such a deposit has no confirmation until every wallet calls it unlocked, and the cursor
 * waits for it, but not longer than 30 days.
 *
 * A sender can make two coins with one public key, of which one can be spent. Wallets show one of them, and not all the same one. Only the
 * first one that was stored is a deposit.
 */
export function createIncoming(options: IncomingOptions): ChainGateway['incoming'] {
  const { store, nodes, native, finalAfter, now, onUncounted } = options;
  const told = new Set<string>();

  function tell({ txHash, publicKey }: OwnCoin, reason: string): void {
    const name = `${publicKey} ${txHash}`;
    if (told.has(name)) return;
    told.add(name);
    onUncounted(`a deposit is not counted: ${reason}, transaction ${txHash}`);
  }

  async function recentCoins(
    { wallet }: MoneroNode,
    { height }: ChainView,
    addresses: ReadonlyMap<number, string>,
    reported: number,
  ): Promise<OwnCoin[]> {
    const coins = (await wallet.coinsOf([...addresses.keys()])).filter(({ blockHeight }) => blockHeight <= height);
    for (const coin of coins) {
      if (isTimeLocked(coin, height) && !isAwaited(coin, height)) tell(coin, 'its sender has locked it for more than 30 days');
    }
    return coins.filter((coin) => coin.blockHeight > reported || isAwaited(coin, height));
  }

  /** Returns the public keys that transactions share with another one, which is stored. */
  function sharedKeys(coins: readonly OwnCoin[], stored: readonly MoneroCoinRow[]): Set<string> {
    const owners = new Map(stored.map(({ public_key, tx_hash }) => [public_key, tx_hash]));
    const shared = coins.filter(({ publicKey, txHash }) => (owners.get(publicKey) ?? txHash) !== txHash);
    for (const coin of shared) tell(coin, `only one of it and of transaction ${owners.get(coin.publicKey)} can be spent`);
    return new Set(shared.map(({ publicKey }) => publicKey));
  }

  async function viewOf(
    { daemon }: MoneroNode,
    { height }: ChainView,
    addresses: ReadonlyMap<number, string>,
    recent: readonly OwnCoin[],
  ): Promise<View> {
    const hashes = [...new Set(recent.map(({ txHash }) => txHash))];
    const seen = new Map((await daemon.transactions(hashes)).map((one) => [one.txHash, one]));
    const blockHashes = new Map<number, string>();
    const transfers = new Map<string, SeenTransfer & { units: bigint }>();
    let lockedFrom: number | null = null;
    for (const coin of recent) {
      const transaction = seen.get(coin.txHash);
      // A wallet shows what a reorg removed until the next block.
      if (!transaction || (transaction.block && transaction.block.height > height)) continue;
      const { block } = transaction;
      if (block && !blockHashes.has(block.height)) blockHashes.set(block.height, (await daemon.blockAt(block.height)).hash);
      const isLocked = block !== null && isTimeLocked(coin, height);
      if (isLocked && isAwaited(coin, height)) lockedFrom = Math.min(lockedFrom ?? block.height, block.height);
      const isCounted = block !== null && !isLocked;
      const name = nameOf(coin.txHash, coin.keyIndex);
      const units = (transfers.get(name)?.units ?? 0n) + coin.units;
      transfers.set(name, {
        units,
        txHash: coin.txHash,
        index: coin.keyIndex,
        instrumentSlug: native.slug,
        toAddress: addresses.get(coin.keyIndex) ?? '',
        memo: null,
        amount: fromBaseUnits(units, native.decimals),
        blockHeight: isCounted ? block.height : null,
        blockTime: isCounted ? block.time : null,
        confirmations: isCounted ? height - block.height + 1 : 0,
        ...(isCounted && { blockHash: blockHashes.get(block.height) ?? '' }),
      });
    }
    return { transfers: [...transfers.values()].map(({ units: _units, ...transfer }) => transfer), lockedFrom };
  }

  return async ({ watched, cursor, untilConfirmations, through }) => {
    const view = await nodes.advance();
    const deep = view.height - untilConfirmations + 1;
    const reported = cursor === null ? Math.max(0, deep - FIRST_SCAN_BLOCKS) - 1 : Number(cursor);
    if (!Number.isSafeInteger(reported)) throw new RangeError('the cursor is not one of ours');
    const addresses = new Map((await store.findAddresses(watched)).map(({ key_index, address }) => [key_index, address]));
    const recent = new Map(
      await nodes.answers(view.nodes, async (node) => [node, await recentCoins(node, view, addresses, reported)] as const),
    );
    const coins = [...recent.values()].flat();
    const shared = sharedKeys(coins, await store.findCoins([...new Set(coins.map(({ publicKey }) => publicKey))]));
    const views = await nodes.answers([...recent.keys()], async (node) => {
      const counted = (recent.get(node) ?? []).filter(({ publicKey }) => !shared.has(publicKey));
      return await viewOf(node, view, addresses, counted);
    });
    const { agreed, contradiction } = agreedTransfers(views, view.height - finalAfter + 1);
    if (contradiction !== null) throw new ContradictionError(contradiction);
    const mined = new Set(
      agreed.flatMap(({ txHash, index, blockHeight }) => (blockHeight === null ? [] : [nameOf(txHash, index)])),
    );
    const claimed = new Map(
      coins.flatMap((coin) =>
        mined.has(nameOf(coin.txHash, coin.keyIndex)) && !shared.has(coin.publicKey) ? [[coin.publicKey, coin]] : [],
      ),
    );
    const owners = await store.claimCoins(
      [...claimed.values()].map(({ publicKey, txHash }) => ({ public_key: publicKey, tx_hash: txHash })),
    );
    // Another process may have stored the other coin just now.
    if (sharedKeys([...claimed.values()], owners).size > 0) throw new ChainUnavailableError('two coins have the same public key');
    const found = agreed.map(({ blockHash: _hash, ...transfer }) => transfer);
    const [first] = view.nodes;
    const waiting = first && through === undefined ? await first.wallet.waiting([...addresses.keys()]) : [];
    for (const { txHash, keyIndex, units } of waiting) {
      if (found.some((one) => one.txHash === txHash && one.index === keyIndex)) continue;
      found.push({
        txHash,
        index: keyIndex,
        instrumentSlug: native.slug,
        toAddress: addresses.get(keyIndex) ?? '',
        memo: null,
        amount: fromBaseUnits(units, native.decimals),
        blockHeight: null,
        blockTime: null,
        confirmations: 0,
      });
    }
    // What returns to the treasury from its own payment is no deposit.
    const ours = new Set(await store.filterOurs(found.flatMap(({ txHash, index }) => (index === 0 ? [txHash] : []))));
    const locked = views.flatMap(({ lockedFrom }) => (lockedFrom === null ? [] : [lockedFrom - 1]));
    const newest = await first?.daemon.blockAt(view.height);
    return {
      transfers: found.filter(({ txHash, index }) => index !== 0 || !ours.has(txHash)),
      cursor: String(Math.max(reported, Math.min(deep, ...locked))),
      // A node that was offline answers before it has caught up. A miner's clock may be two hours fast.
      ...(newest && { readUntil: Math.min(newest.time, now()) }),
    };
  };
}

const nameOf = (txHash: string, keyIndex: number): string => `${txHash}:${keyIndex}`;

function isAwaited(coin: OwnCoin, height: number): boolean {
  return isTimeLocked(coin, height) && height - coin.blockHeight <= LONGEST_LOCK;
}

function isTimeLocked({ isUnlocked, blockHeight }: OwnCoin, height: number): boolean {
  return !isUnlocked && height - blockHeight >= USUAL_LOCK;
}
