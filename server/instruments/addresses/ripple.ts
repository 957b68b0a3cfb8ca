import { base58xrp } from '@scure/base';
import {
  decodeXAddress,
  encodeAccountID,
  isValidClassicAddress,
  isValidXAddress,
  xAddressToClassicAddress,
} from 'ripple-address-codec';
import { type AddressRules, type AddressVerdict, attempt } from './rules.ts';

/** Nobody holds the keys of these: ACCOUNT_ZERO, ACCOUNT_ONE, and the accounts of XRPL's documentation on special addresses. */
const BLACK_HOLES = [
  'rrrrrrrrrrrrrrrrrrrrrhoLvTp',
  'rrrrrrrrrrrrrrrrrrrrBZbvji',
  'rrrrrrrrrrrrrrrrrNAMEtxvNvQ',
  'rrrrrrrrrrrrrrrrrrrn5RM1rHd',
];
/** Classic addresses, X-addresses and their testnet form. The decoders throw on other text, which costs far more than this test. */
const STARTS = /^[rXT]/;
const CLASSIC_BYTES = 25;
const X_ADDRESS_BYTES = 35;

/**
 * Classic addresses (r…) and X-addresses (XLS-5), which carry their destination tag; T… is a testnet X-address.
 */
export const ripple: AddressRules = {
  judge(address): AddressVerdict {
    if (address.length > 60 || !STARTS.test(address)) return 'address_incorrect';
    if (isValidClassicAddress(address)) return BLACK_HOLES.includes(address) ? 'address_incorrect' : 'valid';
    if (isValidXAddress(address)) {
      if (decodeXAddress(address).test) return 'address_testnet';
      return BLACK_HOLES.includes(accountOf(address)) ? 'address_incorrect' : 'valid';
    }
    const length = attempt(() => base58xrp.decode(address))?.length;
    const isClassicLike = address.startsWith('r') && length === CLASSIC_BYTES;
    const isXLike = /^[XT]/.test(address) && length === X_ADDRESS_BYTES;
    return isClassicLike || isXLike ? 'address_bad_checksum' : 'address_incorrect';
  },
  normalise: accountOf,
  routingOf(address) {
    if (!isXAddress(address)) return null;
    const { tag } = xAddressToClassicAddress(address);
    return tag === false ? null : String(tag);
  },
  encode: (digest) => encodeAccountID(digest.subarray(0, 20)),
};

function isXAddress(address: string): boolean {
  return !address.startsWith('r') && isValidXAddress(address);
}

function accountOf(address: string): string {
  return isXAddress(address) ? xAddressToClassicAddress(address).classicAddress : address;
}
