import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToNumberLE, concatBytes, numberToBytesLE } from '@noble/curves/utils.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base58xmr } from '@scure/base';
import { deriveKey } from '../../../common/deriveKey.ts';

const { Point } = ed25519;
const { Fn } = Point;
const KEY_BYTES = 32;
const CHECKSUM_BYTES = 4;
/** cryptonote_config.h: what the first byte of an address says. The private chain uses those of the real one. */
const STANDARD = 18;
const SUBADDRESS = 42;
/** Addresses to keep: a derivation takes two milliseconds. */
const MAX_CACHED = 10_000;

export type MoneroChain = 'main' | 'regtest';

/** The keys of the treasury's wallet, derived from the host's seed. Secrets are in hex, as wallets take them. */
export interface MoneroKeys {
  /** Index 0 is the treasury (D35): the wallet's primary address. Every other index is the subaddress (0, index). */
  addressAt(index: number): string;
  spendKey: string;
  viewKey: string;
}

/** Derives the keys of one chain. A private chain has other keys: its addresses look like those of the real one. */
export function createMoneroKeys(seed: Uint8Array, chain: MoneroChain): MoneroKeys {
  return moneroKeysOf(deriveKey(seed, chain === 'main' ? 'monero' : 'monero regtest'));
}

/** Returns the keys of a wallet whose view key follows from its spend key, as that of a wallet with 25 words. */
export function moneroKeysOf(secret: Uint8Array): MoneroKeys {
  const spend = Fn.create(bytesToNumberLE(secret));
  const view = hashToScalar(numberToBytesLE(spend, KEY_BYTES));
  const spendPoint = Point.BASE.multiply(spend);
  const addresses = new Map<number, string>();

  function derive(index: number): string {
    if (index === 0) return encode(STANDARD, spendPoint.toBytes(), Point.BASE.multiply(view).toBytes());
    const scalar = hashToScalar(
      concatBytes(utf8ToBytes('SubAddr\0'), numberToBytesLE(view, KEY_BYTES), uint32(0), uint32(index)),
    );
    const point = spendPoint.add(Point.BASE.multiply(scalar));
    return encode(SUBADDRESS, point.toBytes(), point.multiply(view).toBytes());
  }

  return {
    addressAt(index) {
      const known = addresses.get(index);
      if (known !== undefined) return known;
      const address = derive(index);
      if (addresses.size >= MAX_CACHED) addresses.clear();
      addresses.set(index, address);
      return address;
    },
    spendKey: Buffer.from(numberToBytesLE(spend, KEY_BYTES)).toString('hex'),
    viewKey: Buffer.from(numberToBytesLE(view, KEY_BYTES)).toString('hex'),
  };
}

/** Monero's hash to a scalar (crypto.cpp). */
export function hashToScalar(bytes: Uint8Array): bigint {
  return Fn.create(bytesToNumberLE(keccak_256(bytes)));
}

function encode(kind: number, spend: Uint8Array, view: Uint8Array): string {
  const payload = concatBytes(Uint8Array.of(kind), spend, view);
  return base58xmr.encode(concatBytes(payload, keccak_256(payload).subarray(0, CHECKSUM_BYTES)));
}

function uint32(value: number): Uint8Array {
  return numberToBytesLE(value, 4);
}
