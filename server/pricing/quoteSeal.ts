import { hash, timingSafeEqual } from 'node:crypto';
import type { StoredQuote } from './desk.ts';

/**
 * Quotes that carry themselves (D4): the id is the terms and a seal over them, so a quote is honoured to the digit by
 * every process that has the key, after any restart, and nothing is kept. Whoever changes a digit has no quote at all.
 */
export interface QuoteSeal {
  seal(quote: Omit<StoredQuote, 'quoteId'>): StoredQuote;
  /** Also after it ended, which its `validUntil` says; undefined for an id that was never given out. */
  open(quoteId: string): StoredQuote | undefined;
}

const SEPARATOR = '~';
/** 132 of the 256 bits: nobody guesses them, and they are half as long in every answer. */
const SEAL_CHARACTERS = 22;
const TIME_BASE = 36;
const MODES = { F: 'FIXED', M: 'FLOATING' } as const;

/** `key` is a secret of at least 32 bytes that all processes of a host share. */
export function createQuoteSeal(key: Uint8Array): QuoteSeal {
  const secret = Buffer.from(key).toString('base64url');
  // SHA-3 needs no HMAC around it: with the key before the message it is a seal as it stands (as KMAC of NIST SP 800-185 is), and
  // hashed in one call, without the objects that would have to be collected: thousands of live rates are sealed in a second.
  const sealOf = (terms: string): string => hash('sha3-256', `${secret}${terms}`, 'base64url').slice(0, SEAL_CHARACTERS);
  return {
    seal: (quote) => {
      const terms = [
        quote.rateMode === 'FIXED' ? 'F' : 'M',
        quote.fromSlug,
        quote.toSlug,
        quote.amountToGive,
        quote.amountToGet,
        quote.price,
        quote.networkFee,
        quote.platformFee,
        quote.marketPrice,
        quote.updatedAt.toString(TIME_BASE),
        quote.validUntil.toString(TIME_BASE),
      ].join(SEPARATOR);
      return { quoteId: `${terms}${SEPARATOR}${sealOf(terms)}`, ...quote };
    },
    open: (quoteId) => {
      const end = quoteId.lastIndexOf(SEPARATOR);
      const terms = quoteId.slice(0, Math.max(end, 0));
      const [given, wanted] = [Buffer.from(quoteId.slice(end + 1)), Buffer.from(sealOf(terms))];
      return given.length === wanted.length && timingSafeEqual(given, wanted) ? read(quoteId, terms) : undefined;
    },
  };
}

/** What was sealed is ours, so only its shape is looked at: an older version of this house may have sealed other terms. */
function read(quoteId: string, terms: string): StoredQuote | undefined {
  const [mode, fromSlug, toSlug, amountToGive, amountToGet, price, networkFee, platformFee, marketPrice, ...times] =
    terms.split(SEPARATOR);
  const [updatedAt, validUntil] = times.map((time) => Number.parseInt(time, TIME_BASE));
  if ((mode !== 'F' && mode !== 'M') || !fromSlug || !toSlug || !amountToGive || !amountToGet || !price) return undefined;
  if (!networkFee || !platformFee || !marketPrice || updatedAt === undefined || validUntil === undefined) return undefined;
  const amounts = { amountToGive, amountToGet, price, networkFee, platformFee, marketPrice };
  return { quoteId, fromSlug, toSlug, rateMode: MODES[mode], ...amounts, updatedAt, validUntil };
}
