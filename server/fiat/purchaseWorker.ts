import type { PurchaseStage } from '../../contract/fiat/cardPurchase.ts';
import { ConcurrentUpdateError, retryOnConflict } from '../common/retryOnConflict.ts';
import { randomId } from '../common/hashing.ts';
import { repeat } from '../common/repeat.ts';
import type { Executor } from '../db/database.ts';
import {
  findPurchase,
  hasPurchaseWork,
  listPurchasesToPoll,
  listUnpaidPurchases,
  type PurchaseChanges,
} from '../db/repositories/fiat/cardPurchases.ts';
import {
  emptyCallbacks,
  insertCallback,
  listCallbacksOf,
  listNewCallbacks,
  markApplied,
  markContradicting,
} from '../db/repositories/fiat/providerCallbacks.ts';
import type { CardPurchaseRow, ProviderCallbackRow } from '../db/tables/fiat.ts';
import { ProviderUnavailableError, type ProviderReport } from '../ports/fiat/fiatProvider.ts';
import { contradictedField } from './contradictedField.ts';
import type { FiatContext } from './fiatContext.ts';
import { amend, applyTransition } from './machine.ts';
import { PAYMENT_MS } from './presentPurchase.ts';
import { mailStage } from './purchaseMails.ts';
import type { ProviderSessions } from './providerSessions.ts';
import { stageOfReports } from './stageOfReports.ts';

const ROUND_MS = 1_000;
const BATCH = 100;
const POLL_MS = 30_000;
const SLOW_POLL_MS = 10 * 60_000;
/** How long the provider is asked often, and at all */
const OFTEN_MS = 2 * 3_600_000;
const POLLED_MS = 3 * 24 * 3_600_000;
/** How long the text of a report stays: it may name the customer. */
const TEXT_MS = 90 * 24 * 3_600_000;
const CLEANUP_MS = 3_600_000;

const ENDED: readonly PurchaseStage[] = ['DELIVERED', 'DECLINED', 'CANCELLED', 'EXPIRED'];

/** Follows purchases by what the provider reports: callbacks, and look-ups where those fail to come. */
export type PurchaseWorker = ReturnType<typeof createPurchaseWorker>;

export function createPurchaseWorker(context: FiatContext, sessions: ProviderSessions) {
  const { database, provider, now, log } = context;

  /** Stores a report once. It is applied by the next round. */
  const store = async (report: ProviderReport, body: string, source: 'CALLBACK' | 'POLL'): Promise<void> => {
    await insertCallback(database, {
      id: randomId(),
      source,
      external_id: report.externalId,
      type: report.type,
      status: report.status,
      updated_at_ts: report.updatedAt,
      purchase_id: report.purchaseId,
      body,
      received_at: now(),
      applied_at: null,
      contradicts: null,
    });
  };

  const applyInbox = async (): Promise<void> => {
    const reports = await listNewCallbacks(database, BATCH);
    const named = new Set(reports.flatMap(({ purchase_id }) => purchase_id ?? []));
    for (const id of named) {
      await retryOnConflict(
        async () => await applyReports(context, id),
        () => new ConcurrentUpdateError(id),
      );
    }
    const unnamed = reports.filter(({ purchase_id }) => purchase_id === null).map(({ id }) => id);
    if (unnamed.length > 0) await markApplied(database, unnamed, now());
  };

  const expire = async (): Promise<void> => {
    for (const purchase of await listUnpaidPurchases(database, now() - PAYMENT_MS, BATCH)) {
      await database
        .transaction()
        .execute(async (transaction) => await applyTransition(transaction, purchase, 'expired', now(), { status_at: now() }))
        .catch(unlessChanged);
    }
  };

  const poll = async (): Promise<void> => {
    for (const purchase of await listPurchasesToPoll(database, now(), BATCH)) {
      // Of several hosts, the one whose write succeeds asks.
      const claimed = await amend(database, purchase, { poll_at: nextPoll(purchase, now()) }).catch(unlessChanged);
      if (!claimed) continue;
      try {
        await lookUp(claimed);
      } catch (error) {
        log.warn({ err: error, purchaseId: purchase.id }, 'the card provider was asked about a purchase in vain');
      }
    }
  };
  const lookUp = async ({ id, user_id: userId, client_address: address }: CardPurchaseRow): Promise<void> => {
    const found = await sessions.as({ userId, address, consent: null }, (customer) => provider.find(customer, id));
    for (const report of found?.reports ?? []) await store(report, JSON.stringify(report), 'POLL');
  };

  let cleanedAt = 0;
  const cleanUp = async (): Promise<void> => {
    if (now() - cleanedAt < CLEANUP_MS) return;
    cleanedAt = now();
    await emptyCallbacks(database, now() - TEXT_MS);
  };
  const round = async (): Promise<void> => {
    if (await hasPurchaseWork(database, now(), now() - PAYMENT_MS)) {
      await applyInbox();
      await expire();
      await poll();
    }
    await cleanUp();
  };
  return {
    /**
     * Takes a callback: stores it and returns true, or returns false for a forged one. A signed one that can't be read is stored too, so
     * that an operator finds it and the provider does not repeat it for days.
     */
    receive: async (body: Buffer, signature: string): Promise<boolean> => {
      let report: ProviderReport | null;
      try {
        report = provider.readCallback(body, signature);
      } catch (error) {
        if (!(error instanceof ProviderUnavailableError)) throw error;
        log.error({ err: error }, 'a signed callback of the card provider can not be read');
        const unread = { type: 'UNREADABLE', status: 'UNREADABLE', updatedAt: 0, purchaseId: null };
        const details = { txHash: null, cardEnding: null, amount: null };
        const purchase = { coin: null, fiatCurrency: null, fiatAmount: null, address: null };
        report = { ...unread, ...details, ...purchase, externalId: randomId() };
      }
      if (report === null) return false;
      await store(report, body.toString('utf8'), 'CALLBACK');
      return true;
    },
    round,
    start: () =>
      repeat(round, { pauseMs: ROUND_MS, onError: (error) => log.error({ err: error }, 'a round of card purchases failed') }),
  };
}

/** Brings a purchase to the stage that all its reports together say, and marks them as applied. */
async function applyReports(context: FiatContext, id: string): Promise<void> {
  const now = context.now();
  await context.database.transaction().execute(async (transaction) => {
    const [purchase, rows] = [await findPurchase(transaction, id), await listCallbacksOf(transaction, id)];
    await markApplied(
      transaction,
      rows.filter(({ applied_at }) => applied_at === null).map((row) => row.id),
      now,
    );
    if (!purchase) {
      context.log.warn({ purchaseId: id }, 'the card provider reported a purchase that this host does not have');
      return;
    }
    const refused = await noteContradictions(context, transaction, purchase, rows);
    const accepted = rows.filter(({ id: callbackId, contradicts }) => contradicts === null && !refused.has(callbackId));
    const reports = accepted.map((row) => ({ ...row, updatedAt: row.updated_at_ts }));
    const { transition, stage, wasHeld, isProcessing, endReason } = stageOfReports(reports);
    const changes = {
      was_held: wasHeld ? 1 : 0,
      is_processing: isProcessing || accepted.length < rows.length ? 1 : 0,
      end_reason: endReason,
      ...detailsOf(context, accepted),
    };
    const isReleasedLate = transition === 'released' && stage === purchase.status && purchase.was_held === 0;
    if (transition !== null && (stage !== purchase.status || isReleasedLate)) {
      const changed = await applyTransition(transaction, purchase, transition, now, { ...changes, status_at: now });
      await mailStage(transaction, context, changed, now);
    } else {
      await amend(transaction, purchase, changes);
    }
  });
}

/** Notes which of the new reports differ from their purchase, and returns their ids. */
async function noteContradictions(
  context: FiatContext,
  transaction: Executor,
  purchase: CardPurchaseRow,
  rows: readonly ProviderCallbackRow[],
): Promise<ReadonlySet<string>> {
  const refused = new Set<string>();
  for (const row of rows) {
    const report = row.applied_at === null ? reportIn(context, row) : null;
    const field = report && contradictedField(context, purchase, report);
    if (field === null) continue;
    refused.add(row.id);
    await markContradicting(transaction, row.id, field);
    context.log.error(
      { purchaseId: purchase.id, reportId: row.id, field },
      'a report of the card provider contradicts its purchase',
    );
  }
  return refused;
}

/** Returns what a stored report says; null once its text is emptied, and if it can't be read. */
function reportIn({ provider }: FiatContext, { source, body }: ProviderCallbackRow): ProviderReport | null {
  try {
    return source === 'POLL' ? (JSON.parse(body) as ProviderReport) : provider.parse(body);
  } catch {
    return null;
  }
}

/** Returns what the newest reports name beyond their status. */
function detailsOf(context: FiatContext, rows: readonly ProviderCallbackRow[]): PurchaseChanges {
  const newest = rows.toSorted((one, other) => other.updated_at_ts - one.updated_at_ts);
  const reports = newest.flatMap((row) => reportIn(context, row) ?? []);
  const delivered = reports.find(({ type, amount }) => type === 'withdraw' && amount !== null)?.amount;
  const txHash = reports.find(({ txHash }) => txHash !== null)?.txHash;
  const cardEnding = reports.find(({ cardEnding }) => cardEnding !== null)?.cardEnding;
  const reference = newest.find(({ type }) => type === 'buy')?.external_id;
  return {
    ...(delivered && { amount_to_get: delivered }),
    ...(txHash && { tx_hash: txHash }),
    ...(cardEnding && { card_ending: cardEnding }),
    ...(reference && { reference }),
  };
}

/** Every 30 s while the customer waits, then every 10 minutes for three days; then only while money is neither delivered nor released. */
export function nextPoll({ status, created_at }: Pick<CardPurchaseRow, 'status' | 'created_at'>, now: number): number | null {
  const age = now - created_at;
  const isOpen = !ENDED.includes(status);
  if (status === 'DELIVERED' || (age > POLLED_MS && (!isOpen || status === 'AWAITING_PAYMENT'))) return null;
  return now + (isOpen && age < OFTEN_MS ? POLL_MS : SLOW_POLL_MS);
}

function unlessChanged(error: unknown): null {
  if (error instanceof ConcurrentUpdateError) return null;
  throw error;
}
