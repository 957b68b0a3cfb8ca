import type { LocaleCode } from '../../../contract/paths/locales.ts';
import type { Generated, Selectable } from 'kysely';
import type { Decimal } from '../../../contract/money.ts';

/** Users, sessions, one-time codes, the owners of orders and e-mails to customers. Times are milliseconds since 1970. */
export interface AccountTables {
  users: UserTable;
  sessions: SessionTable;
  account_codes: AccountCodeTable;
  order_owners: OrderOwnerTable;
  account_mails: AccountMailTable;
  customer_balances: CustomerBalanceTable;
  messenger_accounts: MessengerAccountTable;
}

export interface UserTable {
  /** Assigned by the database */
  id: Generated<number>;
  /** Raised by every write */
  version: number;
  /** As typed, without plus signs; null once the account is closed, and for a customer of the messenger who has added none (D74) */
  email: string | null;
  /** In lower case; unique */
  email_key: string | null;
  /** argon2id, PHC string; null once the account is closed, and for a customer of the messenger who has set none */
  password_hash: string | null;
  /** JSON list of operator scopes (D61); written by the command line only */
  operator_scopes: string;
  /** The language of e-mails */
  locale: LocaleCode;
  email_confirmed_at: number | null;
  /** A new e-mail that is not confirmed yet */
  pending_email: string | null;
  /** The customer and the code that brought this one (D48) */
  referrer_user_id: number | null;
  referrer_code: string | null;
  created_at: number;
  password_changed_at: number;
  /** The last change of e-mail, password or second factor; a withdrawal waits after it (D60) */
  credentials_changed_at: number;
  closed_at: number | null;
  /** A link of a mail froze the account: no withdrawal is sent until then (D70); null: never */
  frozen_until: Generated<number | null>;
  /** The first e-mail of a customer of the messenger was confirmed 24 hours before (D70); null: withdrawals were always open */
  withdrawals_from: Generated<number | null>;
  /** The books with this customer were restored from a backup (D73): no sign-in until a new password is set by mailbox code; null: nothing to prove */
  restored_at: Generated<number | null>;
  /** 1 while an authenticator app or a passkey is set up; changed together with them */
  has_second_factor: number;
}
export type UserRow = Readonly<Selectable<UserTable>>;

/** The account of a messenger that signs a customer in (D64). A customer has at most one. */
export interface MessengerAccountTable {
  /** The number of the user in the messenger */
  messenger_id: string;
  user_id: number;
  /** 1 while the customer lets the bot write */
  can_write: number;
  /** When the customer said so, by the messenger's clock. Older news are ignored. */
  writing_at: Generated<number>;
  /** The same as `users.created_at` if the customer came from the messenger */
  linked_at: number;
}
export type MessengerAccountRow = Readonly<Selectable<MessengerAccountTable>>;

/** A sign-in of a device: one family of refresh tokens (D19). Tokens are stored as SHA-256, hex. */
export interface SessionTable {
  id: string;
  user_id: number;
  /** How its tokens travel, for its whole life (D64) */
  kind: 'COOKIE' | 'HEADER';
  access_token_hash: string;
  access_expires_at: number;
  refresh_token_hash: string;
  /** The refresh token before the last rotation: accepted during the grace period */
  previous_refresh_hash: string | null;
  /** The access token of the earlier successors of `previous_refresh_hash`, which nobody used before they were replaced; null: none */
  superseded_access_hash: string | null;
  rotated_at: number;
  /** Ends without use at this time; every refresh moves it */
  expires_at: number;
  created_at: number;
  last_used_at: number;
  /** When a second factor was last verified; null: never */
  second_factor_at: number | null;
  browser: string | null;
  system: string | null;
  client_address: string | null;
  browser_fingerprint: string | null;
  /** 1 if no earlier session had this device or network */
  is_new_device: number;
  ended_at: number | null;
  /** LIMIT: the customer signed in too often. FROZEN: a link of a mail froze the account. RESTORED: the books were restored from a backup. */
  end_reason: 'LOGOUT' | 'REVOKED' | 'REUSED' | 'PASSWORD' | 'CLOSED' | 'LIMIT' | 'FROZEN' | 'RESTORED' | null;
}
export type SessionRow = Readonly<SessionTable>;

/**
 * A one-time code or link, stored as SHA-256, hex. RESET_PASSWORD is typed by the customer. CONFIRM_EMAIL is a link. SIGN_IN is a
 * sign-in that still lacks its second factor, STEP_UP a fresh proof in a session, ACTION the proof of one action (D69). PASSKEY is a sign-in with a passkey alone, or
 * the set-up of one. DESKTOP_SIGN_IN lets the desktop app start a session. FREEZE is the link that freezes an account (D70).
 */
export interface AccountCodeTable {
  id: string;
  user_id: number | null;
  kind: 'CONFIRM_EMAIL' | 'RESET_PASSWORD' | 'STEP_UP' | 'ACTION' | 'SIGN_IN' | 'PASSKEY' | 'DESKTOP_SIGN_IN' | 'FREEZE';
  code_hash: string;
  /** What the kind needs, as JSON */
  data: string;
  created_at: number;
  expires_at: number;
  tries: number;
  used_at: number | null;
}
export type AccountCodeRow = Readonly<AccountCodeTable>;

/**
 * The customer of an order. SESSION: created while signed in. API_KEY: created with an API key. CLAIMED: added later with the order
 * pass; it earns nothing and counts toward no volume (D60).
 */
export interface OrderOwnerTable {
  order_id: string;
  user_id: number;
  source: 'SESSION' | 'API_KEY' | 'CLAIMED';
  api_key_id: string | null;
  /** When the order was created */
  created_at: number;
}
export type OrderOwnerRow = Readonly<OrderOwnerTable>;

export type AccountMailKind =
  | 'WELCOME'
  | 'CONFIRM_NEW_EMAIL'
  | 'RESET_CODE'
  | 'STEP_UP_CODE'
  | 'NEW_SIGN_IN'
  | 'TOKEN_REUSED'
  | 'PASSWORD_CHANGED'
  | 'EMAIL_CHANGED'
  | 'SECOND_FACTOR_CHANGED'
  | 'MESSENGER_CHANGED'
  | 'API_KEY_CREATED'
  | 'WITHDRAWAL_REQUESTED'
  | 'WITHDRAWAL_DELAYED'
  | 'WITHDRAWAL_SENT'
  | 'WITHDRAWAL_FAILED'
  | 'ACCOUNT_FROZEN'
  | 'ACCOUNT_RESTORED'
  | 'ACCOUNT_CLOSED'
  | 'IDENTITY_PASSED'
  | 'IDENTITY_REJECTED'
  | 'PURCHASE_CHANGED'
  | 'SETTING_CHANGED';

/** E-mails about an account, queued in the transaction of the change and sent by the mail worker. */
export interface AccountMailTable {
  id: string;
  user_id: number;
  to_address: string;
  kind: AccountMailKind;
  /** The values of its text as JSON; emptied once sent, because it may contain a code */
  data: string;
  locale: LocaleCode;
  /** The site that its links open: "https://swap.example" */
  origin: string;
  /** As in `NotificationState` */
  state: 'PENDING' | 'SENT' | 'DROPPED' | 'FAILED';
  attempts: number;
  not_before: number;
  lease_owner: string | null;
  lease_until: number;
  reason: string | null;
  created_at: number;
  sent_at: number | null;
}
export type AccountMailRow = Readonly<AccountMailTable>;

/**
 * What a customer can withdraw, in the instrument: the sum of the ledger's EARNINGS lines of this customer. Never negative;
 * reconcile compares it with the ledger.
 */
export interface CustomerBalanceTable {
  user_id: number;
  instrument: string;
  amount: Decimal;
  version: number;
}
