import { toBaseUnits, type Decimal } from '../../../../contract/money.ts';
import { ChainUnavailableError } from '../chainGateway.ts';
import type { ChainView, MoneroNode, MoneroNodes } from './moneroNodes.ts';
import type { UnsettledTransaction } from './moneroStore.ts';
import type { OwnCoin } from './moneroWallet.ts';

/** Coins to remember, spent ones too */
const MAX_REMEMBERED = 100_000;

/** Returns the coins of the wallet that can spend, as blocks up to a height show them. */
export async function listUnspent({ paying }: MoneroNodes, { height, nodes }: ChainView): Promise<OwnCoin[]> {
  if (!nodes.includes(paying)) throw new ChainUnavailableError('the node whose wallet can spend does not answer');
  return (await paying.wallet.unspent()).filter(({ blockHeight }) => blockHeight <= height);
}

/**
 * Returns a function that returns what the treasury holds in blocks, in base units. The other nodes check the wallet that can spend: none
 * of them may know that a coin was spent, and their wallets must show as much of each coin.
 */
export function createHeldUnits(nodes: MoneroNodes) {
  /** Public key → what another wallet shows of the coin. It never changes. */
  const shown = new Map<MoneroNode, Map<string, bigint>>();

  async function shownBy(node: MoneroNode, coins: readonly OwnCoin[]): Promise<ReadonlyMap<string, bigint>> {
    const known = shown.get(node) ?? new Map<string, bigint>();
    shown.set(node, known);
    if (known.size >= MAX_REMEMBERED) known.clear();
    const keyIndexes = new Set(coins.flatMap(({ publicKey, keyIndex }) => (known.has(publicKey) ? [] : [keyIndex])));
    for (const { publicKey, units } of await node.wallet.coinsOf([...keyIndexes])) known.set(publicKey, units);
    return known;
  }

  /** Returns what one more node confirms of some coins. */
  async function confirmed(node: MoneroNode, coins: readonly OwnCoin[]): Promise<bigint> {
    const spent = await node.daemon.spent(coins.map(({ keyImage }) => keyImage));
    const known = await shownBy(node, coins);
    const held = coins.filter((_coin, place) => spent[place] !== 'mined');
    return held.reduce((total, { publicKey, units }) => total + least(units, known.get(publicKey) ?? 0n), 0n);
  }

  return async (view: ChainView): Promise<bigint> => {
    const coins = await listUnspent(nodes, view);
    const others = view.nodes.filter((node) => node !== nodes.paying);
    const totals = await Promise.all(others.map(async (node) => await confirmed(node, coins)));
    return totals.reduce(least, sumOf(coins));
  };
}

const least = (left: bigint, right: bigint): bigint => (left < right ? left : right);

export function sumOf(coins: readonly Pick<OwnCoin, 'units'>[]): bigint {
  return coins.reduce((total, { units }) => total + units, 0n);
}

/** Returns what transactions of ours take from the treasury that no block includes yet: its change returns, so only what leaves it. */
export function leavingUnits(transactions: readonly UnsettledTransaction[], decimals: number): bigint {
  const leaving: Decimal[] = transactions.flatMap(({ fee, sends }) => [fee, ...sends.map(({ amount }) => amount)]);
  return leaving.reduce((total, amount) => total + toBaseUnits(amount, decimals), 0n);
}
