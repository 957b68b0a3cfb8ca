import { findAccrualFault, readAccrualRecord } from '../affiliates/signedAccruals.ts';
import type { AuditedOrder } from '../db/repositories/audit.ts';
import { readOrderParties } from '../db/repositories/earnings/accruals.ts';
import { alarm, type Difference, type ReconcileContext } from './difference.ts';

/**
 * Compares what an order earned customers with what the host signed when it completed (D68), and with what its settlement and its
 * parties say.
 */
export async function checkAccruals(
  { database, signer }: Pick<ReconcileContext, 'database' | 'signer'>,
  { order, accruals }: AuditedOrder,
): Promise<Difference[]> {
  if (accruals.length === 0) return [];
  const parties = await readOrderParties(database, order.id);
  const found: Difference[] = [];
  for (const row of accruals) {
    const record = await readAccrualRecord(signer.publicKeys, row);
    const fault = typeof record === 'string' ? record : findAccrualFault(record, order, parties);
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
