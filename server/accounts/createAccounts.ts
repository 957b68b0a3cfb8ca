import { setImmediate } from 'node:timers/promises';
import type { Logger } from '../log.ts';
import { deriveKey } from '../seed.ts';
import { createAccountSecurity, type AccountSecurity } from './accountSecurity.ts';
import { createAccountService, type AccountService } from './accountService.ts';
import { createAuthentication, type SessionAuthentication } from './createAuthentication.ts';
import type { AccountContext } from './context.ts';
import { createDesktopSignIn, type DesktopSignIn } from './desktopSignIn/desktopSignIn.ts';
import { createEmailChanges, type EmailChanges } from './emailChanges.ts';
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
}

export interface RunningAccounts extends Accounts {
  /** Waits for the work that goes on after answers, such as queueing the mail with a code. */
  finishWork(): Promise<void>;
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
  };
}

/** Creates the parts of accounts. The pepper of passwords and the key of tokens are derived from the host's seed. */
export function createAccounts({
  seed,
  log,
  ...given
}: Pick<AccountContext, 'database' | 'secondFactor' | 'findReferrer'> & { seed: Uint8Array; log: Logger }): RunningAccounts {
  const running = new Set<Promise<void>>();
  const context: AccountContext = {
    ...given,
    passwords: createPasswords(deriveKey(seed, 'passwords')),
    tokenKey: deriveKey(seed, 'tokens'),
    afterAnswer: (work) => {
      const done = setImmediate()
        .then(work)
        .catch((error: unknown) => log.error({ err: error }, 'an account mail could not be queued'))
        .finally(() => running.delete(done));
      running.add(done);
    },
    now: Date.now,
  };
  return {
    ...connectAccounts(context),
    finishWork: async () => {
      await Promise.all(running);
    },
  };
}
