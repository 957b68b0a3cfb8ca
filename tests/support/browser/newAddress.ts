import { randomBytes } from 'node:crypto';
import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, createBase58check } from '@scure/base';

const { encode } = createBase58check(sha256);

/** Each call returns an address to which nothing was paid before: what arrives there belongs to the test that asked for it. */
export const newAddress = {
  bitcoin: (): string => bech32.encode('bc', [0, ...bech32.toWords(randomBytes(20))]),
  litecoin: (): string => bech32.encode('ltc', [0, ...bech32.toWords(randomBytes(20))]),
  ethereum: (): string => `0x${randomBytes(20).toString('hex')}`,
  tron: (): string => encode(Uint8Array.of(0x41, ...randomBytes(20))),
} as const;
