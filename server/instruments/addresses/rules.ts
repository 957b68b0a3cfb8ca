import type { ADDRESS_REJECT_CODES } from '../../../contract/schemas/instruments.ts';
import type { UnpayableForm } from '../../../contract/input/unpayableForms.ts';
import type { Network } from '../catalogue.ts';

export type AddressRejectCode = (typeof ADDRESS_REJECT_CODES)[number];
export type AddressVerdict = 'valid' | AddressRejectCode;

/** How one network family writes addresses. All functions are pure and never throw on an address, however odd. */
export interface AddressRules {
  judge(address: string, network: Network): AddressVerdict;
  /**
   * The normal form of the account behind a valid address (D86): an address of it, the same for all its spellings and without a
   * routing number.
   */
  normalise(address: string, network: Network): string;
  /** The memo or routing number that a valid address contains beside its account; null without one. Absent: none ever does. */
  routingOf?(address: string): string | null;
  /** A mainnet address from a 32-byte digest, the same for the same digest: deposit addresses of embedded networks (D12). */
  encode(digest: Uint8Array, network: Network): string;
  /**
   * False for an address that almost any text could be (a NEAR or EOS name): it is valid where it is asked for, but
   * nobody should be told "this is an EOS address" for it. Absent means always telling.
   */
  isTelling?(address: string): boolean;
  /** Known forms that can't be paid, whatever their checksum: the customer is told what to enter instead (D85). */
  readonly unpayable?: readonly (readonly [RegExp, UnpayableForm])[];
}

/** What `decode` answers, undefined where it throws: codecs of libraries throw on bad input. */
export function attempt<Value>(decode: () => Value): Value | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}

export function startsWith(bytes: Uint8Array, prefix: readonly number[]): boolean {
  return prefix.every((byte, index) => bytes[index] === byte);
}

export function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}

export const isZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0);
