import type { Address, Hex, TransactionSerializable } from 'viem';
import { HDKey, hdKeyToAccount, type HDAccount } from 'viem/accounts';

/** A wallet that gives out addresses and signed transactions, never keys. */
export interface HdWallet {
  /** BIP-44 m/44'/60'/0'/0/index; checksummed. Index 0 is the treasury (D35). */
  addressAt(index: number): Address;
  sign(index: number, transaction: TransactionSerializable): Promise<Hex>;
}

/** Derived accounts to cache: a derivation takes about a millisecond. */
const MAX_CACHED = 10_000;

export function createHdWallet(seed: Uint8Array): HdWallet {
  const root = HDKey.fromMasterSeed(seed);
  const accounts = new Map<number, HDAccount>();
  const accountAt = (index: number): HDAccount => {
    const known = accounts.get(index);
    if (known) return known;
    const account = hdKeyToAccount(root, { addressIndex: index });
    if (accounts.size >= MAX_CACHED) accounts.clear();
    accounts.set(index, account);
    return account;
  };
  return {
    addressAt: (index) => accountAt(index).address,
    sign: (index, transaction) => accountAt(index).signTransaction(transaction),
  };
}
