/** What is wrong with a memo: it must be a number of 32 bits, or it is too long. */
export type MemoProblem = 'number' | 'length';

/** Largest destination tag of XRP: 32 bits. */
const LARGEST_TAG = 4_294_967_295;

/** Bytes of the longest memo by network family, in UTF-8: each chain's own limit, TON's the part of a comment in one cell. */
const LONGEST = new Map(Object.entries({ stellar: 28, ton: 120, cosmos: 256, eos: 256, hedera: 100 }));

/** Whether the rules of the family's memos are known. */
export const hasMemoRule = (family: string): boolean => family === 'ripple' || LONGEST.has(family);

/** Returns why a network of the family can't carry the memo as written; null if it can, or if the family is unknown. */
export function memoProblem(family: string, memo: string): MemoProblem | null {
  if (family === 'ripple') return /^(?:0|[1-9]\d{0,9})$/.test(memo) && Number(memo) <= LARGEST_TAG ? null : 'number';
  // Stellar's MEMO_HASH: 32 bytes in hex. Its MEMO_ID, a number, is short text as well.
  if (family === 'stellar' && /^[0-9a-fA-F]{64}$/.test(memo)) return null;
  return new TextEncoder().encode(memo).length > (LONGEST.get(family) ?? Infinity) ? 'length' : null;
}
