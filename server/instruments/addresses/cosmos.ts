import { bech32 } from '@scure/base';
import type { Network } from '../catalogue.ts';
import { type AddressRules, type AddressVerdict } from './rules.ts';

/** 20 bytes for a key, 32 for a contract, a multisignature or a module. */
const ACCOUNT_BYTES = [20, 32];

function judge(address: string, network: Network): AddressVerdict {
  const prefix = network.addressPrefix ?? '';
  if (!/^[a-z]+1[02-9ac-hj-np-z]{38,58}$/i.test(address)) return 'address_incorrect';
  const decoded = bech32.decodeUnsafe(address);
  if (!decoded) return address.toLowerCase().startsWith(`${prefix}1`) ? 'address_bad_checksum' : 'address_incorrect';
  const bytes = bech32.fromWordsUnsafe(decoded.words);
  // The prefix also tells accounts from validators (cosmosvaloper1…).
  return decoded.prefix === prefix && bytes !== undefined && ACCOUNT_BYTES.includes(bytes.length) ? 'valid' : 'address_incorrect';
}

export const cosmos: AddressRules = {
  judge,
  unpayable: [[/^[a-z]+valoper1[02-9ac-hj-np-z]{38,58}$/i, 'address_validator']],
  normalise: (address) => address.toLowerCase(),
  encode: (digest, network) => bech32.encode(network.addressPrefix ?? '', bech32.toWords(digest.subarray(0, 20))),
};
