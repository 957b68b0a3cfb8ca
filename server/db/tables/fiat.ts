import type { PURCHASE_END_REASONS, PurchaseStage } from '../../../contract/fiat/cardPurchase.ts';
import type { OrderEventKind } from '../../../contract/order.ts';
import type { LocaleCode } from '../../../contract/paths/locales.ts';
import { amount, bigint, integer, table, text, type RowOf } from '../table.ts';

/** Card purchases through a provider (D62). Times are milliseconds since 1970 unless they say otherwise. */
export const fiatTables = {
  /** A purchase. Only `server/fiat/machine.ts` writes its status. */
  card_purchases: table({
    /** 128 random bits; also the id by which the provider knows it */
    id: text().primaryKey(),
    user_id: integer().references('users'),
    /** SHA-256, hex, of the Idempotency-Key of the request; null: it had none */
    idempotency_key: text().nullable(),
    /** SHA-256, hex, of the request, as canonical JSON */
    body_hash: text(),
    version: integer(),
    status: text<PurchaseStage>(),
    /** Since when it has the status */
    status_at: bigint(),
    /** Slug of the money: "eur" */
    currency: text(),
    /** Slug of the coin */
    instrument: text(),
    /** What the card is charged, in the currency */
    amount: amount(),
    /** In the coin. The provider's report of the delivery replaces it. */
    amount_to_get: amount(),
    /** Of 1 unit of the currency, in the coin, as the form showed it */
    price: amount(),
    /** JSON list of `{kind, amount}` in the currency */
    fees: text(),
    destination_address: text(),
    locale: text<LocaleCode>(),
    /** The site that it was created on: "https://swap.example" */
    origin: text(),
    /** The customer's IP address, which the provider requires */
    client_address: text(),
    /** The provider's terms that the customer agreed to, and when */
    terms_version: text(),
    consented_at: bigint(),
    legacy_order_id: text().nullable(),
    /** The page on which the customer pays; null: the provider's answer is not known yet */
    redirect_url: text().nullable(),
    /** Until then a request is buying at the provider, and no other one may; 0: none is */
    buying_until: bigint(),
    /** The provider's number; null: it reported none */
    reference: text().nullable(),
    /** 1: the bank held or took the money at some time */
    was_held: integer(),
    /** 1: the newest report has a status that this version does not know */
    is_processing: integer(),
    end_reason: text<PurchaseEndReason>().nullable(),
    card_ending: text().nullable(),
    tx_hash: text().nullable(),
    /** When the provider is asked next; null: never again */
    poll_at: bigint().nullable(),
    created_at: bigint(),
  })
    .unique('user_id', 'idempotency_key')
    .indexes(['user_id', 'created_at', 'id'], ['poll_at'], ['status', 'created_at'], ['reference'], ['tx_hash']),
  card_purchase_events: table({
    purchase_id: text().references('card_purchases'),
    sequence: integer(),
    kind: text<OrderEventKind>(),
    created_at: bigint(),
  })
    .key('purchase_id', 'sequence')
    .appendOnly(),
  /** The inbox: what the provider said, once each. */
  provider_callbacks: table({
    id: text().primaryKey(),
    /** How it came: pushed by the provider, or in an answer to a look-up */
    source: text<'CALLBACK' | 'POLL'>(),
    external_id: text(),
    type: text(),
    status: text(),
    /** Seconds since 1970, as the provider gave it */
    updated_at_ts: bigint(),
    /** null: it names no purchase */
    purchase_id: text().nullable(),
    /** The raw text of a callback; of a look-up the report as JSON */
    body: text(),
    received_at: bigint(),
    /** null: not yet */
    applied_at: bigint().nullable(),
    /** The field in which it differs from its purchase, which it therefore does not change; null: none */
    contradicts: text().nullable(),
  })
    .unique('external_id', 'type', 'status', 'updated_at_ts')
    .indexes(['applied_at', 'updated_at_ts'], ['purchase_id'], ['contradicts', 'received_at']),
  /** A customer's account at the provider */
  provider_accounts: table({
    user_id: integer().primaryKey().references('users'),
    /** The confirmed e-mail that it was opened with */
    email: text(),
    /** What clients get instead of the token; it has no rights */
    handle: text(),
    /** The provider's token, sealed for the owner `provider:user_id` */
    sealed_token: text(),
    token_ends_at: bigint(),
    /** The terms that the customer agreed to on signing up here, and when; null: the provider knew the e-mail before */
    terms_version: text().nullable(),
    consented_at: bigint().nullable(),
    /** When the provider last said that it has verified the customer; null: it has not */
    verified_at: bigint().nullable(),
  }),
};

export type PurchaseEndReason = (typeof PURCHASE_END_REASONS)[number];

export type CardPurchaseRow = RowOf<typeof fiatTables.card_purchases>;
export type CardPurchaseEventTable = RowOf<typeof fiatTables.card_purchase_events>;
export type ProviderCallbackRow = RowOf<typeof fiatTables.provider_callbacks>;
export type ProviderAccountRow = RowOf<typeof fiatTables.provider_accounts>;
