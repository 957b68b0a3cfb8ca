import { bech32m } from '@scure/base';
import { type Base58Kind, encodeBase58, judgeBase58 } from './base58.ts';
import { type AddressRules, type AddressVerdict, isZero } from './rules.ts';

const KEY_HASH = [0x1c, 0xb8];
/** Transparent addresses of chainparams: t1 and t3, then those of test networks. Payouts are not shielded. */
const TRANSPARENT: readonly Base58Kind[] = [
  { version: KEY_HASH, verdict: 'valid' },
  { version: [0x1c, 0xbd], verdict: 'valid' },
  { version: [0x1d, 0x25], verdict: 'address_testnet' },
  { version: [0x1c, 0xba], verdict: 'address_testnet' },
];

const HASH_BYTES = 20;
const TEX = 'tex';
const TEX_OF_TEST_NETWORKS = ['textest', 'texregtest'];

/**
 * Returns the key hash of a ZIP 320 address (tex1…, https://zips.z.cash/zip-0320) and its prefix; undefined for anything else. It
 * pays the t1 address of that hash, and only from transparent funds. Ours are.
 */
function decodeTex(address: string): { prefix: string; hash: Uint8Array } | undefined {
  // Each order compares its addresses with all families, and decoding costs far more than this.
  if (address.slice(0, TEX.length).toLowerCase() !== TEX) return undefined;
  const decoded = bech32m.decodeUnsafe(address);
  if (!decoded) return undefined;
  const hash = bech32m.fromWordsUnsafe(decoded.words);
  return hash?.length === HASH_BYTES ? { prefix: decoded.prefix, hash } : undefined;
}

function judgeTex(address: string): AddressVerdict {
  const tex = decodeTex(address);
  if (tex) {
    if (TEX_OF_TEST_NETWORKS.includes(tex.prefix)) return 'address_testnet';
    return tex.prefix === TEX && !isZero(tex.hash) ? 'valid' : 'address_incorrect';
  }
  const isOneCase = address === address.toLowerCase() || address === address.toUpperCase();
  return isOneCase && /^tex(?:test|regtest)?1[02-9ac-hj-np-z]{38}$/i.test(address) ? 'address_bad_checksum' : 'address_incorrect';
}

export const zcash: AddressRules = {
  judge: (address) => judgeBase58(address, TRANSPARENT) ?? judgeTex(address),
  // Unified (ZIP 316), Sapling and Sprout
  unpayable: [[/^(?:u1[02-9ac-hj-np-z]{50,}|zs1[02-9ac-hj-np-z]{75}|zc[1-9A-HJ-NP-Za-km-z]{93})$/, 'address_shielded']],
  normalise(address) {
    const tex = decodeTex(address);
    return tex?.prefix === TEX ? encodeBase58(KEY_HASH, tex.hash) : address;
  },
  encode: (digest) => encodeBase58(KEY_HASH, digest),
};
