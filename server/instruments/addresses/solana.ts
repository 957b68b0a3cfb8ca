import { base58 } from '@scure/base';
import { type AddressRules, attempt, isZero } from './rules.ts';

/** 32 bytes in base58, no checksum. The all-zero address is the system program; funds sent to it are lost. */
export const solana: AddressRules = {
  judge(address) {
    if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)) return 'address_incorrect';
    const bytes = attempt(() => base58.decode(address));
    return bytes?.length === 32 && !isZero(bytes) ? 'valid' : 'address_incorrect';
  },
  normalise: (address) => address,
  encode: (digest) => base58.encode(digest),
};
