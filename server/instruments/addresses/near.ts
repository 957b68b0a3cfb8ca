import { bytesToHex } from '@noble/hashes/utils.js';
import { type AddressRules, type AddressVerdict } from './rules.ts';

/**
 * NEAR names (nomicon, account id rules) and implicit accounts, 64 hex digits. 0x accounts exist and are refused here:
 * who pastes one means another network far more often.
 */
export const near: AddressRules = {
  judge(address): AddressVerdict {
    if (/^[0-9a-f]{64}$/.test(address)) return /^0+$/.test(address) ? 'address_incorrect' : 'valid';
    if (address.length < 2 || address.length > 64 || /^0x[0-9a-f]{40}$/i.test(address)) return 'address_incorrect';
    if (!/^(?:[a-z0-9]+[-_])*[a-z0-9]+(?:\.(?:[a-z0-9]+[-_])*[a-z0-9]+)*$/.test(address)) return 'address_incorrect';
    if (address.endsWith('.testnet')) return 'address_testnet';
    // Without a dot only the registrar may create a name shorter than 32 letters: `near` and its like, nobody's wallet.
    return address.includes('.') || address.length >= 32 ? 'valid' : 'address_incorrect';
  },
  normalise: (address) => address,
  encode: (digest) => bytesToHex(digest),
  isTelling: (address) => /\.(?:near|tg)$/.test(address),
};
