import { callService } from '../../../common/callService.ts';
import { randomId } from '../../../common/hashing.ts';
import type { EmbeddedCardCallbackTable, EmbeddedCardPurchase } from '../../../db/tables/embeddedCards.ts';
import type { PartnerAccess } from '../fiatSettings.ts';
import { signCallback } from '../mercuryo/reports.ts';
import type { EmbeddedCardStore } from './embeddedCardStore.ts';

/** A second delivery of the same callback */
const DUPLICATE_MS = 2_000;
/** `new` arrives after what follows it */
const LATE_MS = 4_000;
const RETRY_MS = 60_000;
const LONGEST_RETRY_MS = 4 * 3_600_000;
const BATCH = 50;
const TIMEOUT_MS = 5_000;
/** Added to the signature of a forged callback, which the shop must refuse. It is sent once. */
const FORGED = '0000';

/** Returns the fields of a transaction, as callbacks and look-ups show them. The last one is unknown to shops of today. */
export function describe(purchase: EmbeddedCardPurchase, type: 'buy' | 'withdraw', redirectUrl: string | null) {
  const isBuy = type === 'buy';
  const updated = (isBuy ? purchase.buy_updated_at : purchase.withdraw_updated_at) ?? purchase.buy_updated_at;
  return {
    id: isBuy ? purchase.id : `${purchase.id}-w`,
    type,
    // The provider shows a payment whose page was opened as `new`.
    status: (isBuy ? purchase.buy_status : purchase.withdraw_status)?.replace('opened', 'new') ?? 'new',
    merchant_transaction_id: purchase.merchant_id,
    amount: purchase.amount_to_get,
    currency: purchase.coin,
    fiat_amount: purchase.amount,
    fiat_currency: purchase.currency,
    created_at_ts: purchase.buy_updated_at,
    updated_at_ts: updated,
    user: { uuid4: purchase.user_id },
    ...(purchase.card_ending !== null && { card: { number: purchase.card_ending } }),
    ...(!isBuy && purchase.tx_hash !== null && { tx: { id: purchase.tx_hash, address: purchase.address } }),
    ...(redirectUrl !== null && { redirect_url: redirectUrl }),
    field_of_a_later_version: { list: [1.5, null] },
  };
}

/** Returns the callbacks about a new status: late and twice, and for a new purchase a forged one that says it is paid. */
export function callbacksOf(
  purchase: EmbeddedCardPurchase,
  type: 'buy' | 'withdraw',
  now: number,
  signKey: string,
): EmbeddedCardCallbackTable[] {
  const data = describe(purchase, type, null);
  const body = JSON.stringify({ data }, null, 1);
  const signature = signCallback(Buffer.from(body), signKey);
  const isNew = type === 'buy' && data.status === 'new';
  const dueAt = now + (isNew ? LATE_MS : 0);
  const callback = (due_at: number, text = body, signed = signature) => ({
    id: randomId(),
    body: text,
    signature: signed,
    due_at,
    attempts: 0,
  });
  const forged = JSON.stringify({ data: { ...data, status: 'paid' } });
  return [
    callback(dueAt),
    callback(dueAt + DUPLICATE_MS),
    ...(isNew ? [callback(now, forged, `${FORGED}${signature.slice(FORGED.length)}`)] : []),
  ];
}

/** Sends the callbacks that are due. One without the answer 200 is repeated after 1 minute, then after twice as long, up to 4 hours. */
export async function sendCallbacks(
  store: EmbeddedCardStore,
  { url, now, signKey }: { url: string; now: number; signKey: PartnerAccess['signKey'] },
): Promise<void> {
  for (const { id, body, signature, attempts } of await store.listDueCallbacks(now, BATCH)) {
    const isTaken = await post(url, body, signature);
    const isForged = signature !== signCallback(Buffer.from(body), signKey);
    if (isTaken || isForged) await store.removeCallback(id);
    else await store.delayCallback(id, now + Math.min(RETRY_MS * 2 ** attempts, LONGEST_RETRY_MS), attempts + 1);
  }
}

async function post(url: string, body: string, signature: string): Promise<boolean> {
  try {
    const { status } = await callService({
      method: 'POST',
      url,
      body,
      headers: { 'content-type': 'application/json', 'x-signature': signature },
      timeoutMs: TIMEOUT_MS,
    });
    return status === 200;
  } catch {
    return false;
  }
}
