import type { PopularPair } from '../../stores/PopularStore.ts';
import { indexInstruments, searchInstruments } from '../../stores/exchange/searchInstruments.ts';

/** Returns the pairs in which every word matches one of the sides ("btc tether", "trc xmr"); all pairs without words. */
export function findPairs(pairs: readonly PopularPair[], query: string): PopularPair[] {
  const words = query.split(/\s+/).filter(Boolean);
  const instruments = new Map(pairs.flatMap(({ from, to }) => [from, to]).map((one) => [one.slug, one]));
  const index = indexInstruments([...instruments.values()]);
  const hits = words.map((word) => new Set(searchInstruments(index, word, null)));
  return pairs.filter(({ from, to }) => hits.every((slugs) => slugs.has(from.slug) || slugs.has(to.slug)));
}

/** Groups pairs by the instrument to send, in order of first occurrence. */
export function groupBySend(pairs: readonly PopularPair[]): [PopularPair, ...PopularPair[]][] {
  const groups = new Map<string, [PopularPair, ...PopularPair[]]>();
  for (const pair of pairs) {
    const group = groups.get(pair.from.slug);
    if (group) group.push(pair);
    else groups.set(pair.from.slug, [pair]);
  }
  return [...groups.values()];
}

/** Sorts pairs by the ticker to send, then by the one to receive. */
export function sortByTicker(pairs: readonly PopularPair[]): PopularPair[] {
  const keyOf = ({ from, to }: PopularPair): string => [from.currencyTitle, from.slug, to.currencyTitle, to.slug].join(' ');
  return pairs.toSorted((one, other) => keyOf(one).localeCompare(keyOf(other), 'en'));
}
