import type { Instrument } from '../../../contract/api/instruments.ts';

/** One instrument, indexed so that a keystroke needs a few string comparisons per row. */
interface Entry {
  slug: string;
  ticker: string;
  /** " btc bitcoin xbt …": each word follows a space. */
  words: string;
  network: string;
  popularity: number;
}

export type SearchIndex = readonly Entry[];

const LEAST_POPULAR = Number.MAX_SAFE_INTEGER;

/** Built once per list of instruments, most popular first. */
export function indexInstruments(instruments: readonly Instrument[]): SearchIndex {
  return instruments.map(entryOf).toSorted((left, right) => left.popularity - right.popularity || compareText(left, right));
}

/**
 * Returns the slugs for which each searched word is a prefix of a word of ticker, name, network or alias ("tether trc").
 * Sorted by exact ticker, ticker prefix, then popularity. Text typed with a Russian layout is mapped to the Latin keys.
 */
export function searchInstruments(index: SearchIndex, query: string, network: string | null): string[] {
  const words = wordsOf(query);
  const found = matching(index, words, network);
  if (found.length > 0 || !/[а-яё]/i.test(query)) return found;
  return matching(index, wordsOf(asLatinKeys(query)), network);
}

function matching(index: SearchIndex, words: readonly string[], network: string | null): string[] {
  const inNetwork = network === null ? index : index.filter((entry) => entry.network === network);
  if (words.length === 0) return inNetwork.map(({ slug }) => slug);
  const ranked: [string[], string[], string[]] = [[], [], []];
  for (const entry of inNetwork) {
    if (words.every((word) => entry.words.includes(` ${word}`))) ranked[rank(entry, words)].push(entry.slug);
  }
  return ranked.flat();
}

function rank({ ticker }: Entry, words: readonly string[]): 0 | 1 | 2 {
  if (words.includes(ticker)) return 0;
  return words.some((word) => ticker.startsWith(word)) ? 1 : 2;
}

function entryOf(instrument: Instrument): Entry {
  const { slug, currencyTitle, currencyFriendlyTitle, networkTitle, network, aliases = [], popularity } = instrument;
  const names = [currencyTitle, currencyFriendlyTitle, networkTitle, network?.friendlyTitle ?? '', slug, ...aliases];
  const words = new Set(names.flatMap((name) => [...wordsOf(name), joined(name)]));
  return {
    slug,
    ticker: joined(currencyTitle),
    words: ` ${[...words].join(' ')}`,
    network: network?.slug ?? networkTitle,
    popularity: popularity ?? LEAST_POPULAR,
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

function joined(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function compareText(left: Entry, right: Entry): number {
  return left.ticker < right.ticker ? -1 : left.ticker > right.ticker ? 1 : left.slug < right.slug ? -1 : 1;
}

const RUSSIAN_KEYS = 'йцукенгшщзхъфывапролджэячсмитьбю';
const LATIN_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,.";

function asLatinKeys(text: string): string {
  return [...text.toLowerCase()].map((key) => LATIN_KEYS[RUSSIAN_KEYS.indexOf(key)] ?? key).join('');
}
