import { bech32 } from '@scure/base';
import { HEX_ADDRESS } from './evm.ts';
import { type AddressRules, type AddressVerdict } from './rules.ts';

/** IoTeX writes the same 20 bytes as bech32 (io1…). Exchanges refuse its 0x form. */
export const iotex: AddressRules = {
  judge(address): AddressVerdict {
    if (!/^i[ot]1[02-9ac-hj-np-z]{38}$/.test(address)) return 'address_incorrect';
    const decoded = bech32.decodeUnsafe(address);
    if (!decoded) return 'address_bad_checksum';
    if (decoded.prefix === 'it') return 'address_testnet';
    return bech32.fromWordsUnsafe(decoded.words)?.length === 20 ? 'valid' : 'address_incorrect';
  },
  unpayable: [[HEX_ADDRESS, 'address_reject_iotx']],
  normalise: (address) => address,
  encode: (digest) => bech32.encode('io', bech32.toWords(digest.subarray(0, 20))),
};
