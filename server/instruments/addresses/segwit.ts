import { schnorr } from '@noble/curves/secp256k1.js';
import { bech32, bech32m } from '@scure/base';
import { type Base58Kind, judgeBase58 } from './base58.ts';
import { type AddressRules, type AddressVerdict } from './rules.ts';

/** Longest address of BIP 173. */
const LONGEST = 90;
/** The decoder throws on any other text. That costs far more than this test, and each order tests its addresses often. */
const BECH32 = /^[a-z]+1[02-9ac-hj-np-z]+$/i;

export interface WitnessProgram {
  prefix: string;
  version: number;
  program: Uint8Array;
}

/**
 * Decodes a segregated witness address by BIP 173 and BIP 350: version 0 in bech32, the others in bech32m.
 * undefined for anything else, wrong checksums included.
 */
export function decodeWitness(address: string): WitnessProgram | undefined {
  if (address.length > LONGEST || !BECH32.test(address)) return undefined;
  // The version is the first character after the separator: q is 0.
  const codec = /^[a-z]+1q/i.test(address) ? bech32 : bech32m;
  const decoded = codec.decodeUnsafe(address, LONGEST);
  const version = decoded?.words[0];
  if (!decoded || version === undefined || version > 16) return undefined;
  const program = codec.fromWordsUnsafe(decoded.words.slice(1));
  if (!program || program.length < 2 || program.length > 40) return undefined;
  if (version === 0 && program.length !== 20 && program.length !== 32) return undefined;
  return { prefix: decoded.prefix, version, program };
}

interface SegwitNetwork {
  prefix: string;
  testPrefixes: readonly string[];
  base58: readonly Base58Kind[];
  unpayable: NonNullable<AddressRules['unpayable']>;
}

/**
 * Versions above 1, and version 1 programs of another length than a taproot key's, are valid by BIP 350 and spendable by anybody today:
 * nobody means to be paid there. Nobody can spend what a program receives that has the length of a key and is none.
 */
function isPayable({ version, program }: WitnessProgram): boolean {
  return version === 0 || (version === 1 && program.length === 32 && isKey(program));
}

/** Whether the curve has a point with this x coordinate (BIP 340). */
function isKey(program: Uint8Array): boolean {
  try {
    schnorr.utils.lift_x(BigInt(`0x${Buffer.from(program).toString('hex')}`));
    return true;
  } catch {
    return false;
  }
}

function judgeWitness(address: string, network: SegwitNetwork): AddressVerdict {
  const prefix = address.toLowerCase().split('1', 1)[0] ?? '';
  const isTest = network.testPrefixes.includes(prefix);
  if (prefix !== network.prefix && !isTest) return 'address_incorrect';
  const witness = decodeWitness(address);
  if (!witness) {
    const mixedCase = address !== address.toLowerCase() && address !== address.toUpperCase();
    return !mixedCase && /^[a-z]+1[02-9ac-hj-np-z]{11,}$/i.test(address) ? 'address_bad_checksum' : 'address_incorrect';
  }
  if (isTest) return 'address_testnet';
  return witness.prefix === network.prefix && isPayable(witness) ? 'valid' : 'address_incorrect';
}

function segwitRules(network: SegwitNetwork): AddressRules {
  return {
    judge: (address) => judgeBase58(address, network.base58) ?? judgeWitness(address, network),
    unpayable: network.unpayable,
    normalise: (address) => (decodeWitness(address) ? address.toLowerCase() : address),
    // Version 0 with a 20-byte key hash: the address that most wallets show.
    encode: (digest) => bech32.encode(network.prefix, [0, ...bech32.toWords(digest.subarray(0, 20))]),
  };
}

export const bitcoin = segwitRules({
  prefix: 'bc',
  testPrefixes: ['tb', 'bcrt'],
  base58: [
    { version: [0x00], verdict: 'valid' },
    { version: [0x05], verdict: 'valid' },
    { version: [0x6f], verdict: 'address_testnet' },
    { version: [0xc4], verdict: 'address_testnet' },
  ],
  unpayable: [
    // BIP 352, SLIP-132
    [/^sp1q[02-9ac-hj-np-z]{90,}$/i, 'address_silent_payment'],
    [/^[xyzYZ]pub[1-9A-HJ-NP-Za-km-z]{100,}$/, 'address_extended_key'],
  ],
});

/** The old script addresses that begin with 3 are Bitcoin's too; only the M form is accepted, so that nobody mixes the two up. */
export const litecoin = segwitRules({
  prefix: 'ltc',
  testPrefixes: ['tltc', 'rltc'],
  base58: [
    { version: [0x30], verdict: 'valid' },
    { version: [0x32], verdict: 'valid' },
    { version: [0x6f], verdict: 'address_testnet' },
    { version: [0x3a], verdict: 'address_testnet' },
  ],
  unpayable: [
    [/^ltcmweb1[02-9ac-hj-np-z]{50,}$/i, 'address_mweb'],
    [/^(?:Ltub|Mtub|[xyz]pub)[1-9A-HJ-NP-Za-km-z]{100,}$/, 'address_extended_key'],
  ],
});
