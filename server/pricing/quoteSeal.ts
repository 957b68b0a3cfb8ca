import { hash, timingSafeEqual } from 'node:crypto';
import type { StoredQuote } from './desk.ts';

/**
 * Self-contained quotes (D4): the id consists of the terms and their keyed hash. Every process with the key honours them
 * exactly, also after a restart, without storage. A modified id is not a quote.
 */
export interface QuoteSeal {
  seal(quote: Omit<StoredQuote, 'quoteId'>): StoredQuote;
  /** Returns the quote, even if it has expired (see `validUntil`); undefined for an invalid id. */
  open(quoteId: string): StoredQuote | undefined;
}

const SEPARATOR = '~';
/** 132 of the 256 bits are enough against guessing, and halve the length of the seal. */
const SEAL_CHARACTERS = 22;
const TIME_BASE = 36;
const MODES = { F: 'FIXED', M: 'FLOATING' } as const;

/** `key` is a secret of at least 32 bytes that all processes of a host share. */
export function createQuoteSeal(key: Uint8Array): QuoteSeal {
  const secret = Buffer.from(key).toString('base64url');
  // SHA-3 with a key prefix is a secure MAC without the HMAC construction (compare KMAC, NIST SP 800-185). One hash call creates no
  // intermediate objects, which matters for thousands of live rates per second.
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
        quote.collectionFee,
        quote.payoutFeeFactor,
        quote.platformFee,
        quote.platformFeePercent,
        quote.marketPrice,
        quote.premiumPercent ?? '',
        quote.updatedAt.toString(TIME_BASE),
        quote.validUntil.toString(TIME_BASE),
      ].join(SEPARATOR);
      return { quoteId: `${terms}${SEPARATOR}${sealOf(terms)}`, ...quote };
    },
    open: (quoteId) => {
      const end = quoteId.lastIndexOf(SEPARATOR);
      const terms = quoteId.slice(0, Math.max(end, 0));
      const [actual, expected] = [Buffer.from(quoteId.slice(end + 1)), Buffer.from(sealOf(terms))];
      return actual.length === expected.length && timingSafeEqual(actual, expected) ? read(quoteId, terms) : undefined;
    },
  };
}

/** Checks only the format, because the seal is valid: an older version may have sealed other terms. */
function read(quoteId: string, terms: string): StoredQuote | undefined {
  const [
    mode,
    fromSlug,
    toSlug,
    amountToGive,
    amountToGet,
    price,
    networkFee,
    collectionFee,
    payoutFeeFactor,
    platformFee,
    platformFeePercent,
    marketPrice,
    premium,
    ...times
  ] = terms.split(SEPARATOR);
  const [updatedAt, validUntil] = times.map((time) => Number.parseInt(time, TIME_BASE));
  if ((mode !== 'F' && mode !== 'M') || !fromSlug || !toSlug || !amountToGive || !amountToGet || !price) return undefined;
  if (
    !networkFee ||
    !collectionFee ||
    !payoutFeeFactor ||
    !platformFee ||
    !platformFeePercent ||
    !marketPrice ||
    premium === undefined ||
    updatedAt === undefined ||
    validUntil === undefined
  )
    return undefined;
  const amounts = { amountToGive, amountToGet, price, networkFee, collectionFee, payoutFeeFactor, platformFee, marketPrice };
  const percents = { platformFeePercent, premiumPercent: premium === '' ? null : premium };
  return { quoteId, fromSlug, toSlug, rateMode: MODES[mode], ...amounts, ...percents, updatedAt, validUntil };
}
