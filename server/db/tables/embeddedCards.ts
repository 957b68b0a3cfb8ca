import type { Decimal } from '../../../contract/money.ts';

/** The books of the embedded card provider, in a sandbox only. Times are milliseconds since 1970 unless they say otherwise. */
export interface EmbeddedCardTables {
  embedded_card_users: EmbeddedCardUserTable;
  embedded_card_purchases: EmbeddedCardPurchaseTable;
  embedded_card_callbacks: EmbeddedCardCallbackTable;
}

export interface EmbeddedCardUserTable {
  email: string;
  id: string;
  token: string;
  kyc_status: 'incomplete' | 'complete' | 'failed';
}
export type EmbeddedCardUser = Readonly<EmbeddedCardUserTable>;

export interface EmbeddedCardPurchaseTable {
  id: string;
  /** The id that the shop gave the purchase. The provider lets a shop use one twice. */
  merchant_id: string;
  user_id: string;
  /** "EUR" */
  currency: string;
  /** "BTC" */
  coin: string;
  /** Slug of the network */
  network: string;
  /** What the card is charged */
  amount: Decimal;
  amount_to_get: Decimal;
  address: string;
  /** The provider's statuses of the payment and of the delivery, with their times in seconds since 1970 */
  buy_status: string;
  buy_updated_at: number;
  /** null: the delivery has not begun */
  withdraw_status: string | null;
  withdraw_updated_at: number | null;
  card_ending: string | null;
  tx_hash: string | null;
}
export type EmbeddedCardPurchase = Readonly<EmbeddedCardPurchaseTable>;

/** A callback that is to be sent to the shop */
export interface EmbeddedCardCallbackTable {
  id: string;
  body: string;
  signature: string;
  due_at: number;
  attempts: number;
}
