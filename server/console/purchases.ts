import type { ConsolePurchase, PurchaseInput, Purchases, PurchasesInput } from '../../contract/console/purchases.ts';
import { ApiError } from '../../contract/errors.ts';
import { PURCHASE_STAGES } from '../../contract/fiat/cardPurchase.ts';
import { isoTime } from '../../contract/isoTime.ts';
import { findPurchase, listPurchaseEvents, listPurchases } from '../db/repositories/fiat/cardPurchases.ts';
import { listCallbacksOf } from '../db/repositories/fiat/providerCallbacks.ts';
import { STAGES_OF_STATE } from '../db/repositories/fiat/purchaseHistory.ts';
import type { CardPurchaseRow } from '../db/tables/fiat.ts';
import type { ConsoleContext } from './context.ts';
import { timeOrNull } from './payments.ts';

const PAGE = 50;

/** Returns a page of the card purchases in a stage. */
export async function readPurchases(
  { database }: Pick<ConsoleContext, 'database'>,
  { stage = 'OPEN', page = '1' }: PurchasesInput,
): Promise<Purchases> {
  const stages = stage === 'OPEN' ? STAGES_OF_STATE.open : PURCHASE_STAGES.filter((one) => one === stage);
  const rows = await listPurchases(database, stages, { limit: PAGE + 1, offset: (Number(page) - 1) * PAGE });
  return { purchases: rows.slice(0, PAGE).map(lineOf), nextPage: rows.length > PAGE ? Number(page) + 1 : null };
}

/** Returns a card purchase with everything that the provider reported of it. Throws ERR_NOT_FOUND. */
export async function readPurchase(
  { database, catalogue, gateways }: Pick<ConsoleContext, 'database' | 'catalogue' | 'gateways'>,
  { purchaseId }: PurchaseInput,
): Promise<ConsolePurchase> {
  const row = await findPurchase(database, purchaseId);
  if (!row) throw new ApiError('ERR_NOT_FOUND', 'There is no such purchase.');
  const events = await listPurchaseEvents(database, [row.id]);
  const reports = await listCallbacksOf(database, row.id);
  const network = catalogue.instruments.get(row.instrument)?.network ?? '';
  return {
    ...lineOf(row),
    fees: JSON.parse(row.fees) as ConsolePurchase['fees'],
    destinationAddress: row.destination_address,
    txHash: row.tx_hash,
    explorerUrl: row.tx_hash === null ? null : (gateways.get(network)?.transactionUrl(row.tx_hash) ?? null),
    cardEnding: row.card_ending,
    endReason: row.end_reason,
    wasHeld: row.was_held === 1,
    termsVersion: row.terms_version,
    consentedAt: isoTime(row.consented_at),
    askedAt: timeOrNull(row.poll_at),
    events: events.map(({ kind, created_at }) => ({ kind, at: isoTime(created_at) })),
    reports: reports
      .toSorted((one, other) => other.updated_at_ts - one.updated_at_ts || other.received_at - one.received_at)
      .map(({ id, source, type, status, updated_at_ts, received_at, body }) => ({
        reportId: id,
        source,
        type,
        status,
        reportedAt: isoTime(updated_at_ts * 1_000),
        receivedAt: isoTime(received_at),
        body,
      })),
  };
}

const lineOf = (row: CardPurchaseRow): Purchases['purchases'][number] => ({
  purchaseId: row.id,
  stage: row.status,
  stageSince: isoTime(row.status_at),
  isProcessing: row.is_processing === 1,
  customerId: row.user_id,
  currency: row.currency,
  amount: row.amount,
  instrument: row.instrument,
  amountToGet: row.amount_to_get,
  reference: row.reference,
  createdAt: isoTime(row.created_at),
});
