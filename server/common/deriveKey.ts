import { hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;

/** Derives a separate 32-byte secret for each purpose (HKDF-SHA-256). It does not reveal the seed. */
export function deriveKey(
  seed: Uint8Array,
  purpose:
    | 'passwords'
    | 'quotes'
    | 'tokens'
    | 'fingerprint'
    | 'customer secrets'
    | 'embedded card provider'
    | 'monero'
    | 'monero regtest',
): Buffer {
  return Buffer.from(hkdfSync('sha256', seed, '', `causeway ${purpose}`, KEY_BYTES));
}
