import type { LocaleCode } from '../../../contract/paths/locales.ts';
import { bigint, integer, table, text, type RowOf } from '../table.ts';

/** The columns of a message that waits to be sent: tried again from `not_before` on, by one host at a time. */
const queued = {
  attempts: integer(),
  not_before: bigint(),
  lease_owner: text().nullable(),
  lease_until: bigint(),
  created_at: bigint(),
};

/** What the bot of the messenger sends. Times are milliseconds since 1970. */
export const messengerTables = {
  /**
   * A chat that follows an order; one row per order and chat. It is the outbox itself: what the order is now differs from what the chat
   * shows, so only the newest state is sent, however long the messenger did not answer.
   */
  messenger_subscriptions: table({
    id: text().primaryKey(),
    order_id: text(),
    /** The private chat with a user has the user's number. */
    messenger_id: text(),
    locale: text<LocaleCode>(),
    /** What the chat shows of the order, as an opaque text; empty: nothing yet */
    shown: text(),
    /** The message that shows it; null: none that can be edited */
    message_id: bigint().nullable(),
    /** The order's version at the last check */
    checked_version: integer(),
    /** ENDED: the order ended, or the customer blocked the bot. */
    state: text<'ACTIVE' | 'ENDED'>(),
    ...queued,
  })
    .unique('order_id', 'messenger_id')
    .indexes(['state', 'not_before'], ['messenger_id', 'state']),
  messenger_notices: table({
    id: text().primaryKey(),
    messenger_id: text(),
    kind: text<MessengerNoticeKind>(),
    locale: text<LocaleCode>(),
    /** ANSWERED: the customer pressed the button that freezes the account. */
    state: text<'PENDING' | 'SENT' | 'DROPPED' | 'ANSWERED'>(),
    ...queued,
  }).indexes(['state', 'not_before']),
};

export type MessengerSubscriptionRow = RowOf<typeof messengerTables.messenger_subscriptions>;

/** What was done with only the messenger as proof (D70), a first e-mail that is in effect, and an account that the messenger opens now. */
export type MessengerNoticeKind = 'DATA_EXPORTED' | 'EMAIL_REQUESTED' | 'EMAIL_ADDED' | 'LINKED' | 'ACCOUNT_CLOSED';

export type MessengerNoticeRow = RowOf<typeof messengerTables.messenger_notices>;
