import type { Executor } from '../database.ts';
import type { SignedDocumentTable } from '../tables/documents.ts';
import type { OrderRow } from '../tables/orders.ts';

/** False when there is one of this kind and number: what was signed is never replaced. */
export async function insertSignedDocument(executor: Executor, document: SignedDocumentTable): Promise<boolean> {
  const result = await executor
    .insertInto('signed_documents')
    .values(document)
    .onConflict((conflict) => conflict.columns(['order_id', 'kind', 'number']).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Of new orders, which have none yet. */
export async function insertSignedDocuments(executor: Executor, documents: readonly SignedDocumentTable[]): Promise<void> {
  await executor.insertInto('signed_documents').values(documents).execute();
}

/** Guarantee and receipts of an order, in the order of their numbers. */
export async function listSignedDocuments(executor: Executor, orderId: string): Promise<SignedDocumentTable[]> {
  return await executor
    .selectFrom('signed_documents')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('kind')
    .orderBy('number')
    .execute();
}

/** Orders in time that wait for a deposit and have no guarantee. */
export async function listUnsignedOrders(executor: Executor, now: number): Promise<OrderRow[]> {
  return await executor
    .selectFrom('orders')
    .selectAll()
    .where('status', '=', 'AWAITING_DEPOSIT')
    .where('expires_at', '>', now)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('signed_documents')
            .select('signed_documents.number')
            .whereRef('signed_documents.order_id', '=', 'orders.id')
            .where('signed_documents.kind', '=', 'GUARANTEE'),
        ),
      ),
    )
    .execute();
}
