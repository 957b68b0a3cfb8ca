import { cleanMachineText } from '../../../contract/input/machineText.ts';
import type { Network } from '../catalogue.ts';

const LARGEST_TAG = 2n ** 32n - 1n;
const utf8 = new TextEncoder();

/** Bytes of the longest memo by family, in UTF-8: each chain's own limit, TON's the part of a comment in one cell. */
const LONGEST: Partial<Record<Network['family'], number>> = { ton: 120, cosmos: 256, eos: 256, hedera: 100 };

/**
 * Whether the network can carry the memo as written. Networks that know none refuse any. An empty memo is no memo and
 * is refused: leave it out instead. So is one with invisible characters or unusual spaces: it would be paid out with them (D85).
 */
export function validateMemo(network: Network, memo: string): boolean {
  if (network.memoName === null || memo === '' || memo !== cleanMachineText(memo)) return false;
  const bytes = utf8.encode(memo).length;
  if (network.family === 'ripple') return /^(?:0|[1-9]\d{0,9})$/.test(memo) && BigInt(memo) <= LARGEST_TAG;
  // Text, or a number (MEMO_ID, which is short text as well), or 32 bytes (MEMO_HASH) in hex.
  if (network.family === 'stellar') return bytes <= 28 || /^[0-9a-fA-F]{64}$/.test(memo);
  return bytes <= (LONGEST[network.family] ?? 0);
}
