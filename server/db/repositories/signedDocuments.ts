import type { RawBuilder } from 'kysely';
import { compiledListRead, insertRows } from '../compiled.ts';
import type { Executor } from '../database.ts';
import type { SignedDocumentTable } from '../tables/documents.ts';

/** Returns false if the order has a document of this kind and number. A signed document is never replaced. */
export async function insertSignedDocument(executor: Executor, document: SignedDocumentTable): Promise<boolean> {
  const result = await executor
    .insertInto('signed_documents')
    .values(document)
    .onConflict((conflict) => conflict.columns(['order_id', 'kind', 'number']).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Inserts the documents of new orders. Throws if one exists. */
export async function insertSignedDocuments(executor: Executor, documents: readonly SignedDocumentTable[]): Promise<void> {
  await insertRows(executor, 'signed_documents', documents);
}

/** Returns the documents of an order, sorted by kind and number. */
export async function listSignedDocuments(executor: Executor, orderId: string): Promise<SignedDocumentTable[]> {
  return await listDocumentsOfOrders(executor, [orderId]);
}

/** Returns the documents of up to a few hundred orders, sorted by kind and number. */
export async function listDocumentsOfOrders(executor: Executor, orderIds: readonly string[]): Promise<SignedDocumentTable[]> {
  if (orderIds.length === 0) return [];
  return await executor
    .selectFrom('signed_documents')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('kind')
    .orderBy('number')
    .execute();
}

/** Returns the highest number of the documents of this kind, by order. Orders without one are missing. */
export async function listLastNumbers(
  executor: Executor,
  kind: SignedDocumentTable['kind'],
  orderIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await lastNumbers(executor, [kind, ...orderIds]);
  return new Map(rows.map(({ order_id, last }) => [order_id, last]));
}

/** The kind, then the orders */
const lastNumbers = compiledListRead<string, { order_id: string; last: number }>((executor, [kind, ...orderIds]) =>
  executor
    .selectFrom('signed_documents')
    .select((select) => ['order_id', select.fn.max('number').as('last')])
    .where('order_id', 'in', orderIds)
    .where('kind', '=', kind as RawBuilder<SignedDocumentTable['kind']>)
    .groupBy('order_id'),
);
