import { isoTime } from '../../contract/isoTime.ts';
import type { Database, Executor } from '../db/database.ts';
import { lockInTransaction } from '../db/lockInTransaction.ts';
import { listAccrualsOfOrders } from '../db/repositories/earnings/accruals.ts';
import { hasDocumentsOfKind, listCompletedWithout } from '../db/repositories/signedDocuments.ts';
import type { SignedDocumentTable } from '../db/tables/documents.ts';
import type { DocumentSigner } from '../guarantee/documentSigner.ts';
import type { EarningsRecord } from '../guarantee/records.ts';
import { storeDocument } from '../guarantee/signedDocuments.ts';
import { readSigned } from '../guarantee/verifyStored.ts';

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

/**
 * Signs the earnings of the orders that completed before versions that do. Only while nothing of this kind is signed, and all at once:
 * a later start must not sign what somebody deleted meanwhile.
 */
export async function signOldEarnings({ database, ...options }: SigningOptions & { database: Database }): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await lockInTransaction(transaction, 'earnings');
    if (await hasDocumentsOfKind(transaction, KIND)) return;
    for (;;) {
      const orderIds = await listCompletedWithout(transaction, KIND, PAGE_SIZE);
      for (const orderId of orderIds) await signEarnings(options, transaction, orderId);
      if (orderIds.length < PAGE_SIZE) return;
    }
  });
}

/** Returns what the host signed of the earnings of an order; null: nothing. */
export async function readEarningsRecord(
  publicKeys: readonly string[],
  orderId: string,
  documents: readonly SignedDocumentTable[],
): Promise<EarningsRecord | null> {
  const row = documents.find(({ kind }) => kind === KIND);
  const signed = row ? await readSigned(publicKeys, row) : null;
  // The host signed exactly this text, so it has the shape that `signEarnings` gave it.
  return signed?.['kind'] === 'earnings' && signed['orderId'] === orderId ? (signed as EarningsRecord) : null;
}
