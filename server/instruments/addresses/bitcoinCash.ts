import { bech32 } from '@scure/base';
import { type AddressRules, type AddressVerdict, isZero } from './rules.ts';

/** CashAddr: https://github.com/bitcoincashorg/bitcoincash.org/blob/master/spec/cashaddr.md */
const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATORS = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];
const CHECKSUM_SYMBOLS = 8;
const MAIN_PREFIX = 'bitcoincash';
const TEST_PREFIXES = ['bchtest', 'bchreg'];
/** Hash bytes by the three low bits of the version byte. */
const HASH_BYTES = [20, 24, 28, 32, 40, 48, 56, 64];
/**
 * Hash bytes of the locking scripts that wallets can spend, by address type: OP_HASH160 makes 20, OP_HASH256 of P2SH32 makes 32. The
 * format can write other lengths too. Coins sent there would be lost.
 */
const PAYABLE_BYTES = [[20], [20, 32], [20], [20, 32]];
/** Types 2 and 3 are types 0 and 1 of wallets that know tokens (CHIP-2022-02-CashTokens): the same locking script. */
const TOKEN_TYPES = 2;

function polymod(symbols: readonly number[]): bigint {
  let checksum = 1n;
  for (const symbol of symbols) {
    const top = checksum >> 35n;
    checksum = ((checksum & 0x07ffffffffn) << 5n) ^ BigInt(symbol);
    for (const [bit, generator] of GENERATORS.entries()) {
      if ((top >> BigInt(bit)) & 1n) checksum ^= generator;
    }
  }
  return checksum ^ 1n;
}

const prefixSymbols = (prefix: string): number[] => [...Array.from(prefix, (letter) => letter.charCodeAt(0) & 31), 0];

export interface CashAddress {
  prefix: string;
  /** 0 public key hash, 1 script hash, 2 and 3 the same for wallets that know tokens */
  type: number;
  hash: Uint8Array;
}

function parts(address: string): { prefix: string; body: string } | undefined {
  if (address.length > 120 || (address !== address.toLowerCase() && address !== address.toUpperCase())) return undefined;
  const [first = '', second, ...more] = address.toLowerCase().split(':');
  if (more.length > 0) return undefined;
  return second === undefined ? { prefix: MAIN_PREFIX, body: first } : { prefix: first, body: second };
}

/** The prefix may be left out, then it is mainnet's. `bad_checksum` where all but the checksum has the form. */
export function decodeCashAddress(address: string): CashAddress | 'bad_checksum' | undefined {
  const split = parts(address);
  if (!split || !new RegExp(`^[${ALPHABET}]{${CHECKSUM_SYMBOLS + 2},}$`).test(split.body)) return undefined;
  const symbols = Array.from(split.body, (letter) => ALPHABET.indexOf(letter));
  if (polymod([...prefixSymbols(split.prefix), ...symbols]) !== 0n) return 'bad_checksum';
  // Bits are regrouped, and padded, as in bech32.
  const [version, ...hash] = bech32.fromWordsUnsafe(symbols.slice(0, -CHECKSUM_SYMBOLS)) ?? [];
  if (version === undefined || (version & 0x80) !== 0 || hash.length !== HASH_BYTES[version & 7]) return undefined;
  return { prefix: split.prefix, type: version >> 3, hash: Uint8Array.from(hash) };
}

export function encodeCashAddress({ prefix, type, hash }: CashAddress): string {
  const version = (type << 3) | HASH_BYTES.indexOf(hash.length);
  const symbols = bech32.toWords(Uint8Array.of(version, ...hash));
  const checksum = polymod([...prefixSymbols(prefix), ...symbols, ...Array.from({ length: CHECKSUM_SYMBOLS }, () => 0)]);
  const tail = Array.from({ length: CHECKSUM_SYMBOLS }, (_, index) =>
    Number((checksum >> BigInt(5 * (CHECKSUM_SYMBOLS - 1 - index))) & 31n),
  );
  return `${prefix}:${[...symbols, ...tail].map((symbol) => ALPHABET[symbol]).join('')}`;
}

/**
 * Bitcoin's own form (1…, 3…) is refused although Bitcoin Cash knows it: it is how people send coins to the wrong chain.
 */
export const bitcoincash: AddressRules = {
  judge(address): AddressVerdict {
    const decoded = decodeCashAddress(address);
    if (decoded === undefined) return 'address_incorrect';
    // Without its prefix, q… or p… of the right length; other text of these letters is no mistyped address.
    if (decoded === 'bad_checksum')
      return /^(?:bitcoincash:)?(?:[qpzr][a-z0-9]{41}|[pr][a-z0-9]{60})$/i.test(address)
        ? 'address_bad_checksum'
        : 'address_incorrect';
    if (PAYABLE_BYTES[decoded.type]?.includes(decoded.hash.length) !== true || isZero(decoded.hash)) return 'address_incorrect';
    if (TEST_PREFIXES.includes(decoded.prefix)) return 'address_testnet';
    return decoded.prefix === MAIN_PREFIX ? 'valid' : 'address_incorrect';
  },
  normalise(address) {
    const decoded = decodeCashAddress(address);
    if (decoded === undefined || decoded === 'bad_checksum') return address;
    return encodeCashAddress({ ...decoded, type: decoded.type % TOKEN_TYPES }).slice(decoded.prefix.length + 1);
  },
  encode: (digest) => encodeCashAddress({ prefix: MAIN_PREFIX, type: 0, hash: digest.subarray(0, 20) }),
};
