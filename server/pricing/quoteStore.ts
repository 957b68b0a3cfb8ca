import { randomBytes } from 'node:crypto';
import type { StoredQuote } from './desk.ts';

/** An order page that was left open for a while may still name its quote, if only to be told that it ended. */
export const QUOTE_KEPT_MS = 10 * 60_000;
const MOST_QUOTES = 100_000;

/** Quotes given out (D4). In memory: after a restart, or when there are too many, an order is simply priced again. */
export interface QuoteStore {
  add(quote: Omit<StoredQuote, 'quoteId'>): StoredQuote;
  find(quoteId: string): StoredQuote | undefined;
  readonly size: number;
}

export function createQuoteStore(most = MOST_QUOTES): QuoteStore {
  /** A Map keeps the order of insertion, so the oldest come first. */
  const quotes = new Map<string, StoredQuote>();
  const forget = (now: number): void => {
    for (const [quoteId, quote] of quotes) {
      if (quotes.size <= most && now - quote.validUntil <= QUOTE_KEPT_MS) return;
      quotes.delete(quoteId);
    }
  };
  return {
    add: (quote) => {
      const stored = { quoteId: randomBytes(16).toString('base64url'), ...quote };
      quotes.set(stored.quoteId, stored);
      forget(stored.validUntil);
      return stored;
    },
    find: (quoteId) => quotes.get(quoteId),
    get size() {
      return quotes.size;
    },
  };
}
