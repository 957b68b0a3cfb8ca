import { ApiError } from '../../../contract/errors.ts';
import type { Executor } from '../../db/database.ts';
import { DatabaseUnavailableError } from '../../db/databaseErrors.ts';
import { deleteIdempotencyKey, findIdempotencyKey, insertIdempotencyKey } from '../../db/repositories/keys.ts';
import { insertOrderEvents, insertOrderOrigins, insertOrders } from '../../db/repositories/orders.ts';
import { insertOrderOwners } from '../../db/repositories/accounts/orderOwners.ts';
import { insertSignedDocuments } from '../../db/repositories/signedDocuments.ts';
import { insertReservations } from '../../db/repositories/treasury.ts';
import type { OrderOwnerRow } from '../../db/tables/accounts.ts';
import type { PartnerKeyRow } from '../../db/tables/apiKeys.ts';
import type { SignedDocumentTable } from '../../db/tables/documents.ts';
import type { OrderEventTable, OrderOriginTable, OrderTable } from '../../db/tables/orders.ts';
import type { OrderContext } from '../core/context.ts';
import type { BatchOutcome } from '../../common/batcher.ts';
import { ConcurrentUpdateError } from '../../common/retryOnConflict.ts';
import { admitOrders, reservationOf } from './admitOrders.ts';

export interface IdempotencyKey {
  keyHash: string;
  bodyHash: string;
}

/** All rows of a new order. */
export interface NewOrder {
  order: OrderTable;
  /** null: a guest's order */
  owner: OrderOwnerRow | null;
  origin: OrderOriginTable;
  /** The partner's key that creates it; null: none */
  partner: PartnerKeyRow | null;
  guarantee: SignedDocumentTable;
  event: OrderEventTable;
  key: IdempotencyKey | null;
}

/**
 * Stores orders that pay out in the same instrument in one transaction. For each order it writes the order, owner, guarantee,
 * event, idempotency key and, for a fixed rate, reservation, or none of them. An order that can't be stored does not affect the
 * others.
 *
 * Returns one outcome per order: the id of the order that has its idempotency key (its own id when the key is new), or the
 * error. Errors: those of {@link admitOrders}, ERR_IDEMPOTENCY_MISMATCH, ERR_UNAUTHORIZED (the customer has closed the account), and ConcurrentUpdateError when the caller should retry.
 */
export async function storeOrders(context: OrderContext, orders: readonly NewOrder[]): Promise<BatchOutcome<string>[]> {
  try {
    return await context.database.transaction().execute((transaction) => storeBatch(context, transaction, orders));
  } catch (error) {
    if (orders.length === 1 || error instanceof DatabaseUnavailableError) return orders.map(() => ({ error }));
    context.log.warn({ err: error, orders: orders.length }, 'A batch of new orders failed. Each order is now stored on its own.');
    const outcomes: BatchOutcome<string>[] = [];
    for (const one of orders) outcomes.push(...(await storeOrders(context, [one])));
    return outcomes;
  }
}

async function storeBatch(
  context: OrderContext,
  transaction: Executor,
  orders: readonly NewOrder[],
): Promise<BatchOutcome<string>[]> {
  const outcomes = new Map<NewOrder, BatchOutcome<string>>();
  // Every process inserts keys in the same order, so that two batches never deadlock.
  const sorted = orders.toSorted((left, right) => (left.key?.keyHash ?? '').localeCompare(right.key?.keyHash ?? ''));
  for (const one of sorted) outcomes.set(one, await takeKey(transaction, one));
  const isNew = (one: NewOrder): boolean => {
    const outcome = outcomes.get(one);
    return outcome !== undefined && 'result' in outcome && outcome.result === one.order.id;
  };
  const newOrders = orders.filter(isNew);
  const refusals = await admitOrders(context, transaction, newOrders);
  const refusedIds = new Set([...refusals.keys()].map(({ order }) => order.id));
  for (const [one, outcome] of outcomes) {
    if ('error' in outcome || !refusedIds.has(outcome.result)) continue;
    const error = refusals.get(one);
    // A second order of the batch with the same key retries: the key is free again.
    if (error === undefined) outcomes.set(one, retryOf(one));
    else {
      if (one.key) await deleteIdempotencyKey(transaction, one.key.keyHash);
      outcomes.set(one, { error });
    }
  }
  await insertAll(
    transaction,
    newOrders.filter((one) => !refusals.has(one)),
  );
  await context.referrals.onOwned(
    transaction,
    newOrders.flatMap((one) => (refusals.has(one) ? [] : one.order.id)),
  );
  return orders.map((one) => outcomes.get(one) ?? retryOf(one));
}

function retryOf({ order }: NewOrder): BatchOutcome<string> {
  return { error: new ConcurrentUpdateError(order.id) };
}

async function insertAll(transaction: Executor, orders: readonly NewOrder[]): Promise<void> {
  if (orders.length === 0) return;
  await insertOrders(
    transaction,
    orders.map(({ order }) => order),
  );
  const isOwned = await insertOrderOwners(
    transaction,
    orders.flatMap(({ owner }) => owner ?? []),
  );
  if (!isOwned) throw new ApiError('ERR_UNAUTHORIZED', 'This account was closed.');
  await insertOrderOrigins(
    transaction,
    orders.map(({ origin }) => origin),
  );
  await insertSignedDocuments(
    transaction,
    orders.map(({ guarantee }) => guarantee),
  );
  await insertOrderEvents(
    transaction,
    orders.map(({ event }) => event),
  );
  await insertReservations(
    transaction,
    orders
      .filter(({ order }) => order.rate_mode === 'FIXED')
      .map(({ order }) => {
        const { orderId, instrument, amount } = reservationOf(order);
        return { order_id: orderId, instrument, amount };
      }),
  );
}

/** Returns the id of the order that has the idempotency key: this order's, when the key is new or absent. */
async function takeKey(transaction: Executor, one: NewOrder): Promise<BatchOutcome<string>> {
  const { order, key, event } = one;
  if (key === null) return { result: order.id };
  const fresh = { key_hash: key.keyHash, body_hash: key.bodyHash, order_id: order.id, created_at: event.created_at };
  if (await insertIdempotencyKey(transaction, fresh)) return { result: order.id };
  const known = await findIdempotencyKey(transaction, key.keyHash);
  return known ? orderOfKey(known, key) : retryOf(one);
}

function orderOfKey(known: { body_hash: string; order_id: string }, key: IdempotencyKey): BatchOutcome<string> {
  try {
    return { result: checkSameBody(known, key) };
  } catch (error) {
    return { error };
  }
}

/** Returns the order id of a known key. Throws ERR_IDEMPOTENCY_MISMATCH when the body differs from the first request's. */
export function checkSameBody(known: { body_hash: string; order_id: string }, key: IdempotencyKey): string {
  if (known.body_hash !== key.bodyHash) {
    throw new ApiError('ERR_IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used for another order.');
  }
  return known.order_id;
}
