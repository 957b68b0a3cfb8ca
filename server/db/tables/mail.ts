import type { LocaleCode } from '../../../contract/paths/locales.ts';
import { bigint, integer, table, text, type RowOf } from '../table.ts';

/** Order notifications by e-mail. Times are milliseconds since 1970. */
export const mailTables = {
  /** An address that receives the notifications of an order; one row per order and address. */
  mail_subscriptions: table({
    id: text().primaryKey(),
    order_id: text(),
    email: text(),
    locale: text<LocaleCode>(),
    /** The site that the links in its mails open: "https://swap.example" */
    origin: text(),
    state: text<MailSubscriptionState>(),
    /** SHA-256 of subscription and code, hex; null once used */
    code_hash: text().nullable(),
    code_expires_at: bigint(),
    code_tries: integer(),
    /** Unsubscribes; 128 random bits, base64url */
    token: text().unique(),
    /** The order's version at the last check for notifications; −1 before the first check */
    checked_version: integer(),
    /** When the order is checked again although its version is unchanged; {@link NEVER}: only when the version changes */
    next_check_at: bigint(),
    /** 0 when the order ended so long ago that there can be no more notifications */
    is_open: integer(),
    created_at: bigint(),
  })
    .unique('order_id', 'email')
    .indexes(
      { name: 'mail_subscriptions_open', columns: ['is_open', 'state', 'created_at'] },
      { name: 'mail_subscriptions_due', columns: ['is_open', 'state', 'next_check_at'] },
    ),
  /**
   * The notifications of each subscriber, queued and sent. (subscription_id, kind, reference, occurrence) is unique, so each is
   * sent once. A mail's text is written when it is sent, from the order at that time.
   */
  order_notifications: table({
    id: text().primaryKey(),
    subscription_id: text(),
    kind: text<NotificationKind>(),
    /** What it reports, as an opaque text: the deposit's state, the decision, the delayed transfer, or the payment */
    reference: text(),
    /** Counts reports of the same thing that can recur, from 0: a deposit that is reorged and mined again */
    occurrence: integer(),
    /** The code of a CONFIRM_EMAIL mail until it is sent */
    code: text().nullable(),
    state: text<NotificationState>(),
    attempts: integer(),
    not_before: bigint(),
    lease_owner: text().nullable(),
    lease_until: bigint(),
    /** Why the last attempt failed */
    reason: text().nullable(),
    created_at: bigint(),
    sent_at: bigint().nullable(),
  })
    .unique('subscription_id', 'kind', 'reference', 'occurrence')
    .indexes({ name: 'order_notifications_due', columns: ['state', 'not_before'] }),
  /** The "it wasn't me" link of a code's mail: offered, and then refused. Outlives the subscription. */
  mail_opt_outs: table({
    /** SHA-256 of the link's token, hex */
    token_hash: text().primaryKey(),
    subscription_id: text(),
    /** SHA-256 of the address in lower case, hex */
    email_hash: text(),
    /** 1 once the link was used: the address receives no codes */
    is_refused: integer(),
    /** When the link stops working, or the refusal ends */
    expires_at: bigint(),
  }).indexes({ name: 'mail_opt_outs_by_email', columns: ['email_hash'] }),
  /** Mails that the embedded mailer stored instead of sending (D12). */
  embedded_mails: table({
    message_id: text().primaryKey(),
    to_address: text(),
    subject: text(),
    body_text: text(),
    body_html: text(),
    /** In ms since 1970 */
    sent_at: bigint(),
  }).indexes({ name: 'embedded_mails_by_time', columns: ['sent_at'] }),
};

/** PENDING: not confirmed, receives only its code. CONFIRMED: receives notifications. ENDED: unsubscribed. */
export type MailSubscriptionState = 'PENDING' | 'CONFIRMED' | 'ENDED';

/** A time in the far future that fits into the database's and JavaScript's integers */
export const NEVER = Number.MAX_SAFE_INTEGER;

export type MailSubscriptionRow = RowOf<typeof mailTables.mail_subscriptions>;

/**
 * What a mail is about; `server/mail/orderMailTexts.ts` has the texts of each kind.
 *
 * - CONFIRM_EMAIL: the code that confirms an address
 * - DEPOSIT: the deposit was seen, is too small, or was reorged
 * - ACTION_NEEDED: the customer has to decide, or a reported payment was rejected
 * - TRANSFER_DELAYED: a payout or refund is on hold or late
 * - PAID_OUT, REFUNDED: a payout, or a refund of the order or of an extra deposit, is confirmed
 * - EXTRA_DEPOSIT: money arrived that is not part of the exchange (D6)
 */
export type NotificationKind =
  | 'CONFIRM_EMAIL'
  | 'DEPOSIT'
  | 'ACTION_NEEDED'
  | 'TRANSFER_DELAYED'
  | 'PAID_OUT'
  | 'REFUNDED'
  | 'EXTRA_DEPOSIT';

/** PENDING: queued. SENT: accepted by the mail server. DROPPED: superseded or no longer wanted. FAILED: rejected for good. */
export type NotificationState = 'PENDING' | 'SENT' | 'DROPPED' | 'FAILED';

export type OrderNotificationRow = RowOf<typeof mailTables.order_notifications>;
export type MailOptOutTable = RowOf<typeof mailTables.mail_opt_outs>;
export type EmbeddedMailTable = RowOf<typeof mailTables.embedded_mails>;
