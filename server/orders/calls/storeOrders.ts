import { ApiError } from '../../../contract/errors.ts';
import type { Executor } from '../../db/database.ts';
import { DatabaseUnavailableError } from '../../db/databaseErrors.ts';
import { deleteIdempotencyKey, findIdempotencyKey, insertIdempotencyKey } from '../../db/repositories/keys.ts';
import { insertOrderEvents, insertOrders } from '../../db/repositories/orders.ts';
import { insertSignedDocuments } from '../../db/repositories/signedDocuments.ts';
import { insertReservations } from '../../db/repositories/treasury.ts';
import type { SignedDocumentTable } from '../../db/tables/documents.ts';
import type { OrderEventTable, OrderTable } from '../../db/tables/orders.ts';
import type { OrderContext } from '../core/context.ts';
import type { BatchOutcome } from '../core/batcher.ts';
import { ConcurrentUpdateError } from '../core/machine.ts';
import { takeAffordable, payoutReservation } from '../core/treasury.ts';

export interface IdempotencyKey {
  keyHash: string;
  bodyHash: string;
}

/** Everything that is written when an order is made. */
export interface NewOrder {
  order: OrderTable;
  guarantee: SignedDocumentTable;
  event: OrderEventTable;
  key: IdempotencyKey | null;
}

/** The treasury can't promise so much more. */
export class NothingReservedError extends Error {
  override readonly name = 'NothingReservedError';
}

/**
 * Stores orders that are to be paid in one instrument, all in one transaction: of each its order, guarantee, event,
 * reservation and key, or nothing. Gives of each the id of the order that stands under its key, its own when it is new.
 * One that can't be stored takes nothing from the others. Errors: NothingReservedError, ERR_IDEMPOTENCY_MISMATCH, and
 * ConcurrentUpdateError when it is to be tried again.
 */
export async function storeOrders(context: OrderContext, lot: readonly NewOrder[]): Promise<BatchOutcome<string>[]> {
  try {
    return await context.database.transaction().execute((transaction) => storeBatch(transaction, lot));
  } catch (error) {
    if (lot.length === 1 || error instanceof DatabaseUnavailableError) return lot.map(() => ({ error }));
    context.log.warn({ err: error, orders: lot.length }, 'orders are stored one by one');
    const outcomes: BatchOutcome<string>[] = [];
    for (const one of lot) outcomes.push(...(await storeOrders(context, [one])));
    return outcomes;
  }
}

async function storeBatch(transaction: Executor, lot: readonly NewOrder[]): Promise<BatchOutcome<string>[]> {
  const outcomes = new Map<NewOrder, BatchOutcome<string>>();
  // In one sequence, whoever writes them: two lots then never wait for each other.
  const sorted = lot.toSorted((left, right) => (left.key?.keyHash ?? '').localeCompare(right.key?.keyHash ?? ''));
  for (const one of sorted) outcomes.set(one, await takeKey(transaction, one));
  const isNew = (one: NewOrder): boolean => {
    const outcome = outcomes.get(one);
    return outcome !== undefined && 'result' in outcome && outcome.result === one.order.id;
  };
  const wanted = lot.filter(isNew);
  const granted = await takeAffordable(transaction, wanted, reservationOf);
  const refused = new Set(wanted.filter((one) => !granted.includes(one)).map(({ order }) => order.id));
  for (const [one, outcome] of outcomes) {
    if ('error' in outcome || !refused.has(outcome.result)) continue;
    // Whoever came with the same key meanwhile finds it free again.
    if (outcome.result !== one.order.id) outcomes.set(one, again(one));
    else {
      // Neither order nor key may stay.
      if (one.key) await deleteIdempotencyKey(transaction, one.key.keyHash);
      outcomes.set(one, { error: new NothingReservedError() });
    }
  }
  await insertAll(transaction, granted);
  return lot.map((one) => outcomes.get(one) ?? again(one));
}

function again({ order }: NewOrder): BatchOutcome<string> {
  return { error: new ConcurrentUpdateError(order.id) };
}

async function insertAll(transaction: Executor, lot: readonly NewOrder[]): Promise<void> {
  if (lot.length === 0) return;
  await insertOrders(
    transaction,
    lot.map(({ order }) => order),
  );
  await insertSignedDocuments(
    transaction,
    lot.map(({ guarantee }) => guarantee),
  );
  await insertOrderEvents(
    transaction,
    lot.map(({ event }) => event),
  );
  await insertReservations(
    transaction,
    lot.map((one) => {
      const { orderId, instrument, amount } = reservationOf(one);
      return { order_id: orderId, instrument, amount };
    }),
  );
}

function reservationOf({ order }: NewOrder) {
  return {
    orderId: order.id,
    instrument: order.instrument_to,
    amount: payoutReservation(order.amount_to_get, order.network_fee),
  };
}

/** The id of the order that stands under the key: this one, when the key is new or there is none. */
async function takeKey(transaction: Executor, one: NewOrder): Promise<BatchOutcome<string>> {
  const { order, key, event } = one;
  if (key === null) return { result: order.id };
  const fresh = { key_hash: key.keyHash, body_hash: key.bodyHash, order_id: order.id, created_at: event.created_at };
  if (await insertIdempotencyKey(transaction, fresh)) return { result: order.id };
  const known = await findIdempotencyKey(transaction, key.keyHash);
  return known ? underKey(known, key) : again(one);
}

function underKey(known: { body_hash: string; order_id: string }, key: IdempotencyKey): BatchOutcome<string> {
  try {
    return { result: checkSameBody(known, key) };
  } catch (error) {
    return { error };
  }
}

/** The order of a key that is known. Throws ERR_IDEMPOTENCY_MISMATCH when it was given with another body. */
export function checkSameBody(known: { body_hash: string; order_id: string }, key: IdempotencyKey): string {
  if (known.body_hash !== key.bodyHash) {
    throw new ApiError('ERR_IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used for another order.');
  }
  return known.order_id;
}
