/** What the host signed for its customers. Written once, never changed. */
export interface DocumentTables {
  signed_documents: SignedDocumentTable;
}

export interface SignedDocumentTable {
  order_id: string;
  kind: 'GUARANTEE' | 'RECEIPT';
  /** 1 for the guarantee; receipts count up, the last one is the true one */
  number: number;
  key_id: string;
  /** canonical JSON, as signed */
  document: string;
  /** hex */
  signature: string;
  created_at: number;
}
