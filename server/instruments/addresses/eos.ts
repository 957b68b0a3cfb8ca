import { type AddressRules } from './rules.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz12345';

/** Names of up to 12 letters a–z, 1–5 and dots; a 13th may only be one of the first sixteen. No checksum. */
export const eos: AddressRules = {
  judge: (address) =>
    /^(?=.{1,13}$)[a-z1-5.]{0,11}[a-z1-5](?:[a-j1-5])?$/.test(address) && !address.startsWith('.')
      ? 'valid'
      : 'address_incorrect',
  normalise: (address) => address,
  encode: (digest) => [...digest.subarray(0, 12)].map((byte) => LETTERS[byte % LETTERS.length]).join(''),
  isTelling: () => false,
};
