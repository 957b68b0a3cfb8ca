import { findAccrualFault, findPriceFault, readAccrualRecord } from '../affiliates/signedAccruals.ts';
import { readEarningsRecord } from '../affiliates/signedEarnings.ts';
import type { AuditedOrder } from '../db/repositories/audit.ts';
import { readOrderParties } from '../db/repositories/earnings/accruals.ts';
import type { DocumentSigner } from '../guarantee/documentSigner.ts';
import { ownSendId } from '../orders/core/orderSends.ts';
import { alarm, type Difference, type ReconcileContext } from './difference.ts';

/**
 * Compares what an order earned customers with what the host signed when it completed (D68), and with what its settlement and its
 * parties say.
 */
export async function checkAccruals(
  { database, signer }: Pick<ReconcileContext, 'database' | 'signer'>,
  { order, accruals, documents, sends }: AuditedOrder,
): Promise<Difference[]> {
  const found = order.status === 'COMPLETED' ? await checkCompleteness({ order, accruals, documents }, signer.publicKeys) : [];
  if (accruals.length === 0) return found;
  const parties = await readOrderParties(database, order.id);
  const payout = sends.find(({ id }) => id === ownSendId('PAYOUT', order));
  for (const row of accruals) {
    const record = await readAccrualRecord(signer.publicKeys, row);
    const fault =
      typeof record === 'string' ? record : (findAccrualFault(record, order, parties) ?? findPriceFault(record, payout));
    if (fault === null) continue;
    found.push(
      alarm(
        `earning:${row.kind}:${order.id}`,
        `customer ${row.user_id} did not earn ${row.amount} ${row.instrument} with order ${order.id}`,
        fault,
        'Somebody changed the database, or a development version booked it. The customer’s withdrawals wait. Compare it with a backup.',
      ),
    );
  }
  return found;
}

/** An order has exactly the earnings that the host signed when it completed. An additional one is not signed itself. */
async function checkCompleteness(
  { order, accruals, documents }: Pick<AuditedOrder, 'order' | 'accruals' | 'documents'>,
  publicKeys: DocumentSigner['publicKeys'],
): Promise<Difference[]> {
  const record = await readEarningsRecord(publicKeys, order.id, documents);
  const advice = 'Somebody changed the database. Compare it with a backup.';
  if (record === null) {
    return [alarm(`earning:signed:${order.id}`, 'what an order earned is not signed', `order ${order.id}`, advice)];
  }
  const kept = new Set(accruals.map(({ id }) => id));
  return record.accrualIds
    .filter((id) => !kept.has(id))
    .map((id) => alarm(`earning:missing:${order.id}`, 'an earning is missing', `${id} of order ${order.id}`, advice));
}
