import type { LocaleCode } from '../../../contract/paths/locales.ts';
/** Order notifications by e-mail. Times are milliseconds since 1970. */
export interface MailTables {
  mail_subscriptions: MailSubscriptionTable;
  order_notifications: OrderNotificationTable;
  mail_opt_outs: MailOptOutTable;
  embedded_mails: EmbeddedMailTable;
}

/** PENDING: not confirmed, receives only its code. CONFIRMED: receives notifications. ENDED: unsubscribed. */
export type MailSubscriptionState = 'PENDING' | 'CONFIRMED' | 'ENDED';

/** An address that receives the notifications of an order; one row per order and address. */
export interface MailSubscriptionTable {
  id: string;
  order_id: string;
  email: string;
  locale: LocaleCode;
  /** The site that the links in its mails open: "https://swap.example" */
  origin: string;
  state: MailSubscriptionState;
  /** SHA-256 of subscription and code, hex; null once used */
  code_hash: string | null;
  code_expires_at: number;
  code_tries: number;
  /** Unsubscribes; 128 random bits, base64url */
  token: string;
  /** The order's version at the last check for notifications; −1 before the first check */
  checked_version: number;
  /** When the order is checked again although its version is unchanged; {@link NEVER}: only when the version changes */
  next_check_at: number;
  /** 0 when the order ended so long ago that there can be no more notifications */
  is_open: number;
  created_at: number;
}
/** A time in the far future that fits into the database's and JavaScript's integers */
export const NEVER = Number.MAX_SAFE_INTEGER;
export type MailSubscriptionRow = Readonly<MailSubscriptionTable>;

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
  'CONFIRM_EMAIL' | 'DEPOSIT' | 'ACTION_NEEDED' | 'TRANSFER_DELAYED' | 'PAID_OUT' | 'REFUNDED' | 'EXTRA_DEPOSIT';

/** PENDING: queued. SENT: accepted by the mail server. DROPPED: superseded or no longer wanted. FAILED: rejected for good. */
export type NotificationState = 'PENDING' | 'SENT' | 'DROPPED' | 'FAILED';

/**
 * The notifications of each subscriber, queued and sent. (subscription_id, kind, reference, occurrence) is unique, so each is
 * sent once. A mail's text is written when it is sent, from the order at that time.
 */
export interface OrderNotificationTable {
  id: string;
  subscription_id: string;
  kind: NotificationKind;
  /** What it reports, as an opaque text: the deposit's state, the decision, the delayed transfer, or the payment */
  reference: string;
  /** Counts reports of the same thing that can recur, from 0: a deposit that is reorged and mined again */
  occurrence: number;
  /** The code of a CONFIRM_EMAIL mail until it is sent */
  code: string | null;
  state: NotificationState;
  attempts: number;
  not_before: number;
  lease_owner: string | null;
  lease_until: number;
  /** Why the last attempt failed */
  reason: string | null;
  created_at: number;
  sent_at: number | null;
}
export type OrderNotificationRow = Readonly<OrderNotificationTable>;

/** The "it wasn't me" link of a code's mail: offered, and then refused. Outlives the subscription. */
export interface MailOptOutTable {
  /** SHA-256 of the link's token, hex */
  token_hash: string;
  subscription_id: string;
  /** SHA-256 of the address in lower case, hex */
  email_hash: string;
  /** 1 once the link was used: the address receives no codes */
  is_refused: number;
  /** When the link stops working, or the refusal ends */
  expires_at: number;
}

/** Mails that the embedded mailer stored instead of sending (D12). */
export interface EmbeddedMailTable {
  message_id: string;
  to_address: string;
  subject: string;
  body_text: string;
  body_html: string;
  /** In ms since 1970 */
  sent_at: number;
}
