import { canonicalJson } from '../../contract/signedDocuments/canonicalJson.ts';
import type { SignedGuarantee, SignedReceipt } from '../../contract/signedDocuments/guarantee.ts';
import type { StoredSignature } from './documentSigner.ts';
import type { Executor } from '../db/database.ts';
import { insertSignedDocument, listSignedDocuments } from '../db/repositories/signedDocuments.ts';
import type { SignedDocumentTable } from '../db/tables/documents.ts';

interface NewDocument {
  orderId: string;
  kind: SignedDocumentTable['kind'];
  number: number;
  signed: StoredSignature<object>;
  now: number;
}

/** Stores a document. Returns false if one with this kind and number exists. */
export async function storeDocument(executor: Executor, document: NewDocument): Promise<boolean> {
  return await insertSignedDocument(executor, documentRow(document));
}

/** Returns the database row of a signed document. */
export function documentRow({ orderId, kind, number, signed, now }: NewDocument): SignedDocumentTable {
  return {
    order_id: orderId,
    kind,
    number,
    key_id: signed.keyId,
    document: canonicalJson(signed.document),
    signature: signed.signature,
    created_at: now,
  };
}

export interface OrderDocuments {
  guarantee: SignedGuarantee | null;
  receipt: SignedReceipt | null;
}

/**
 * Returns the signed guarantee and the newest signed receipt of an order, each null if there is none. This host wrote the
 * documents, so their shape is not validated again.
 */
export async function readDocuments(executor: Executor, orderId: string): Promise<OrderDocuments> {
  return presentDocuments(await listSignedDocuments(executor, orderId));
}

/** `rows`: the documents of one order, sorted by number. */
export function presentDocuments(rows: readonly SignedDocumentTable[]): OrderDocuments {
  return {
    guarantee: present(rows.find(({ kind }) => kind === 'GUARANTEE')) as SignedGuarantee | null,
    receipt: present(rows.findLast(({ kind }) => kind === 'RECEIPT')) as SignedReceipt | null,
  };
}

function present(row: SignedDocumentTable | undefined): { document: unknown; signature: string; keyId: string } | null {
  return row ? { document: JSON.parse(row.document), signature: row.signature, keyId: row.key_id } : null;
}
