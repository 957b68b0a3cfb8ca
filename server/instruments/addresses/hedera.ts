import { bytesToHex } from '@noble/hashes/utils.js';
import { type AddressRules, type AddressVerdict } from './rules.ts';

const ACCOUNT = /^0\.0\.(0|[1-9]\d{0,18})(?:-([a-z]{5}))?$/;
const LARGEST = 2n ** 63n - 1n;
/** 0.0.1 to 0.0.1000 belong to the network itself. */
const LAST_SYSTEM_ACCOUNT = 1_000n;

/** HIP-15: five letters computed from the account's number and the ledger's (mainnet is 0). `account`: "0.0.123" */
export function hederaChecksum(account: string): string {
  const P3 = 26 ** 3;
  const P5 = 26 ** 5;
  const digits = Array.from(account, (letter) => (letter === '.' ? 10 : Number(letter)));
  const weighed = digits.reduce((sum, digit) => (sum * 31 + digit) % P3, 0);
  const [even = 0, odd = 0] = [0, 1].map((parity) =>
    digits.reduce((sum, digit, index) => (index % 2 === parity ? (sum + digit) % 11 : sum), 0),
  );
  // The ledger's own term is zero, since all of mainnet's bytes are.
  let code = ((((digits.length % 5) * 11 + even) * 11 + odd) * P3 + weighed) % P5;
  code = (code * 1_000_003) % P5;
  return Array.from({ length: 5 }, (_, place) => String.fromCharCode(97 + (Math.floor(code / 26 ** (4 - place)) % 26))).join('');
}

export const hedera: AddressRules = {
  judge(address): AddressVerdict {
    const [, digits, checksum] = ACCOUNT.exec(address) ?? [];
    if (digits === undefined) return 'address_incorrect';
    const number = BigInt(digits);
    if (number <= LAST_SYSTEM_ACCOUNT || number > LARGEST) return 'address_incorrect';
    return checksum === undefined || checksum === hederaChecksum(`0.0.${digits}`) ? 'valid' : 'address_bad_checksum';
  },
  normalise: (address) => address.split('-', 1)[0] ?? address,
  encode: (digest) => `0.0.${(BigInt(`0x${bytesToHex(digest.subarray(0, 4))}`) % 90_000_000n) + 1_000_001n}`,
};
