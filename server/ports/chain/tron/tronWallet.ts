import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { createHdAccounts } from '../wallet/hdAccounts.ts';
import { addressOfHex } from './tronAddresses.ts';
import type { TronChain } from './tronNetworkSettings.ts';
import { bandwidthOf, encodeRaw, encodeSigned, hashOf, type TronTransaction } from './tronTransaction.ts';

export interface SignedTransaction {
  txHash: string;
  /** In hex */
  bytes: string;
  /** In bytes */
  bandwidth: number;
}

/** A wallet that gives out addresses and signed transactions, never keys. Nodes have neither. */
export interface TronWallet {
  /** BIP-44 m/44'/195'/0'/0/index, on the test network m/44'/1'/0'/0/index. Index 0 is the treasury (D35). */
  addressAt(index: number): string;
  sign(index: number, transaction: TronTransaction): SignedTransaction;
}

/** SLIP-44. Test networks write addresses as the real one does: other keys keep real coins apart. */
const COIN_TYPES = { main: 195, nile: 1 } as const satisfies Record<TronChain, number>;

export function createTronWallet(seed: Uint8Array, chain: TronChain): TronWallet {
  const accountAt = createHdAccounts(seed, (root, index) => {
    const { publicKey, privateKey } = root.derive(`m/44'/${COIN_TYPES[chain]}'/0'/0/${index}`);
    if (!publicKey || !privateKey) throw new Error('the seed gives no private keys');
    const digest = keccak_256(secp256k1.Point.fromBytes(publicKey).toBytes(false).subarray(1));
    return { address: addressOfHex(Buffer.from(digest).toString('hex')), privateKey };
  });
  return {
    addressAt: (index) => accountAt(index).address,
    sign(index, transaction) {
      const raw = encodeRaw(transaction);
      const hash = hashOf(raw);
      const signed = encodeSigned(raw, signHash(hash, accountAt(index).privateKey));
      return {
        txHash: Buffer.from(hash).toString('hex'),
        bytes: Buffer.from(signed).toString('hex'),
        bandwidth: bandwidthOf(signed),
      };
    },
  };
}

/** Returns a signature of 65 bytes: r, s, and which of the possible public keys signed. */
export function signHash(hash: Uint8Array, privateKey: Uint8Array): Uint8Array {
  const [recovery = 0, ...point] = secp256k1.sign(hash, privateKey, { prehash: false, format: 'recovered' });
  return Uint8Array.from([...point, recovery]);
}
