import { concatBytes } from '@noble/hashes/utils.js';
import { base32nopad } from '@scure/base';
import { crc16 } from './crc16.ts';
import { type AddressRules, type AddressVerdict, attempt } from './rules.ts';

/** SEP-23 strkeys: version byte, payload, CRC-16 with the low byte first, in base32 without padding. */
const ACCOUNT = 6 << 3;
const MUXED_ACCOUNT = 12 << 3;
/** Characters of G… (32 bytes) and M… (32 bytes and a 64-bit id). */
const LENGTHS: Readonly<Record<number, number>> = { [ACCOUNT]: 56, [MUXED_ACCOUNT]: 69 };
const KEY_BYTES = 32;

function decode(address: string): { version: number; payload: Uint8Array } | 'bad_checksum' | undefined {
  if (!/^[GM][A-Z2-7]{55,68}$/.test(address)) return undefined;
  const bytes = attempt(() => base32nopad.decode(address));
  const version = bytes?.[0];
  if (!bytes || version === undefined || LENGTHS[version] !== address.length) return undefined;
  const body = bytes.subarray(0, -2);
  const [low = 0, high = 0] = bytes.subarray(-2);
  return crc16(body) === ((high << 8) | low) ? { version, payload: body.subarray(1) } : 'bad_checksum';
}

function encode(version: number, payload: Uint8Array): string {
  const body = concatBytes(Uint8Array.of(version), payload);
  const crc = crc16(body);
  return base32nopad.encode(concatBytes(body, Uint8Array.of(crc & 0xff, crc >> 8)));
}

function muxedPayload(address: string): Uint8Array | undefined {
  const decoded = address.startsWith('M') ? decode(address) : undefined;
  return decoded === 'bad_checksum' ? undefined : decoded?.payload;
}

/** Accounts (G…) and multiplexed accounts (M…). Contracts (C…) can't be paid by a payment operation; S… is somebody's secret. */
export const stellar: AddressRules = {
  judge(address): AddressVerdict {
    const decoded = decode(address);
    if (decoded === undefined) return 'address_incorrect';
    return decoded === 'bad_checksum' ? 'address_bad_checksum' : 'valid';
  },
  normalise(address) {
    const payload = muxedPayload(address);
    return payload ? encode(ACCOUNT, payload.subarray(0, KEY_BYTES)) : address;
  },
  /** The id of a multiplexed account. It stands for a MEMO_ID of the same number. */
  routingOf(address) {
    const payload = muxedPayload(address);
    return payload ? String(new DataView(payload.buffer, payload.byteOffset).getBigUint64(KEY_BYTES)) : null;
  },
  encode: (digest) => encode(ACCOUNT, digest),
};
