import type { AccountMailKind } from '../db/tables/accounts.ts';
import type { MailText } from './mailTexts.ts';

export type SecondFactorChange =
  'APP_ADDED' | 'APP_REMOVED' | 'PASSKEY_ADDED' | 'PASSKEY_REMOVED' | 'CODES_RENEWED' | 'CODE_USED';
export type WithdrawalFailure = 'NETWORK' | 'REJECTED' | 'STOPPED';

/** Facts for the texts, already in the language of the mail. Those that a kind does not have are empty. */
export interface AccountMailFacts {
  brand: string;
  /** The customer's number */
  customer: number;
  /** How long the code or link works: "15 minutes" */
  valid: string;
  /** "Chrome, macOS"; empty: unknown */
  device: string;
  /** "84.211.40.x"; empty: unknown */
  network: string;
  /** "21 November 2026 at 14:02 UTC" */
  time: string;
  /** A shortened e-mail: "a…@example.org" */
  newEmail: string;
  isConfirmed: boolean;
  change: SecondFactorChange;
  /** The id of an API key. Never its name: a thief of the session could write anything there. */
  apiId: string;
  /** What leaves the account, and what arrives: "50 USDT" */
  amount: string;
  arrives: string;
  /** A shortened address: "TQn9Y2…r3Kx2p" */
  address: string;
  /** When a waiting withdrawal is sent; empty: it does not wait */
  sendsAt: string;
  needsOperator: boolean;
  failure: WithdrawalFailure;
}

export interface AccountMailText extends MailText {
  /** The text of the link below the paragraphs */
  link?: string;
}

/** The texts of one language. A language without the text of a kind does not compile. */
export interface AccountMailTexts {
  mails: Record<AccountMailKind, (facts: AccountMailFacts) => AccountMailText>;
  why(brand: string): string;
  /** In place of the browser's name */
  desktopApp: string;
}
