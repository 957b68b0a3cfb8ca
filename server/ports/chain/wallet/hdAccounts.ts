import { HDKey } from 'viem/accounts';

/** Accounts to keep: a derivation takes about a millisecond. */
const MAX_CACHED = 10_000;

/**
 * Returns the accounts of a network family by HD index, all derived from one seed. `derive` returns the account at an index from
 * the root key (BIP-32), on the family's own path.
 */
export function createHdAccounts<Account>(
  seed: Uint8Array,
  derive: (root: HDKey, index: number) => Account,
): (index: number) => Account {
  const root = HDKey.fromMasterSeed(seed);
  const accounts = new Map<number, Account>();
  return (index) => {
    const known = accounts.get(index);
    if (known !== undefined) return known;
    const account = derive(root, index);
    if (accounts.size >= MAX_CACHED) accounts.clear();
    accounts.set(index, account);
    return account;
  };
}
