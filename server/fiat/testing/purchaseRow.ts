import { randomId } from '../../common/hashing.ts';
import type { CardPurchaseRow } from '../../db/tables/fiat.ts';

/** Returns the row of a card purchase of user 1 that waits for the payment, created at a fixed time by default. `now` is in ms since 1970. */
export function purchaseRow(changes: Partial<CardPurchaseRow> = {}, now = Date.UTC(2026, 10, 1)): CardPurchaseRow {
  return {
    id: randomId(),
    user_id: 1,
    idempotency_key: null,
    body_hash: '',
    version: 1,
    status: 'AWAITING_PAYMENT',
    status_at: now,
    currency: 'eur',
    instrument: 'btc',
    amount: '250',
    amount_to_get: '0.0025',
    price: '0.0000125',
    fees: '[]',
    destination_address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    locale: 'en',
    origin: 'https://swap.example',
    client_address: '203.0.113.7',
    terms_version: '2026-01',
    consented_at: now,
    legacy_order_id: null,
    redirect_url: null,
    buying_until: 0,
    reference: null,
    was_held: 0,
    is_processing: 0,
    end_reason: null,
    card_ending: null,
    tx_hash: null,
    poll_at: null,
    created_at: now,
    ...changes,
  };
}
