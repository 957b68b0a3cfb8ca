import type { LocaleCode } from '../../../contract/paths/locales.ts';
import { amount, bigint, integer, serial, table, text, type RowOf } from '../table.ts';

/** Users, sessions, one-time codes, the owners of orders and e-mails to customers. Times are milliseconds since 1970. */
export const accountTables = {
  users: table({
    /** Assigned by the database */
    id: serial(),
    /** Raised by every write */
    version: integer(),
    /** As typed, without plus signs; null once the account is closed, and for a customer of the messenger who has added none (D74) */
    email: text().nullable(),
    /** In lower case; unique */
    email_key: text().nullable().unique(),
    /** argon2id, PHC string; null once the account is closed, and for a customer of the messenger who has set none */
    password_hash: text().nullable(),
    /** JSON list of operator scopes (D61); written by the command line only */
    operator_scopes: text(),
    /** The language of e-mails */
    locale: text<LocaleCode>(),
    email_confirmed_at: bigint().nullable(),
    /** A new e-mail that is not confirmed yet */
    pending_email: text().nullable(),
    /** The customer and the code that brought this one (D48) */
    referrer_user_id: integer().nullable().references('users'),
    referrer_code: text().nullable(),
    created_at: bigint(),
    password_changed_at: bigint(),
    /** The last change of e-mail, password or second factor; a withdrawal waits after it (D60) */
    credentials_changed_at: bigint(),
    closed_at: bigint().nullable(),
    /** A link of a mail froze the account: no withdrawal is sent until then (D70); null: never */
    frozen_until: bigint().nullable(),
    /** Withdrawals open then: some days after the first e-mail was confirmed (D80); null: none was confirmed */
    withdrawals_from: bigint().nullable(),
    /** The books with this customer were restored from a backup (D73): no sign-in until a new password is set by mailbox code; null: nothing to prove */
    restored_at: bigint().nullable(),
    /** 1 while an authenticator app or a passkey is set up; changed together with them */
    has_second_factor: integer(),
  }).indexes(['referrer_user_id']),
  /** A sign-in of a device: one family of refresh tokens (D19). Tokens are stored as SHA-256, hex. */
  sessions: table({
    id: text().primaryKey(),
    user_id: integer().references('users'),
    /** How its tokens travel, for its whole life (D64) */
    kind: text<'COOKIE' | 'HEADER'>(),
    access_token_hash: text().unique(),
    access_expires_at: bigint(),
    refresh_token_hash: text(),
    /** The refresh token before the last rotation: accepted during the grace period */
    previous_refresh_hash: text().nullable(),
    /** The access token of the earlier successors of `previous_refresh_hash`, which nobody used before they were replaced; null: none */
    superseded_access_hash: text().nullable(),
    rotated_at: bigint(),
    /** Ends without use at this time; every refresh moves it */
    expires_at: bigint(),
    created_at: bigint(),
    last_used_at: bigint(),
    /** When a second factor was last verified; null: never */
    second_factor_at: bigint().nullable(),
    browser: text().nullable(),
    system: text().nullable(),
    client_address: text().nullable(),
    browser_fingerprint: text().nullable(),
    /** 1 if no earlier session had this device or network */
    is_new_device: integer(),
    ended_at: bigint().nullable(),
    /** LIMIT: the customer signed in too often. FROZEN: a link of a mail froze the account. RESTORED: the books were restored from a backup. */
    end_reason: text<'LOGOUT' | 'REVOKED' | 'REUSED' | 'PASSWORD' | 'CLOSED' | 'LIMIT' | 'FROZEN' | 'RESTORED'>().nullable(),
  }).indexes(['user_id', 'created_at']),
  /**
   * A one-time code or link, stored as SHA-256, hex. RESET_PASSWORD is typed by the customer. CONFIRM_EMAIL is a link. SIGN_IN is a
   * sign-in that still lacks its second factor, STEP_UP a fresh proof in a session, ACTION the proof of one action (D69). PASSKEY is a sign-in with a passkey alone, or
   * the set-up of one. DESKTOP_SIGN_IN lets the desktop app start a session. FREEZE is the link that freezes an account (D70).
   */
  account_codes: table({
    id: text().primaryKey(),
    user_id: integer().nullable().references('users'),
    kind: text<
      'CONFIRM_EMAIL' | 'RESET_PASSWORD' | 'STEP_UP' | 'ACTION' | 'SIGN_IN' | 'PASSKEY' | 'DESKTOP_SIGN_IN' | 'FREEZE'
    >(),
    code_hash: text(),
    /** What the kind needs, as JSON */
    data: text(),
    created_at: bigint(),
    expires_at: bigint(),
    tries: integer(),
    used_at: bigint().nullable(),
  }).indexes(['user_id', 'kind'], ['expires_at'], ['kind', 'code_hash']),
  /**
   * The customer of an order. SESSION: created while signed in. API_KEY: created with an API key. CLAIMED: added later with the order
   * pass; it earns nothing and counts toward no volume (D60).
   */
  order_owners: table({
    order_id: text().primaryKey().references('orders'),
    user_id: integer().references('users'),
    source: text<'SESSION' | 'API_KEY' | 'CLAIMED'>(),
    api_key_id: text().nullable(),
    /** When the order was created */
    created_at: bigint(),
  }).indexes(
    ['user_id', 'created_at', 'order_id'],
    // The number of orders of each key
    ['api_key_id'],
    // New orders of customers whom the messenger's bot writes to
    ['created_at', 'order_id'],
  ),
  /** E-mails about an account, queued in the transaction of the change and sent by the mail worker. */
  account_mails: table({
    id: text().primaryKey(),
    user_id: integer().references('users'),
    to_address: text(),
    kind: text<AccountMailKind>(),
    /** The values of its text as JSON; emptied once sent, because it may contain a code */
    data: text(),
    locale: text<LocaleCode>(),
    /** The site that its links open: "https://swap.example" */
    origin: text(),
    /** As in `NotificationState` */
    state: text<'PENDING' | 'SENT' | 'DROPPED' | 'FAILED'>(),
    attempts: integer(),
    not_before: bigint(),
    lease_owner: text().nullable(),
    lease_until: bigint(),
    reason: text().nullable(),
    created_at: bigint(),
    sent_at: bigint().nullable(),
  }).indexes(['state', 'not_before']),
  /**
   * What a customer can withdraw, in the instrument: the sum of the ledger's EARNINGS lines of this customer. Never negative;
   * reconcile compares it with the ledger.
   */
  customer_balances: table({
    user_id: integer().references('users'),
    instrument: text(),
    amount: amount(),
    version: integer(),
  }).key('user_id', 'instrument'),
  /** The account of a messenger that signs a customer in (D64). A customer has at most one. */
  messenger_accounts: table({
    /** The number of the user in the messenger */
    messenger_id: text().primaryKey(),
    user_id: integer().unique().references('users'),
    /** 1 while the customer lets the bot write */
    can_write: integer(),
    /** When the customer said so, by the messenger's clock. Older news are ignored. */
    writing_at: bigint().default(0),
    /** The same as `users.created_at` if the customer came from the messenger */
    linked_at: bigint(),
  }),
};

export type UserRow = RowOf<typeof accountTables.users>;
export type MessengerAccountRow = RowOf<typeof accountTables.messenger_accounts>;
export type SessionRow = RowOf<typeof accountTables.sessions>;
export type AccountCodeRow = RowOf<typeof accountTables.account_codes>;
export type OrderOwnerRow = RowOf<typeof accountTables.order_owners>;

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
  | 'FIRST_EARNING'
  | 'ACCOUNT_FROZEN'
  | 'ACCOUNT_RESTORED'
  | 'ACCOUNT_CLOSED'
  | 'IDENTITY_PASSED'
  | 'IDENTITY_REJECTED'
  | 'PURCHASE_CHANGED'
  | 'SETTING_CHANGED';

export type AccountMailRow = RowOf<typeof accountTables.account_mails>;
export type CustomerBalanceTable = RowOf<typeof accountTables.customer_balances>;
