import { isoTime } from '../../contract/isoTime.ts';
import type { Executor } from '../db/database.ts';
import { listAccrualsOfOrders } from '../db/repositories/earnings/accruals.ts';
import { listCompletedWithout } from '../db/repositories/signedDocuments.ts';
import type { SignedDocumentTable } from '../db/tables/documents.ts';
import type { DocumentSigner } from '../guarantee/documentSigner.ts';
import type { EarningsRecord } from '../guarantee/records.ts';
import { storeDocument } from '../guarantee/signedDocuments.ts';

interface SigningOptions {
  signer: Pick<DocumentSigner, 'signEarnings'>;
  now: () => number;
}

const KIND = 'EARNINGS';
const PAGE_SIZE = 200;

/** Signs which earnings a completed order has (D68), in the transaction that completes it. */
export async function signEarnings({ signer, now }: SigningOptions, transaction: Executor, orderId: string): Promise<void> {
  const accruals = await listAccrualsOfOrders(transaction, [orderId]);
  const accrualIds = accruals.map(({ id }) => id).toSorted();
  const signed = signer.signEarnings({ kind: 'earnings', orderId, accrualIds, at: isoTime(now()) });
  await storeDocument(transaction, { orderId, kind: KIND, number: 1, signed, now: now() });
}

/** Signs the earnings of the orders that completed before versions that do. */
export async function signOldEarnings(options: SigningOptions, transaction: Executor): Promise<void> {
  for (;;) {
    const orderIds = await listCompletedWithout(transaction, KIND, PAGE_SIZE);
    for (const orderId of orderIds) await signEarnings(options, transaction, orderId);
    if (orderIds.length < PAGE_SIZE) return;
  }
}

/** Returns what the host signed of the earnings of an order, among documents whose signatures were verified; null: nothing. */
export function readEarningsRecord(signed: readonly SignedDocumentTable[]): EarningsRecord | null {
  const row = signed.find(({ kind }) => kind === KIND);
  // The host signed exactly this text, so it has the shape that `signEarnings` gave it.
  return row ? (JSON.parse(row.document) as EarningsRecord) : null;
}
