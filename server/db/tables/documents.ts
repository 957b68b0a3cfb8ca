import { bigint, integer, table, text, type RowOf } from '../table.ts';

/** Documents that the host signed: guarantees and receipts for customers, the others for its own audit. Never changed. */
export const documentTables = {
  signed_documents: table({
    order_id: text().references('orders'),
    kind: text<'GUARANTEE' | 'RECEIPT' | 'DECISION' | 'EARNINGS' | 'ORIGIN'>(),
    /** 1 for the guarantee and the earnings. The others count up; the last receipt and the last origin are valid. */
    number: integer(),
    key_id: text(),
    /** canonical JSON, as signed */
    document: text(),
    /** hex */
    signature: text(),
    created_at: bigint(),
  }).key('order_id', 'kind', 'number'),
};

export type SignedDocumentTable = RowOf<typeof documentTables.signed_documents>;
