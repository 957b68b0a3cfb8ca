/** Documents that the host signed for customers. Never changed. */
export interface DocumentTables {
  signed_documents: SignedDocumentTable;
}

export interface SignedDocumentTable {
  order_id: string;
  kind: 'GUARANTEE' | 'RECEIPT';
  /** 1 for the guarantee. Receipts count up; the last one is valid. */
  number: number;
  key_id: string;
  /** canonical JSON, as signed */
  document: string;
  /** hex */
  signature: string;
  created_at: number;
}
