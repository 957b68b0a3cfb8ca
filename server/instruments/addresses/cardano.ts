import { crc32 } from 'node:zlib';
import { base58, bech32 } from '@scure/base';
import { type AddressRules, type AddressVerdict, attempt } from './rules.ts';

/** CIP-19: no address is longer than this many characters; bech32's own limit of 90 does not apply. */
const LONGEST = 150;
const MAINNET = 1;
const ENTERPRISE = 6;
/** Of an address type: the payment credential is a script's. */
const IS_SCRIPT = 1;
const CREDENTIAL_BYTES = 28;
/** Bytes by address type, the upper half of the header; pointers (4, 5) vary from 32 on. */
const LENGTHS: Readonly<Record<number, number>> = { 0: 57, 1: 57, 2: 57, 3: 57, 6: 29, 7: 29 };

function decodeShelley(address: string): { prefix: string; bytes: Uint8Array | undefined } | undefined {
  const decoded = bech32.decodeUnsafe(address, LONGEST);
  return decoded ? { prefix: decoded.prefix, bytes: bech32.fromWordsUnsafe(decoded.words) ?? undefined } : undefined;
}

/** The address of a payment credential without stake rights: of a key (`isScript` 0) or a script (1). */
function encodeEnterprise(isScript: number, credential: Uint8Array): string {
  const header = ((ENTERPRISE | isScript) << 4) | MAINNET;
  return bech32.encode('addr', bech32.toWords(Uint8Array.of(header, ...credential.subarray(0, CREDENTIAL_BYTES))), LONGEST);
}

function judgeShelley(address: string): AddressVerdict {
  const decoded = decodeShelley(address);
  if (!decoded)
    return address === address.toLowerCase() || address === address.toUpperCase() ? 'address_bad_checksum' : 'address_incorrect';
  const { bytes } = decoded;
  const header = bytes?.[0];
  if (!bytes || header === undefined) return 'address_incorrect';
  const type = header >> 4;
  const isPointer = (type === 4 || type === 5) && bytes.length >= 32 && bytes.length <= 57;
  if (!isPointer && LENGTHS[type] !== bytes.length) return 'address_incorrect';
  const isMain = (header & 15) === MAINNET;
  if (isMain !== (decoded.prefix === 'addr')) return 'address_incorrect';
  return isMain ? 'valid' : 'address_testnet';
}

/** The length and the start of a CBOR byte string at `at`; undefined for any other thing. Lengths to 255 suffice here. */
function byteString(bytes: Uint8Array, at: number): { start: number; length: number } | undefined {
  const head = bytes[at] ?? 0;
  if (head >= 0x40 && head <= 0x57) return { start: at + 1, length: head - 0x40 };
  return head === 0x58 ? { start: at + 2, length: bytes[at + 1] ?? 0 } : undefined;
}

/** Whether the attributes of a Byron address name a network (key 2), which mainnet's do not. */
function namesNetwork(payload: Uint8Array): boolean | undefined {
  const root = byteString(payload, 1);
  if (payload[0] !== 0x83 || root?.length !== 28) return undefined;
  let at = root.start + root.length;
  const map = payload[at] ?? 0;
  if (map < 0xa0 || map > 0xa2) return undefined;
  at += 1;
  let found = false;
  for (let pair = 0; pair < map - 0xa0; pair += 1) {
    if (payload[at] === 2) found = true;
    const value = byteString(payload, at + 1);
    if (!value) return undefined;
    at = value.start + value.length;
  }
  return at === payload.length - 1 ? found : undefined;
}

/** [tag 24 of bytes, CRC-32 of these bytes] in CBOR and base58. */
function judgeByron(address: string): AddressVerdict {
  const bytes = attempt(() => base58.decode(address));
  const content = bytes && bytes[0] === 0x82 && bytes[1] === 0xd8 && bytes[2] === 0x18 ? byteString(bytes, 3) : undefined;
  if (!bytes || !content) return 'address_incorrect';
  const end = content.start + content.length;
  const payload = bytes.subarray(content.start, end);
  if (bytes[end] !== 0x1a || bytes.length !== end + 5) return 'address_incorrect';
  if (new DataView(bytes.buffer, bytes.byteOffset + end + 1).getUint32(0) !== crc32(payload)) return 'address_bad_checksum';
  const isTest = namesNetwork(payload);
  if (isTest === undefined) return 'address_incorrect';
  return isTest ? 'address_testnet' : 'valid';
}

export const cardano: AddressRules = {
  judge(address) {
    if (address.length > LONGEST) return 'address_incorrect';
    if (/^addr(?:_test)?1/i.test(address)) return judgeShelley(address);
    return /^(?:Ae2|DdzFF|37bt|2cWKM)/.test(address) ? judgeByron(address) : 'address_incorrect';
  },
  unpayable: [[/^stake1[02-9ac-hj-np-z]{53}$/i, 'address_stake']],
  /** Who may spend is in the payment credential alone: an address with the same one and other stake rights belongs to the same owner. */
  normalise(address) {
    const bytes = /^addr1/i.test(address) ? decodeShelley(address)?.bytes : undefined;
    const [header = 0] = bytes ?? [];
    return bytes ? encodeEnterprise((header >> 4) & IS_SCRIPT, bytes.subarray(1)) : address;
  },
  encode: (digest) => encodeEnterprise(0, digest),
};
