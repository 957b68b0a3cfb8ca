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
  await executor.insertInto('signed_documents').values(documents).execute();
}

/** Returns the guarantee and the receipts of an order, sorted by number. */
export async function listSignedDocuments(executor: Executor, orderId: string): Promise<SignedDocumentTable[]> {
  return await executor
    .selectFrom('signed_documents')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('kind')
    .orderBy('number')
    .execute();
}
