/** News of orders by e-mail. Times are milliseconds since 1970. */
export interface MailTables {
  mail_subscriptions: MailSubscriptionTable;
  mail_outbox: MailOutboxTable;
  mail_allowances: MailAllowanceTable;
  embedded_mails: EmbeddedMailTable;
}

/** PENDING: not confirmed, gets its code and nothing else. CONFIRMED: gets the news. ENDED: its owner wants no more. */
export type MailSubscriptionState = 'PENDING' | 'CONFIRMED' | 'ENDED';

/** Who wants news of an order; one row per order and address. */
export interface MailSubscriptionTable {
  id: string;
  order_id: string;
  email: string;
  locale: 'en' | 'ru';
  /** The site that links in its mails lead to: "https://swap.example" */
  origin: string;
  state: MailSubscriptionState;
  /** SHA-256 of subscription and code, hex; null once used */
  code_hash: string | null;
  code_expires_at: number;
  code_tries: number;
  /** Ends the mails; 128 random bits, base64url */
  token: string;
  /** The version of the order that was last looked at for news; −1 before the first look */
  seen_version: number;
  /** When it is looked at again though its order has not moved; {@link NEVER}: not before it moves */
  next_check_at: number;
  /** 0 when its order has been over for so long that nothing is looked for any more: there will be no more news */
  is_open: number;
  created_at: number;
}
/** A time that does not come, and fits into the database's and JavaScript's whole numbers */
export const NEVER = Number.MAX_SAFE_INTEGER;
export type MailSubscriptionRow = Readonly<MailSubscriptionTable>;

export type MailKind =
  | 'CONFIRM'
  | 'DEPOSIT_SEEN'
  | 'DEPOSIT_SHORT'
  | 'DEPOSIT_TAKEN_BACK'
  | 'DECISION_NEEDED'
  | 'PAYOUT_HELD'
  | 'PAYOUT_DELAYED'
  | 'REFUND_BLOCKED'
  | 'PAID_OUT'
  | 'REFUNDED'
  | 'VOID'
  /** of money that came besides (D6) */
  | 'EXTRA_DEPOSIT'
  | 'EXTRA_HELD'
  | 'EXTRA_DELAYED'
  | 'EXTRA_REFUNDED'
  /** of a payment that the customer claimed */
  | 'CLAIM_REJECTED';
/**
 * PENDING: to be sent. SENT: taken by the mail server. DROPPED: overtaken by what came after. FAILED: refused for good. What is
 * no longer true before it could leave has no row any more: it may come true again.
 */
export type MailState = 'PENDING' | 'SENT' | 'DROPPED' | 'FAILED';

/** What is to be told; the words are made when it leaves, so that they are true then. */
export interface MailOutboxTable {
  /** subscription:kind:occasion, so that the same news can't be told twice */
  id: string;
  subscription_id: string;
  kind: MailKind;
  /** The code of a CONFIRM mail until it has left */
  code: string | null;
  state: MailState;
  attempts: number;
  not_before: number;
  lease_owner: string | null;
  lease_until: number;
  reason: string | null;
  created_at: number;
  sent_at: number | null;
}
export type MailOutboxRow = Readonly<MailOutboxTable>;

/**
 * How many confirmation mails were asked for in a window of time: by client, for an order, to an address. And which
 * addresses want none ("refused:…").
 */
export interface MailAllowanceTable {
  name: string;
  used: number;
  /** When the window, or the refusal, is over */
  until: number;
  /** Of "unasked:…", which a link names: subscription and hash of the address */
  about: string | null;
}

/** What the embedded mailer would have sent (D12). */
export interface EmbeddedMailTable {
  message_id: string;
  to_address: string;
  subject: string;
  body_text: string;
  body_html: string;
  sent_at: number;
}
