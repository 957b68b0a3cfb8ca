import type { Database } from '../db/database.ts';
import { deriveKey } from '../seed.ts';
import { createAccountService, type AccountService } from './accountService.ts';
import type { Authentication } from './authentication.ts';
import { createAuthentication } from './createAuthentication.ts';
import type { AccountContext } from './context.ts';
import { createPasswords } from './passwords.ts';

export interface Accounts {
  service: AccountService;
  authentication: Authentication;
}

/** Creates the parts of accounts. The pepper of passwords and the key of tokens are derived from the host's seed. */
export function createAccounts(seed: Uint8Array, database: Database, findReferrer: AccountContext['findReferrer']): Accounts {
  const context: AccountContext = {
    database,
    passwords: createPasswords(deriveKey(seed, 'passwords')),
    tokenKey: deriveKey(seed, 'tokens'),
    secondFactor: null,
    findReferrer,
    now: Date.now,
  };
  return { service: createAccountService(context), authentication: createAuthentication(context) };
}
