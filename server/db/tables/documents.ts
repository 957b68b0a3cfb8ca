/** Documents that the host signed: guarantees and receipts for customers, the others for its own audit. Never changed. */
export interface DocumentTables {
  signed_documents: SignedDocumentTable;
}

export interface SignedDocumentTable {
  order_id: string;
  kind: 'GUARANTEE' | 'RECEIPT' | 'DECISION' | 'EARNINGS' | 'ORIGIN';
  /** 1 for the guarantee and the earnings. The others count up; the last receipt and the last origin are valid. */
  number: number;
  key_id: string;
  /** canonical JSON, as signed */
  document: string;
  /** hex */
  signature: string;
  created_at: number;
}
