import type { Referral } from '../affiliates/signedReferrals.ts';
import type { Executor, Database } from '../db/database.ts';
import type { UserRow } from '../db/tables/accounts.ts';
import type { ActionOutput } from '../../contract/schemas/desktopSignIn.ts';
import type { Proof, SecondFactorChallengeOutput } from '../../contract/schemas/secondFactor.ts';
import type { Security } from '../../contract/schemas/users.ts';
import type { MailSealing } from '../mail/sealedMailData.ts';
import type { VerifyInitData } from './messenger/initData.ts';
import type { Passwords } from './passwords.ts';
import type { FirstEmailRules } from './firstEmail.ts';

/** What the functions of accounts depend on. */
export interface AccountContext {
  database: Database;
  passwords: Passwords;
  /** Secret of at least 32 bytes from which the tokens of a session follow one another */
  tokenKey: Uint8Array;
  /** Encrypts codes and links of mails that wait. */
  sealing: MailSealing;
  /** null: this host offers no second factor. */
  secondFactor: SecondFactor | null;
  referrals: AccountReferrals;
  firstEmail: FirstEmailRules;
  /** null: this host has no bot of a messenger. */
  messenger: VerifyInitData | null;
  /** ms since 1970 */
  now(): number;
}

/** Referral codes as registrations see them (D48). */
export interface AccountReferrals {
  /** Returns the customer of a code; null for an unknown code. */
  find(executor: Executor, code: string): Promise<number | null>;
  /** Signs the referrer of a new customer (D68). */
  sign(transaction: Executor, referral: Referral): Promise<void>;
}

/** The second factor as sign-in, the list of credentials and the desktop app see it. */
export interface SecondFactor {
  describe(userId: number): Promise<Pick<Security, 'totpSince' | 'recoveryCodesLeft' | 'passkeys'>>;
  /** Starts the second step of a sign-in whose password was right. */
  startSignIn(user: UserRow, client: Client): Promise<SecondFactorChallengeOutput>;
  /** Returns what the desktop app asks to confirm. Throws ERR_NOT_FOUND if it is over, or another customer's. */
  readAction(customer: { userId: number }, read: { challengeId: string; origin: string }): Promise<ActionOutput>;
  /** Checks the answer to it. Returns the function that uses the answer up and returns the id of the challenge. */
  checkForApp(
    customer: { userId: number },
    answer: { input: Proof; client: Pick<Client, 'origin' | 'address'> },
  ): Promise<(transaction: Executor) => Promise<string>>;
}

/** Where a request comes from. */
export interface Client {
  /** Client IP address (D40) */
  address: string;
  userAgent: string | null;
  /** Origin of the site, for links in e-mails and for passkeys: "https://swap.example" */
  origin: string;
  /** The session cookie of the browser: a sign-in ends that session. */
  sessionToken?: string | null;
}
