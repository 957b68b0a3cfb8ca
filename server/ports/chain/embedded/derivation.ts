import { createHmac } from 'node:crypto';
import type { Network } from '../../../instruments/catalogue.ts';
import { addressFromDigest } from '../../../instruments/addresses/index.ts';
import { TREASURY_INDEX } from '../treasury.ts';

/** Payers of the sandbox pay from an address of their own, which no HD index reaches. */
export type DerivationPath = number | 'faucet';

/**
 * Whose addresses are the same: one key has one address on all EVM networks, and what is sent on the wrong one of them
 * lies at an address of ours (D6). `OWN` is for networks that were started before these knew it: their addresses stay.
 */
export type AddressRealm = 'FAMILY' | 'OWN';

/** The same seed, network and path always give the same address, and it passes the network's own checks (D12). */
export function deriveAddress(seed: string, network: Network, path: DerivationPath, realm: AddressRealm = 'FAMILY'): string {
  const place = realm === 'FAMILY' && network.family === 'evm' ? network.family : network.slug;
  const digest = createHmac('sha256', seed).update(`${place}/${path}`).digest();
  return addressFromDigest(network, new Uint8Array(digest));
}

const MEMO_BASE = 100_000_000n;
const MEMO_COUNT = 900_000_000n;
/** Shares no factor with MEMO_COUNT, so that the multiplication is a permutation. */
const MEMO_STRIDE = 617_283_953n;

/**
 * Nine digits, which every network's memo rules allow (a destination tag among them). Neighbouring orders get numbers
 * far apart: a mistyped digit should meet nobody's order rather than the next one's.
 */
export function memoAt(index: number): string {
  return (MEMO_BASE + ((BigInt(index) * MEMO_STRIDE) % MEMO_COUNT)).toString();
}

/** On memo networks everybody pays to the treasury's own address and the memo tells the order. */
export function depositTarget(
  seed: string,
  network: Network,
  index: number,
  realm: AddressRealm = 'FAMILY',
): { address: string; memo: string | null } {
  const address = (path: number): string => deriveAddress(seed, network, path, realm);
  if (network.memoName === null || index === TREASURY_INDEX) return { address: address(index), memo: null };
  return { address: address(TREASURY_INDEX), memo: memoAt(index) };
}
