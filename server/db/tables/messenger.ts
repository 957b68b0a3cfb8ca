import type { LocaleCode } from '../../../contract/paths/locales.ts';

/** What the bot of the messenger sends. Times are milliseconds since 1970. */
export interface MessengerTables {
  messenger_subscriptions: MessengerSubscriptionTable;
  messenger_notices: MessengerNoticeTable;
}

/** The columns of a message that waits to be sent: tried again from `not_before` on, by one host at a time. */
interface Queued {
  attempts: number;
  not_before: number;
  lease_owner: string | null;
  lease_until: number;
  created_at: number;
}

/**
 * A chat that follows an order; one row per order and chat. It is the outbox itself: what the order is now differs from what the chat
 * shows, so only the newest state is sent, however long the messenger did not answer.
 */
export interface MessengerSubscriptionTable extends Queued {
  id: string;
  order_id: string;
  /** The private chat with a user has the user's number. */
  messenger_id: string;
  locale: LocaleCode;
  /** What the chat shows of the order, as an opaque text; empty: nothing yet */
  shown: string;
  /** The message that shows it; null: none that can be edited */
  message_id: number | null;
  /** The order's version at the last check */
  checked_version: number;
  /** ENDED: the order ended, or the customer blocked the bot. */
  state: 'ACTIVE' | 'ENDED';
}
export type MessengerSubscriptionRow = Readonly<MessengerSubscriptionTable>;

/** What was done with only the messenger as proof (D70), a first e-mail that is in effect, and an account that the messenger opens now. */
export type MessengerNoticeKind = 'DATA_EXPORTED' | 'EMAIL_REQUESTED' | 'EMAIL_ADDED' | 'LINKED' | 'ACCOUNT_CLOSED';

export interface MessengerNoticeTable extends Queued {
  id: string;
  messenger_id: string;
  kind: MessengerNoticeKind;
  locale: LocaleCode;
  /** ANSWERED: the customer pressed the button that freezes the account. */
  state: 'PENDING' | 'SENT' | 'DROPPED' | 'ANSWERED';
}
export type MessengerNoticeRow = Readonly<MessengerNoticeTable>;
