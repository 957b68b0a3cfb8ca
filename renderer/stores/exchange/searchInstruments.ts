import type { Instrument } from '../../../contract/api/instruments.ts';
import { cleanMachineText } from '../../../contract/input/machineText.ts';

/** One instrument, indexed so that a keystroke needs a few string comparisons per row. */
interface Entry {
  slug: string;
  ticker: string;
  /** " btc bitcoin xbt …": each word follows a space. */
  words: string;
  network: string;
  popularity: number;
  /** The token's contract as {@link contractKey} compares it; null: the network's own coin. */
  contract: string | null;
}

export type SearchIndex = readonly Entry[];

const LEAST_POPULAR = Number.MAX_SAFE_INTEGER;

/** Built once per list of instruments, most popular first. */
export function indexInstruments(instruments: readonly Instrument[]): SearchIndex {
  return instruments.map(entryOf).toSorted((left, right) => left.popularity - right.popularity || compareText(left, right));
}

/**
 * Returns the slugs for which each searched word is a prefix of a word of ticker, name, network or alias ("tether trc"), or whose
 * contract is the whole searched text. Sorted by exact ticker, ticker prefix, the networks' own coins, then popularity. Text
 * typed with the other keyboard layout, Latin or Russian, is mapped if nothing else is found.
 */
export function searchInstruments(index: SearchIndex, query: string, network: string | null): string[] {
  const inNetwork = network === null ? index : index.filter((entry) => entry.network === network);
  const contract = contractKey(cleanMachineText(query));
  const tokens = inNetwork.filter((entry) => entry.contract === contract);
  if (tokens.length > 0) return tokens.map(({ slug }) => slug);
  const found = matching(inNetwork, wordsOf(query));
  return found.length > 0 ? found : matching(inNetwork, wordsOf(onOtherLayout(query)));
}

function matching(index: SearchIndex, words: readonly string[]): string[] {
  if (words.length === 0) return index.map(({ slug }) => slug);
  const ranked: [string[], string[], string[], string[]] = [[], [], [], []];
  for (const entry of index) {
    if (words.every((word) => entry.words.includes(` ${word}`))) ranked[rank(entry, words)].push(entry.slug);
  }
  return ranked.flat();
}

function rank({ ticker, contract }: Entry, words: readonly string[]): 0 | 1 | 2 | 3 {
  if (words.includes(ticker)) return 0;
  if (words.some((word) => ticker.startsWith(word))) return 1;
  return contract === null ? 2 : 3;
}

/** Returns a contract in the form in which two of them are compared. Only hexadecimal ones, such as EVM's, ignore case. */
function contractKey(contract: string): string {
  return /^0x[0-9a-f]+$/i.test(contract) ? contract.toLowerCase() : contract;
}

function entryOf(instrument: Instrument): Entry {
  const {
    slug,
    currencyTitle,
    currencyFriendlyTitle,
    networkTitle,
    network,
    aliases = [],
    popularity,
    contractAddress,
  } = instrument;
  const names = [currencyTitle, currencyFriendlyTitle, networkTitle, network?.friendlyTitle ?? '', slug, ...aliases];
  const words = new Set(names.flatMap((name) => [...wordsOf(name), joined(name)]));
  return {
    slug,
    ticker: joined(currencyTitle),
    words: ` ${[...words].join(' ')}`,
    network: network?.slug ?? networkTitle,
    popularity: popularity ?? LEAST_POPULAR,
    contract: contractAddress ? contractKey(contractAddress) : null,
  };
}

/** Adds "trc20" and "trc" for "TRC-20". */
function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\s/()]+/)
    .map(joined)
    .filter(Boolean);
}

/** Returns the letters and digits without their marks: "ё" is "е", "й" is "и". */
function joined(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function compareText(left: Entry, right: Entry): number {
  return left.ticker < right.ticker ? -1 : left.ticker > right.ticker ? 1 : left.slug < right.slug ? -1 : 1;
}

const RUSSIAN_KEYS = 'йцукенгшщзхъфывапролджэячсмитьбю';
const LATIN_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,.";

/** Returns what the same keys type with the other layout: "иес" is "btc", "ntpth" is "тезер". */
function onOtherLayout(text: string): string {
  const [from, to] = /[а-яё]/i.test(text) ? [RUSSIAN_KEYS, LATIN_KEYS] : [LATIN_KEYS, RUSSIAN_KEYS];
  return [...text.toLowerCase()].map((key) => to[from.indexOf(key)] ?? key).join('');
}
