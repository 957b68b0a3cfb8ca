import { toBaseUnits } from '../../../../contract/money.ts';
import type { BitcoinCoinRow } from '../../../db/tables/bitcoin.ts';
import { TREASURY_INDEX } from '../treasury.ts';
import type { BitcoinStore, UnsettledTransaction } from './bitcoinStore.ts';
import type { OwnCoin } from './keys/bitcoinWallet.ts';
import type { ChainView } from './blockReader.ts';
import type { CoinName } from './rawTransaction.ts';

/** The coins of the treasury's wallet that no payment of ours spends: the largest of those that were mined. */
export interface TreasuryCoins {
  /**
   * The coin that the next payment must spend: the change of the last one; before the first payment the oldest coin. Two hosts with the same
   * keys name the same coin, so that the network accepts the payments of one of them (D76). Null while the treasury has none.
   */
  next: OwnCoin | null;
  /** Those that may be spent now, those to spend first at the start */
  spendable: OwnCoin[];
  /** Those that wait: deposits without all confirmations, and change at the end of a long chain of unmined payments */
  locked: OwnCoin[];
  /** The transaction of each coin that no block includes yet: change of ours */
  unmined: ReadonlySet<OwnCoin>;
}

export interface TreasuryCoinsOptions {
  store: BitcoinStore;
  /** Confirmations that a coin needs that somebody else sent: a deposit that is reorged out would take our payment with it. */
  confirmations: number;
  decimals: number;
}

/** Nodes refuse a transaction with more unmined ancestors, itself counted. */
export const MAX_CHAIN = 25;
/** Payments leave room for one that raises their fee. */
const MOST_WAITING = MAX_CHAIN - 1;

/**
 * Mined coins that payments use, and that nodes are asked for before each payment: strangers may send any number of tiny ones. Smaller
 * ones are used once payments have merged the others.
 */
const MOST_COINS = 1_000;

/** Returns the name of a coin as a key of sets. */
export const nameOf = ({ txHash, output }: CoinName): string => `${txHash}:${output}`;

/** Returns a function that lists the coins of the treasury. Change of our own payments may be spent before it is mined. */
export function createTreasuryCoins({ store, confirmations, decimals }: TreasuryCoinsOptions) {
  const ownCoin = ({ tx_hash, output, key_index, amount }: BitcoinCoinRow): OwnCoin => ({
    txHash: tx_hash,
    output,
    keyIndex: key_index,
    units: toBaseUnits(amount, decimals),
  });

  return async ({ height }: Pick<ChainView, 'height'>): Promise<TreasuryCoins> => {
    const unsettled = await store.listUnsettled();
    const reserved = new Set(
      unsettled.flatMap(({ inputs }) => inputs.map((input) => nameOf({ txHash: input.tx_hash, output: input.output }))),
    );
    const rows = (await store.listUnspent()).filter((row) => row.block_height <= height && !reserved.has(nameOf(ownCoin(row))));
    const change = changeOf(unsettled, decimals);
    const isChange = new Set(change.map(nameOf));
    const isDeep = (row: BitcoinCoinRow): boolean =>
      row.spendable_at <= height + 1 && (height - row.block_height + 1 >= confirmations || isChange.has(nameOf(ownCoin(row))));

    const largest = (some: readonly BitcoinCoinRow[]): OwnCoin[] => some.map(ownCoin).toSorted(largestFirst).slice(0, MOST_COINS);
    const mined = largest(rows.filter(isDeep));
    const shallow = largest(rows.filter((row) => !isDeep(row)));
    const isMined = new Set(mined.map(nameOf));
    const oldest = rows
      .filter((row) => isMined.has(nameOf(ownCoin(row))))
      .toSorted(newestFirst)
      .at(-1);
    const minedHashes = await listMined(store, unsettled, height);
    const chains = chainsOf(unsettled.filter(({ tx_hash }) => !minedHashes.has(tx_hash)));
    const unmined = change.filter((coin) => !minedHashes.has(coin.txHash) && !reserved.has(nameOf(coin)));
    const lengthOf = (coin: OwnCoin): number => chains.get(coin.txHash)?.length ?? 0;
    const isShort = (coin: OwnCoin): boolean => lengthOf(coin) < MOST_WAITING;
    const unspent = new Map([...rows.map(ownCoin), ...unmined].map((coin) => [nameOf(coin), coin]));
    // What is not unspent here was spent by somebody else.
    const lastChange = change.findLast((coin) => unspent.has(nameOf(coin)));
    const next = (lastChange && unspent.get(nameOf(lastChange))) ?? (await findChange(rows)) ?? (oldest ? ownCoin(oldest) : null);
    const isOther = (coin: OwnCoin): boolean => next === null || nameOf(coin) !== nameOf(next);
    const shortest = unmined.filter(isShort).toSorted((left, right) => lengthOf(left) - lengthOf(right));
    return {
      next,
      spendable: [...(next && isShort(next) ? [next] : []), ...[...mined, ...shortest].filter(isOther)],
      locked: [
        ...(next && !isShort(next) ? [next] : []),
        ...[...shallow, ...unmined.filter((coin) => !isShort(coin))].filter(isOther),
      ],
      unmined: new Set(unmined),
    };
  };

  /** Returns the newest change of payments that are final; null without any. */
  async function findChange(rows: readonly BitcoinCoinRow[]): Promise<OwnCoin | null> {
    const newest = rows
      .filter(({ key_index }) => key_index === TREASURY_INDEX)
      .toSorted(newestFirst)
      .slice(0, MOST_COINS);
    const change = new Set((await store.listChange(newest.map(({ tx_hash }) => tx_hash))).map(nameOf));
    return newest.map(ownCoin).find((coin) => change.has(nameOf(coin))) ?? null;
  }
}

/** Returns the hashes of those transactions of ours that a block includes. */
export async function listMined(
  store: Pick<BitcoinStore, 'findCoins'>,
  transactions: readonly UnsettledTransaction[],
  height: number,
): Promise<ReadonlySet<string>> {
  const inputs = transactions.flatMap((one) => one.inputs.map(({ tx_hash, output }) => ({ txHash: tx_hash, output })));
  const coins = await store.findCoins(inputs);
  const spenders = coins.filter(({ spent_height }) => spent_height !== null && spent_height <= height);
  return new Set(spenders.map(({ spent_by }) => spent_by ?? ''));
}

function changeOf(transactions: readonly UnsettledTransaction[], decimals: number): OwnCoin[] {
  return transactions.flatMap(({ tx_hash, change_output, change_amount }) =>
    change_output === null || change_amount === null
      ? []
      : [{ txHash: tx_hash, output: change_output, keyIndex: TREASURY_INDEX, units: toBaseUnits(change_amount, decimals) }],
  );
}

/** Returns the unmined ancestors of each unmined transaction, with itself: at most all of them, in one chain. */
export function chainsOf(transactions: readonly UnsettledTransaction[]): ReadonlyMap<string, UnsettledTransaction[]> {
  const byHash = new Map(transactions.map((one) => [one.tx_hash, one]));
  const chains = new Map<string, UnsettledTransaction[]>();
  const collect = (transaction: UnsettledTransaction): UnsettledTransaction[] => {
    const known = chains.get(transaction.tx_hash);
    if (known) return known;
    const parents = transaction.inputs.flatMap((input) => byHash.get(input.tx_hash) ?? []);
    const chain = [...new Set([transaction, ...parents.flatMap(collect)])];
    chains.set(transaction.tx_hash, chain);
    return chain;
  };
  for (const transaction of transactions) collect(transaction);
  return chains;
}

/** The same on every host: by height, and by name in one block */
const newestFirst = (left: BitcoinCoinRow, right: BitcoinCoinRow): number =>
  right.block_height - left.block_height || (`${right.tx_hash}:${right.output}` < `${left.tx_hash}:${left.output}` ? -1 : 1);

const largestFirst = (left: OwnCoin, right: OwnCoin): number =>
  left.units > right.units ? -1 : left.units < right.units ? 1 : 0;
