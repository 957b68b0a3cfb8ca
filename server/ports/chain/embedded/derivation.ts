import { createHmac } from 'node:crypto';
import type { Network } from '../../../instruments/catalogue.ts';
import { addressFromDigest } from '../../../instruments/addresses/index.ts';
import { TREASURY_INDEX } from '../treasury.ts';

/** An HD index, or the sandbox's own address. */
export type DerivationPath = number | 'faucet';

/** Treasuries are asked for all the time, and a key of elliptic curves takes milliseconds. */
const treasuries = new Map<string, string>();

/**
 * Returns the address of a seed, network and path. It is always the same, and valid on the real network (D12). All EVM networks share
 * addresses, because one key has one address on all of them, so that a wrong-network deposit arrives at our address (D6).
 */
export function deriveAddress(seed: string, network: Network, path: DerivationPath): string {
  const scope = network.family === 'evm' ? network.family : network.slug;
  if (path !== TREASURY_INDEX) return encode(seed, network, scope, path);
  const key = `${seed} ${scope}`;
  const known = treasuries.get(key) ?? encode(seed, network, scope, path);
  treasuries.set(key, known);
  return known;
}

function encode(seed: string, network: Network, scope: string, path: DerivationPath): string {
  const digest = createHmac('sha256', seed).update(`${scope}/${path}`).digest();
  return addressFromDigest(network, new Uint8Array(digest));
}

const MEMO_BASE = 100_000_000n;
const MEMO_COUNT = 900_000_000n;
/** Coprime to MEMO_COUNT, so that the multiplication is a permutation. */
const MEMO_STRIDE = 617_283_953n;

/**
 * Returns the memo of an HD index: nine digits, which every network accepts (also as a destination tag). Neighbouring orders get
 * distant numbers, so that a mistyped digit names no order instead of another customer's.
 */
export function memoAt(index: number): string {
  return (MEMO_BASE + ((BigInt(index) * MEMO_STRIDE) % MEMO_COUNT)).toString();
}

/** Returns where an order is paid. On memo networks that is the treasury's address with a memo per order. */
export function depositTarget(seed: string, network: Network, index: number): { address: string; memo: string | null } {
  const address = (path: number): string => deriveAddress(seed, network, path);
  if (network.memoName === null || index === TREASURY_INDEX) return { address: address(index), memo: null };
  return { address: address(TREASURY_INDEX), memo: memoAt(index) };
}
