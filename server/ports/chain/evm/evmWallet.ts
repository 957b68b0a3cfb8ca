import type { Address, AuthorizationRequest, Hex, SignedAuthorization, TransactionSerializable } from 'viem';
import { hdKeyToAccount } from 'viem/accounts';
import { createHdAccounts } from '../wallet/hdAccounts.ts';

/** A wallet that gives out addresses and signed transactions, never keys. */
export interface EvmWallet {
  /** BIP-44 m/44'/60'/0'/0/index; checksummed. Index 0 is the treasury (D35). */
  addressAt(index: number): Address;
  sign(index: number, transaction: TransactionSerializable): Promise<Hex>;
  /** Lets the code of a contract run as the address at `index` (EIP-7702). */
  authorize(index: number, authorization: AuthorizationRequest): Promise<SignedAuthorization>;
}

export function createEvmWallet(seed: Uint8Array): EvmWallet {
  const accountAt = createHdAccounts(seed, (root, index) => hdKeyToAccount(root, { addressIndex: index }));
  return {
    addressAt: (index) => accountAt(index).address,
    sign: (index, transaction) => accountAt(index).signTransaction(transaction),
    authorize: async (index, authorization) => {
      const { signAuthorization } = accountAt(index);
      if (!signAuthorization) throw new Error('the account can not sign an authorisation');
      return await signAuthorization(authorization);
    },
  };
}
