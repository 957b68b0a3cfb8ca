import { amount, bigint, integer, table, text, type RowOf } from '../table.ts';

/** The books of the embedded card provider, in a sandbox only. Times are milliseconds since 1970 unless they say otherwise. */
export const embeddedCardTables = {
  embedded_card_users: table({
    email: text().primaryKey(),
    id: text().unique(),
    token: text().unique(),
    kyc_status: text<'incomplete' | 'complete' | 'failed'>(),
  }),
  embedded_card_purchases: table({
    id: text().primaryKey(),
    /** The id that the shop gave the purchase. The provider lets a shop use one twice. */
    merchant_id: text(),
    user_id: text(),
    /** "EUR" */
    currency: text(),
    /** "BTC" */
    coin: text(),
    /** Slug of the network */
    network: text(),
    /** What the card is charged */
    amount: amount(),
    amount_to_get: amount(),
    address: text(),
    /** The provider's statuses of the payment and of the delivery, with their times in seconds since 1970 */
    buy_status: text(),
    buy_updated_at: bigint(),
    /** null: the delivery has not begun */
    withdraw_status: text().nullable(),
    withdraw_updated_at: bigint().nullable(),
    card_ending: text().nullable(),
    tx_hash: text().nullable(),
  }).indexes(['merchant_id'], ['user_id'], ['buy_status', 'withdraw_status']),
  /** A callback that is to be sent to the shop */
  embedded_card_callbacks: table({
    id: text().primaryKey(),
    body: text(),
    signature: text(),
    due_at: bigint(),
    attempts: integer(),
  }).indexes(['due_at']),
};

export type EmbeddedCardUser = RowOf<typeof embeddedCardTables.embedded_card_users>;
export type EmbeddedCardPurchase = RowOf<typeof embeddedCardTables.embedded_card_purchases>;
export type EmbeddedCardCallbackTable = RowOf<typeof embeddedCardTables.embedded_card_callbacks>;
