import { deriveKey } from '../common/deriveKey.ts';
import { createAccountSecurity, type AccountSecurity } from './accountSecurity.ts';
import { createAccountService, type AccountService } from './accountService.ts';
import { createAuthentication, type SessionAuthentication } from './createAuthentication.ts';
import type { AccountContext } from './context.ts';
import { createDesktopSignIn, type DesktopSignIn } from './desktopSignIn/desktopSignIn.ts';
import { createEmailChanges, type EmailChanges } from './emailChanges.ts';
import { createMessengerSignIn, type MessengerSignIn } from './messenger/messengerSignIn.ts';
import { createPasswordChanges, type PasswordChanges } from './passwordChanges.ts';
import { createPasswords, type Passwords } from './passwords.ts';

export interface Accounts {
  service: AccountService;
  authentication: SessionAuthentication;
  security: AccountSecurity;
  passwordChanges: PasswordChanges;
  emailChanges: EmailChanges;
  desktopSignIn: DesktopSignIn;
  passwords: Passwords;
  /** null: this host has no bot of a messenger. */
  messengerSignIn: MessengerSignIn | null;
}

/** Creates the parts of accounts on a context. */
export function connectAccounts(context: AccountContext): Accounts {
  return {
    service: createAccountService(context),
    authentication: createAuthentication(context),
    security: createAccountSecurity(context),
    passwordChanges: createPasswordChanges(context),
    emailChanges: createEmailChanges(context),
    desktopSignIn: createDesktopSignIn(context),
    passwords: context.passwords,
    messengerSignIn: context.messenger && createMessengerSignIn(context, context.messenger),
  };
}

/** Creates the parts of accounts. The pepper of passwords and the key of tokens are derived from the host's seed. */
export function createAccounts({
  seed,
  ...given
}: Pick<AccountContext, 'database' | 'sealing' | 'secondFactor' | 'referrals' | 'messenger' | 'firstEmail'> & {
  seed: Uint8Array;
}): Accounts {
  return connectAccounts({
    ...given,
    passwords: createPasswords(deriveKey(seed, 'passwords')),
    tokenKey: deriveKey(seed, 'tokens'),
    now: Date.now,
  });
}
