import { deriveKey } from '../common/deriveKey.ts';
import type { Database } from '../db/database.ts';
import { createApiKeyService, type ApiKeyService } from './apiKeys/apiKeyService.ts';
import type { SignedRowsContext } from '../guarantee/signedRows.ts';
import { createVerifySignedCall, type VerifySignedCall } from './apiKeys/verifySignedCall.ts';
import type { AccountReferrals } from './context.ts';
import { createAccounts, type Accounts } from './createAccounts.ts';
import { createAccountEnd, type AccountEnd } from './end/accountEnd.ts';
import type { ClosingOptions } from './end/closeAccount.ts';
import type { FreezeContext } from './freeze/context.ts';
import { createAccountFreeze, type AccountFreeze } from './freeze/accountFreeze.ts';
import { createVerifyInitData } from './messenger/initData.ts';
import { createSealing, type Sealing } from './sealing.ts';
import { createSecondFactorService, type SecondFactorService } from './secondFactor/secondFactorService.ts';
import type { FirstEmailRules } from './firstEmail.ts';

interface HostAccountsOptions {
  database: Database;
  /** The host's seed. The keys of accounts are derived from it. */
  seed: Uint8Array;
  /** Its keys verify what operators did */
  signer: SignedRowsContext['signer'];
  /** Named by authenticator apps */
  brand: string;
  /** Token of the messenger's bot; null: this host has none. */
  botToken: string | null;
  referrals: AccountReferrals;
  rules: ClosingOptions['rules'];
  firstEmail: FirstEmailRules;
  stopWithdrawals: FreezeContext['stopWithdrawals'];
}

/** All that a host knows of its customers' accounts. */
export interface HostAccounts {
  sealing: Sealing;
  secondFactor: SecondFactorService;
  accounts: Accounts;
  accountEnd: AccountEnd;
  accountFreeze: AccountFreeze;
  apiKeys: ApiKeyService;
  verifySignedCall: VerifySignedCall;
  hasMessenger: boolean;
}

/** Creates the accounts of a host with their second factor and API keys. */
export function createHostAccounts({
  database,
  seed,
  signer,
  brand,
  botToken,
  referrals,
  rules,
  firstEmail,
  stopWithdrawals,
}: HostAccountsOptions): HostAccounts {
  const sealing = createSealing(deriveKey(seed, 'customer secrets'));
  const secrets = { database, sealing, now: Date.now };
  const messenger = botToken === null ? null : createVerifyInitData(botToken, Date.now);
  const secondFactor = createSecondFactorService({ ...secrets, brand, messenger });
  const accounts = createAccounts({ ...secrets, seed, secondFactor, messenger, referrals, firstEmail });
  const { passwords } = accounts;
  return {
    sealing,
    secondFactor,
    accounts,
    accountEnd: createAccountEnd({ database, passwords, now: Date.now, rules }),
    accountFreeze: createAccountFreeze({ ...secrets, passwords, stopWithdrawals }),
    apiKeys: createApiKeyService(secrets),
    verifySignedCall: createVerifySignedCall({ ...secrets, signer }),
    hasMessenger: messenger !== null,
  };
}
