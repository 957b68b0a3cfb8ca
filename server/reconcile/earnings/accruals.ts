import { findAccrualFault, findEarnerFault, findPriceFault, readAccrualRecord } from '../../affiliates/signedAccruals.ts';
import { readEarningsRecord } from '../../affiliates/signedEarnings.ts';
import { readOrigins } from '../../affiliates/signedOrigins.ts';
import type { AuditedOrder } from '../../db/repositories/audit.ts';
import type { SignedDocumentTable } from '../../db/tables/documents.ts';
import { ownSendId } from '../../orders/core/orderSends.ts';
import { alarm, type Difference, type ReconcileContext } from '../difference.ts';

/**
 * Compares what an order earned customers with what the host signed when it completed (D68), and with what its settlement and its
 * origin say. `signed`: the documents whose signatures were verified.
 */
export async function checkAccruals(
  { signer }: Pick<ReconcileContext, 'signer'>,
  { order, accruals, sends }: AuditedOrder,
  signed: readonly SignedDocumentTable[],
): Promise<Difference[]> {
  const found = order.status === 'COMPLETED' ? checkCompleteness({ order, accruals }, signed) : [];
  if (accruals.length === 0) return found;
  const origins = readOrigins(signed);
  const payout = sends.find(({ id }) => id === ownSendId('PAYOUT', order));
  for (const row of accruals) {
    const record = await readAccrualRecord(signer.publicKeys, row);
    const fault =
      typeof record === 'string'
        ? record
        : (findAccrualFault(record, order) ?? findEarnerFault(record, origins) ?? findPriceFault(record, payout));
    if (fault === null) continue;
    found.push(
      alarm(
        `earning:${row.kind}:${order.id}`,
        `customer ${row.user_id} did not earn ${row.amount} ${row.instrument} with order ${order.id}`,
        fault,
        'Somebody changed the database. The customer’s withdrawals wait. Compare it with a backup.',
      ),
    );
  }
  return found;
}

/** An order has exactly the earnings that the host signed when it completed. */
function checkCompleteness(
  { order, accruals }: Pick<AuditedOrder, 'order' | 'accruals'>,
  signed: readonly SignedDocumentTable[],
): Difference[] {
  const record = readEarningsRecord(signed);
  const advice = 'Somebody changed the database. Compare it with a backup.';
  if (record === null) {
    return [alarm(`earning:signed:${order.id}`, 'what an order earned is not signed', `order ${order.id}`, advice)];
  }
  const kept = new Set(accruals.map(({ id }) => id));
  const signedIds = new Set(record.accrualIds);
  const nameAll = (ids: readonly string[]): string => `${ids.toSorted().join(', ')} of order ${order.id}`;
  const missing = [...signedIds].filter((id) => !kept.has(id));
  const added = [...kept].filter((id) => !signedIds.has(id));
  return [
    ...(missing.length > 0 ? [alarm(`earning:missing:${order.id}`, 'an earning is missing', nameAll(missing), advice)] : []),
    ...(added.length > 0 ? [alarm(`earning:added:${order.id}`, 'an earning was added later', nameAll(added), advice)] : []),
  ];
}
