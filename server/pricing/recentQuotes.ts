import type { PairData } from '../../contract/schemas/rates.ts';
import type { PairTerms } from './terms.ts';

/** As often as a rate is pushed: who asks more often is told the same. */
const RECENT_MS = 250;
const MOST_RECENT = 2_000;

/** Quotes of the last moment, for those who ask the same: good while the terms they were made on are. */
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
      if (recent.size >= MOST_RECENT) recent.clear();
      recent.set(key, { terms, at, pairData });
    },
  };
}
