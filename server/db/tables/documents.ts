/** Documents that the host signed: guarantees and receipts for customers, decisions and earnings for its own audit. Never changed. */
export interface DocumentTables {
  signed_documents: SignedDocumentTable;
}

export interface SignedDocumentTable {
  order_id: string;
  kind: 'GUARANTEE' | 'RECEIPT' | 'DECISION' | 'EARNINGS';
  /** 1 for the guarantee and the earnings. Receipts and decisions count up; the last receipt is valid. */
  number: number;
  key_id: string;
  /** canonical JSON, as signed */
  document: string;
  /** hex */
  signature: string;
  created_at: number;
}
