import type { PairData } from '../../contract/schemas/rates.ts';
import type { PairTerms } from './terms.ts';

/** Cache time in ms, equal to the interval of pushed rates. */
const RECENT_MS = 250;
const MAX_RECENT = 2_000;

/** Caches recent quotes for equal requests, as long as their terms are unchanged. */
export interface RecentQuotes {
  find(key: string, terms: PairTerms, now: number): PairData | undefined;
  keep(key: string, terms: PairTerms, now: number, pairData: PairData): void;
}

export function createRecentQuotes(): RecentQuotes {
  const recent = new Map<string, { terms: PairTerms; at: number; pairData: PairData }>();
  return {
    find: (key, terms, now) => {
      const known = recent.get(key);
      return known?.terms === terms && Math.abs(now - known.at) < RECENT_MS ? known.pairData : undefined;
    },
    keep: (key, terms, at, pairData) => {
      if (recent.size >= MAX_RECENT) recent.clear();
      recent.set(key, { terms, at, pairData });
    },
  };
}
