import type { CoinParameters, Signing } from './coinParameters.ts';
import type { BitcoinAddresses } from './keys/bitcoinAddresses.ts';
import type { OwnCoin } from './keys/bitcoinWallet.ts';
import type { RawOutput } from './rawTransaction.ts';

/** Sizes of a transaction without its lists, and of an input, in virtual bytes. A quarter of the witness data counts (BIP-141). */
interface Sizes {
  transaction: bigint;
  input: bigint;
}
const LEGACY_SIZES: Sizes = { transaction: 10n, input: 148n };
export const SIZES: Readonly<Record<Signing, Sizes>> = {
  WITNESS: { transaction: 11n, input: 68n },
  LEGACY: LEGACY_SIZES,
  FORK_ID: LEGACY_SIZES,
};
/** A list of more than 252 inputs or outputs has a longer count. */
const LONG_LIST = 252;
const LONG_LIST_SIZE = 2n;
/** What an output needs beside its script: amount and length */
const OUTPUT_SIZE = 9n;
/** What nodes assume that spending an output takes, when they judge whether it is dust */
const WITNESS_SPEND_SIZE = 67n;
const LEGACY_SPEND_SIZE = 148n;
/** Nodes relay 1,400 inputs at most. Fewer keep a payment cheap to verify. */
const MAX_INPUTS = 500;
/** With more coins than these, small ones are merged. So many are enough for payments at the same time. */
const KEPT_COINS = 100;
/** Coins that one payment merges: what they cost stays near the fee of a payment in busy hours. */
const MERGED_COINS = 20;

export interface Selection {
  coins: OwnCoin[];
  fee: bigint;
  /** What returns to the treasury: more than it would cost to spend */
  change: bigint;
}

export interface SelectionRequest {
  /** Coins that may be spent, those to spend first at the start */
  coins: readonly OwnCoin[];
  /** The one of them that must be spent, whatever it costs; null: none */
  next: OwnCoin | null;
  outputs: readonly RawOutput[];
  changeScript: string;
  sizes: Sizes;
  /** Base units per virtual byte */
  rate: bigint;
  dustRate: bigint;
}

/** Returns the size of an output in virtual bytes. */
function outputSize(script: string): bigint {
  return OUTPUT_SIZE + BigInt(script.length / 2);
}

/** Returns the size of a transaction with inputs of the wallet, in virtual bytes. */
export function transactionSize({ transaction, input }: Sizes, inputs: number, scripts: readonly string[]): bigint {
  const lists = [inputs, scripts.length].filter((length) => length > LONG_LIST).length;
  const outputs = scripts.reduce((total, script) => total + outputSize(script), 0n);
  return transaction + input * BigInt(inputs) + outputs + LONG_LIST_SIZE * BigInt(lists);
}

/** Returns the least amount of an output that nodes relay, in base units. */
export function dustLimit(script: string, dustRate: bigint): bigint {
  const isWitness = /^(?:0014|0020|5120)/.test(script);
  return (outputSize(script) + (isWitness ? WITNESS_SPEND_SIZE : LEGACY_SPEND_SIZE)) * dustRate;
}

/** The smallest scripts that addresses pay: P2WPKH and P2SH */
const LEAST_SCRIPTS = { witness: `0014${'00'.repeat(20)}`, legacy: `a914${'00'.repeat(20)}87` };

/**
 * Returns the least that nodes relay to an address, in base units; with null, to the address that takes least. Undefined for text that is no
 * address.
 */
export function leastUnits(
  { scriptOf }: BitcoinAddresses,
  { dustRate, rules }: Pick<CoinParameters, 'dustRate' | 'rules'>,
  address: string | null,
): bigint | undefined {
  const script = address === null ? LEAST_SCRIPTS[rules.hasWitnesses ? 'witness' : 'legacy'] : scriptOf(address);
  return script === undefined ? undefined : dustLimit(script, dustRate);
}

/**
 * Selects coins for payments; undefined when they don't suffice for the payments, the fee and some change, without which the fee could not
 * be raised (`bumpFees.ts`). A coin that costs more than it holds is not selected, except for the one that must be.
 */
export function selectCoins(request: SelectionRequest): Selection | undefined {
  const { next } = request;
  const selected: OwnCoin[] = [];
  for (const coin of next ? [next, ...request.coins.filter((one) => one !== next)] : request.coins) {
    if (coin !== next && coin.units <= request.sizes.input * request.rate) continue;
    if (selected.length >= MAX_INPUTS) break;
    selected.push(coin);
    const selection = spend(selected, request);
    if (selection) return selection;
  }
  return undefined;
}

/**
 * Adds the smallest of many coins to a payment, so that the treasury does not consist of ever more of them. Their worth returns as change.
 * `mergeable`: mined coins that may be spent.
 */
export function mergeCoins(selection: Selection, request: SelectionRequest, mergeable: readonly OwnCoin[]): Selection {
  if (mergeable.length <= KEPT_COINS) return selection;
  const selected = new Set(selection.coins);
  const small = mergeable
    .filter((coin) => !selected.has(coin) && coin.units > request.sizes.input * request.rate)
    .toSorted((left, right) => (left.units < right.units ? -1 : 1))
    .slice(0, Math.min(MERGED_COINS, MAX_INPUTS - selected.size));
  return spend([...selected, ...small], request) ?? selection;
}

/** Returns the payment that spends exactly these coins; undefined when they don't suffice for change too. */
function spend(
  coins: readonly OwnCoin[],
  { outputs, changeScript, sizes, rate, dustRate }: Omit<SelectionRequest, 'coins'>,
): Selection | undefined {
  const scripts = outputs.map(({ script }) => script);
  const rest = coins.reduce((total, { units }) => total + units, 0n) - outputs.reduce((total, { units }) => total + units, 0n);
  const dust = dustLimit(changeScript, dustRate);
  const leastChange = dust > sizes.input * rate ? dust : sizes.input * rate;
  const fee = transactionSize(sizes, coins.length, [...scripts, changeScript]) * rate;
  const change = rest - fee;
  return change >= leastChange ? { coins: [...coins], fee, change } : undefined;
}
