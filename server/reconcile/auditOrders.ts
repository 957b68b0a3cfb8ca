import { readAuditedOrders, type AuditedOrder } from '../db/repositories/audit.ts';
import { depositJournalId } from '../orders/core/depositBooks.ts';
import { reversalId } from '../payments/ledger.ts';
import { listSigned } from '../guarantee/verifyStored.ts';
import { checkAccruals } from './earnings/accruals.ts';
import { checkOrigin } from './earnings/origins.ts';
import { compareJournals } from './compareJournals.ts';
import type { Difference, ReconcileContext } from './difference.ts';
import { expectedJournals } from './expectedJournals.ts';
import { checkOrder } from './orderBooks.ts';
import { checkSignedDocuments } from './signedOrders.ts';

/** Returns the accounting records of orders, with what proves them. */
export async function readAudited(
  { database }: Pick<ReconcileContext, 'database'>,
  ids: readonly string[],
): Promise<AuditedOrder[]> {
  return await readAuditedOrders(database, ids, (claim) => [depositJournalId(claim), reversalId(depositJournalId(claim))]);
}

/** Compares an order with its records: status, journals, sends and signed documents. */
export async function auditOrder(
  context: Pick<ReconcileContext, 'database' | 'catalogue' | 'gateways' | 'signer' | 'now'>,
  books: AuditedOrder,
): Promise<Difference[]> {
  const actual = Map.groupBy([...books.entries, ...books.claimedEntries], (entry) => entry.journal_id);
  const signed = await listSigned(context.signer.publicKeys, books.documents);
  return [
    ...checkOrder(context, books),
    ...compareJournals(expectedJournals(context, books, actual), actual),
    ...checkSignedDocuments(context, books, signed),
    ...(await checkOrigin(context, books, signed)),
    ...(await checkAccruals(context, books, signed)),
  ];
}
