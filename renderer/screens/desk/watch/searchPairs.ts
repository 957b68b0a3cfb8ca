import type { Instrument } from '../../../../contract/api/instruments.ts';
import type { WatchedPair } from '../../../../contract/schemas/trading.ts';
import { indexInstruments, searchInstruments, type SearchIndex } from '../../../stores/exchange/searchInstruments.ts';

const MOST = 8;
const PER_SIDE = 4;
/** What most pairs are quoted in: the other side of a search for one coin. */
const QUOTES = ['usdt', 'btc'];

const indexes = new WeakMap<readonly Instrument[], SearchIndex>();

/** Returns up to 8 pairs for "eth btc", in this order of the sides, or for one coin with the usual other sides. */
export function searchPairs(instruments: readonly Instrument[], text: string): WatchedPair[] {
  const index = indexes.get(instruments) ?? indexInstruments(instruments.filter(({ isActive }) => isActive));
  indexes.set(instruments, index);
  const words = text.split(/[\s/→-]+/).filter(Boolean);
  const find = (word: string): string[] => searchInstruments(index, word, null).slice(0, PER_SIDE);
  const [first = '', ...rest] = words;
  const seconds = rest.length > 0 ? find(rest.join(' ')) : QUOTES.flatMap((quote) => find(quote).slice(0, 2));
  const pairs = find(first).flatMap((from) => seconds.filter((to) => to !== from).map((to) => ({ from, to })));
  return pairs.slice(0, MOST);
}
