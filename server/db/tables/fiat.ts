import type { PURCHASE_END_REASONS, PurchaseStage } from '../../../contract/fiat/cardPurchase.ts';
import type { Decimal } from '../../../contract/money.ts';
import type { OrderEventKind } from '../../../contract/order.ts';
import type { LocaleCode } from '../../../contract/paths/locales.ts';

/** Card purchases through a provider (D62). Times are milliseconds since 1970 unless they say otherwise. */
export interface FiatTables {
  card_purchases: CardPurchaseTable;
  card_purchase_events: CardPurchaseEventTable;
  provider_callbacks: ProviderCallbackTable;
  provider_accounts: ProviderAccountTable;
}

export type PurchaseEndReason = (typeof PURCHASE_END_REASONS)[number];

/** A purchase. Only `server/fiat/machine.ts` writes its status. */
export interface CardPurchaseTable {
  /** 128 random bits; also the id by which the provider knows it */
  id: string;
  user_id: number;
  /** SHA-256, hex, of the Idempotency-Key of the request; null: it had none */
  idempotency_key: string | null;
  /** SHA-256, hex, of the request, as canonical JSON */
  body_hash: string;
  version: number;
  status: PurchaseStage;
  /** Since when it has the status */
  status_at: number;
  /** Slug of the money: "eur" */
  currency: string;
  /** Slug of the coin */
  instrument: string;
  /** What the card is charged, in the currency */
  amount: Decimal;
  /** In the coin. The provider's report of the delivery replaces it. */
  amount_to_get: Decimal;
  /** Of 1 unit of the currency, in the coin, as the form showed it */
  price: Decimal;
  /** JSON list of `{kind, amount}` in the currency */
  fees: string;
  destination_address: string;
  locale: LocaleCode;
  /** The site that it was created on: "https://swap.example" */
  origin: string;
  /** The customer's IP address, which the provider requires */
  client_address: string;
  /** The provider's terms that the customer agreed to, and when */
  terms_version: string;
  consented_at: number;
  legacy_order_id: string | null;
  /** The page on which the customer pays; null: the provider's answer is not known yet */
  redirect_url: string | null;
  /** Until then a request is buying at the provider, and no other one may; 0: none is */
  buying_until: number;
  /** The provider's number; null: it reported none */
  reference: string | null;
  /** 1: the bank held or took the money at some time */
  was_held: number;
  /** 1: the newest report has a status that this version does not know */
  is_processing: number;
  end_reason: PurchaseEndReason | null;
  card_ending: string | null;
  tx_hash: string | null;
  /** When the provider is asked next; null: never again */
  poll_at: number | null;
  created_at: number;
}
export type CardPurchaseRow = Readonly<CardPurchaseTable>;

export interface CardPurchaseEventTable {
  purchase_id: string;
  sequence: number;
  kind: OrderEventKind;
  created_at: number;
}

/** The inbox: what the provider said, once each. */
export interface ProviderCallbackTable {
  id: string;
  /** How it came: pushed by the provider, or in an answer to a look-up */
  source: 'CALLBACK' | 'POLL';
  external_id: string;
  type: string;
  status: string;
  /** Seconds since 1970, as the provider gave it */
  updated_at_ts: number;
  /** null: it names no purchase */
  purchase_id: string | null;
  /** The raw text of a callback; of a look-up the report as JSON */
  body: string;
  received_at: number;
  /** null: not yet */
  applied_at: number | null;
}
export type ProviderCallbackRow = Readonly<ProviderCallbackTable>;

/** A customer's account at the provider */
export interface ProviderAccountTable {
  user_id: number;
  /** The confirmed e-mail that it was opened with */
  email: string;
  /** What clients get instead of the token; it has no rights */
  handle: string;
  /** The provider's token, sealed for the owner `provider:user_id` */
  sealed_token: string;
  token_ends_at: number;
  /** The terms that the customer agreed to on signing up here, and when; null: the provider knew the e-mail before */
  terms_version: string | null;
  consented_at: number | null;
  /** When the provider last said that it has verified the customer; null: it has not */
  verified_at: number | null;
}
export type ProviderAccountRow = Readonly<ProviderAccountTable>;
