import type { Executor } from '../database.ts';
import type { SignedDocumentTable } from '../tables/documents.ts';

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
