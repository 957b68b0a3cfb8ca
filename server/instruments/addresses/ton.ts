import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { base64url } from '@scure/base';
import { crc16 } from './crc16.ts';
import { type AddressRules, type AddressVerdict, attempt, isZero } from './rules.ts';

/** TEP-2: flags, workchain, 32-byte hash, CRC-16 with the high byte first, in base64 of either alphabet. */
const BOUNCEABLE = 0x11;
const NOT_BOUNCEABLE = 0x51;
const TEST_ONLY = 0x80;
const RAW = /^(-1|0):([0-9a-fA-F]{64})$/;

interface TonAddress {
  workchain: number;
  hash: Uint8Array;
  isTestOnly: boolean;
}

function decodeFriendly(address: string): TonAddress | 'bad_checksum' | undefined {
  const isOneAlphabet = /^[\w-]{48}$/.test(address) || /^[A-Za-z0-9+/]{48}$/.test(address);
  const bytes = isOneAlphabet ? attempt(() => base64url.decode(address.replaceAll('+', '-').replaceAll('/', '_'))) : undefined;
  const [flags, workchain] = bytes ?? [];
  if (!bytes || flags === undefined || (workchain !== 0 && workchain !== 0xff)) return undefined;
  if (![BOUNCEABLE, NOT_BOUNCEABLE].includes(flags & ~TEST_ONLY)) return undefined;
  const [high = 0, low = 0] = bytes.subarray(34);
  if (crc16(bytes.subarray(0, 34)) !== ((high << 8) | low)) return 'bad_checksum';
  return { workchain: workchain === 0 ? 0 : -1, hash: bytes.subarray(2, 34), isTestOnly: (flags & TEST_ONLY) !== 0 };
}

export const ton: AddressRules = {
  judge(address): AddressVerdict {
    const raw = RAW.exec(address)?.[2];
    if (raw !== undefined) return /^0{64}$/.test(raw) ? 'address_incorrect' : 'valid';
    const decoded = decodeFriendly(address);
    if (decoded === undefined) {
      // A mistyped flag or workchain also breaks the checksum, and all friendly addresses begin like this.
      return /^[EUk0][Qf8][\w+/-]{46}$/.test(address) ? 'address_bad_checksum' : 'address_incorrect';
    }
    if (decoded === 'bad_checksum') return 'address_bad_checksum';
    if (decoded.isTestOnly) return 'address_testnet';
    return isZero(decoded.hash) ? 'address_incorrect' : 'valid';
  },
  /** Raw form: bounceable or not, either alphabet, it is one account. */
  normalise(address) {
    const decoded = decodeFriendly(address);
    if (decoded === undefined || decoded === 'bad_checksum') return address.toLowerCase();
    return `${decoded.workchain}:${bytesToHex(decoded.hash)}`;
  },
  // Not bounceable, as wallets show it: a transfer to a wallet that was never used must not come back.
  encode(digest) {
    const body = concatBytes(Uint8Array.of(NOT_BOUNCEABLE, 0), digest);
    const crc = crc16(body);
    return base64url.encode(concatBytes(body, Uint8Array.of(crc >> 8, crc & 0xff)));
  },
};
