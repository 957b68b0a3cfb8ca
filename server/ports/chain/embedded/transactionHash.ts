import { createHash } from 'node:crypto';
import { base32, base58, createBase58check } from '@scure/base';
import type { Network } from '../../../instruments/catalogue.ts';

const sha256 = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash('sha256').update(bytes).digest());
const base58check = createBase58check(sha256);
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Prefix of a Tezos operation hash. In base58 it becomes "o". */
const TEZOS_OPERATION_PREFIX = Uint8Array.of(5, 116);

/** Returns a transaction hash in the format of the network's explorers, from 32 bytes unique to the transaction. */
export function transactionHash(network: Network, digest: Uint8Array, createdAt: number): string {
  switch (network.family) {
    case 'evm':
    case 'polkadot':
    case 'aptos':
      return `0x${hex(digest)}`;
    case 'ripple':
    case 'cosmos':
      return hex(digest).toUpperCase();
    case 'solana':
      return base58.encode(new Uint8Array(createHash('sha512').update(digest).digest()));
    case 'near':
    case 'sui':
      return base58.encode(digest);
    case 'algorand':
      return base32.encode(digest).replaceAll('=', '');
    case 'tezos':
      return base58check.encode(Uint8Array.from([...TEZOS_OPERATION_PREFIX, ...digest]));
    case 'hedera':
      return hederaTransactionId(digest, createdAt);
    default:
      return hex(digest);
  }
}

/** Returns a Hedera transaction id: the payer and the time from which the transaction is valid. */
function hederaTransactionId(digest: Uint8Array, createdAt: number): string {
  const bytes = Buffer.from(digest);
  const payer = 1_000 + (bytes.readUInt32BE(0) % 9_000_000);
  const nanoseconds = (bytes.readUInt32BE(4) % 1_000_000_000).toString().padStart(9, '0');
  return `0.0.${payer}-${Math.floor(createdAt / 1_000)}-${nanoseconds}`;
}
