import type { RawBuilder, SqlBool } from 'kysely';
import type { PurchaseStage } from '../../../../contract/fiat/cardPurchase.ts';
import { compiledRead } from '../../compiled.ts';
import type { Executor } from '../../database.ts';
import type { CardPurchaseEventTable, CardPurchaseRow } from '../../tables/fiat.ts';
import { findContradiction, newCallbacks } from './providerCallbacks.ts';

/** The columns that change after a purchase was created */
export type PurchaseChanges = Partial<
  Pick<
    CardPurchaseRow,
    | 'status_at'
    | 'amount_to_get'
    | 'fees'
    | 'redirect_url'
    | 'buying_until'
    | 'reference'
    | 'was_held'
    | 'is_processing'
    | 'end_reason'
    | 'card_ending'
    | 'tx_hash'
    | 'poll_at'
  >
>;

/** Returns false if this customer has a purchase with the same idempotency key. */
export async function insertPurchase(executor: Executor, row: CardPurchaseRow): Promise<boolean> {
  const result = await executor
    .insertInto('card_purchases')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'idempotency_key']).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Updates a purchase that still has its version, and raises it. Returns undefined if it has changed. */
export async function updatePurchase(
  executor: Executor,
  { id, version }: CardPurchaseRow,
  changes: PurchaseChanges & Pick<CardPurchaseRow, 'status'>,
): Promise<CardPurchaseRow | undefined> {
  return await executor
    .updateTable('card_purchases')
    .set({ ...changes, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst();
}

export async function findPurchase(executor: Executor, id: string): Promise<CardPurchaseRow | undefined> {
  return await executor.selectFrom('card_purchases').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findPurchaseByKey(executor: Executor, userId: number, key: string): Promise<CardPurchaseRow | undefined> {
  return await executor
    .selectFrom('card_purchases')
    .selectAll()
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

export async function insertPurchaseEvents(executor: Executor, events: readonly CardPurchaseEventTable[]): Promise<void> {
  if (events.length > 0)
    await executor
      .insertInto('card_purchase_events')
      .values([...events])
      .execute();
}

/** Returns the ids of the purchases that were delivered, the newest first. */
export async function listDelivered(executor: Executor, limit: number): Promise<string[]> {
  const rows = await executor
    .selectFrom('card_purchases')
    .select('id')
    .where('status', '=', 'DELIVERED')
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the events of purchases, oldest first. */
export async function listPurchaseEvents(executor: Executor, ids: readonly string[]): Promise<CardPurchaseEventTable[]> {
  if (ids.length === 0) return [];
  return await executor
    .selectFrom('card_purchase_events')
    .selectAll()
    .where('purchase_id', 'in', ids)
    .orderBy('purchase_id')
    .orderBy('sequence')
    .execute();
}

/** Returns the amounts of a customer's purchases in all but these stages, with their currencies. */
export async function listPurchasedAmounts(
  executor: Executor,
  userId: number,
  without: readonly PurchaseStage[],
): Promise<Pick<CardPurchaseRow, 'currency' | 'amount' | 'status' | 'created_at'>[]> {
  return await executor
    .selectFrom('card_purchases')
    .select(['currency', 'amount', 'status', 'created_at'])
    .where('user_id', '=', userId)
    .where('status', 'not in', without)
    .execute();
}

/** Ends the look-ups of a customer's purchases: they need the account. Callbacks still change the purchases. */
export async function stopLookUps(executor: Executor, userId: number): Promise<void> {
  await executor
    .updateTable('card_purchases')
    .set((column) => ({ poll_at: null, version: column('version', '+', 1) }))
    .where('user_id', '=', userId)
    .where('poll_at', 'is not', null)
    .execute();
}

/** Returns whether a report is not applied, or {@link listPurchasesToPoll} or {@link listUnpaidPurchases} would return any. One query. */
export async function hasPurchaseWork(executor: Executor, now: number, unpaidBefore: number): Promise<boolean> {
  const [found] = await purchaseWork(executor, { now, unpaidBefore });
  return Boolean(found?.isAny);
}

const purchaseWork = compiledRead<{ now: number; unpaidBefore: number }, { isAny: SqlBool }>((executor, value) =>
  executor.selectNoFrom((select) =>
    select
      .or([
        select.exists(newCallbacks(executor).select('id')),
        select.exists(purchasesToPoll(executor, value('now')).select('id')),
        select.exists(unpaidPurchases(executor, value('unpaidBefore')).select('id')),
      ])
      .as('isAny'),
  ),
);

/** Returns purchases that the provider should be asked about now. */
export async function listPurchasesToPoll(executor: Executor, now: number, limit: number): Promise<CardPurchaseRow[]> {
  return await purchasesToPoll(executor, now).selectAll().orderBy('poll_at').limit(limit).execute();
}

const purchasesToPoll = (executor: Executor, now: number | RawBuilder<number>) =>
  executor.selectFrom('card_purchases').where('poll_at', '<=', now);

/** Returns purchases that wait for a payment since before a time. */
export async function listUnpaidPurchases(executor: Executor, before: number, limit: number): Promise<CardPurchaseRow[]> {
  return await unpaidPurchases(executor, before).selectAll().orderBy('created_at').limit(limit).execute();
}

const unpaidPurchases = (executor: Executor, before: number | RawBuilder<number>) =>
  executor.selectFrom('card_purchases').where('status', '=', 'AWAITING_PAYMENT').where('created_at', '<', before);

/**
 * AT_PROVIDER: paid for or being paid for, without a final report. DELIVERY_FAILED: paid for, and not delivered. CONTRADICTED: a report
 * differs from its purchase
 */
export type WaitingPurchase = 'AT_PROVIDER' | 'DELIVERY_FAILED' | 'CONTRADICTED';

const AT_PROVIDER: readonly PurchaseStage[] = ['AUTHORISING', 'VERIFYING', 'PAID', 'DELIVERING'];

/** Returns when the oldest purchase of each kind last changed, or was contradicted (ms), after `since`; null: there is none. */
export async function findWaitingPurchases(executor: Executor, since: number): Promise<Record<WaitingPurchase, number | null>> {
  const oldest = async (stages: readonly PurchaseStage[]): Promise<number | null> => {
    const row = await executor
      .selectFrom('card_purchases')
      .select('status_at')
      .where('status', 'in', stages)
      .where('status_at', '>', since)
      .orderBy('status_at')
      .limit(1)
      .executeTakeFirst();
    return row ? Number(row.status_at) : null;
  };
  return {
    AT_PROVIDER: await oldest(AT_PROVIDER),
    DELIVERY_FAILED: await oldest(['DELIVERY_FAILED']),
    CONTRADICTED: await findContradiction(executor, since),
  };
}

/** Returns a page of all customers' purchases in these stages, newest first. */
export async function listPurchases(
  executor: Executor,
  stages: readonly PurchaseStage[],
  { limit, offset }: { limit: number; offset: number },
): Promise<CardPurchaseRow[]> {
  return await executor
    .selectFrom('card_purchases')
    .selectAll()
    .where('status', 'in', stages)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** Returns purchases of all customers with one of these ids, or this number at the provider or this transaction hash, newest first. */
export async function findPurchasesByWords(
  executor: Executor,
  { ids, words }: { ids: readonly string[]; words: string },
  limit: number,
): Promise<Pick<CardPurchaseRow, 'id' | 'user_id' | 'created_at'>[]> {
  return await executor
    .selectFrom('card_purchases')
    .select(['id', 'user_id', 'created_at'])
    .where((where) => where.or([where('id', 'in', ids), where('reference', '=', words), where('tx_hash', '=', words)]))
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
}
