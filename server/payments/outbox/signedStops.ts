import type { Executor } from '../../db/database.ts';
import { findPaidCustomer } from '../../db/repositories/switches.ts';
import { CUSTOMER_KINDS, type OutboxRow } from '../../db/tables/payments.ts';
import { keyOfRow, readSignedRows } from '../../guarantee/signedRows.ts';
import type { PaymentContext } from '../paymentContext.ts';

/** Returns whether a signed act stops a payment, also if somebody removed the row of the stop (D79). */
export async function isStoppedByAct(
  context: Pick<PaymentContext, 'database' | 'signer'>,
  executor: Executor,
  row: Pick<OutboxRow, 'kind' | 'network' | 'instrument' | 'withdrawal_id'>,
): Promise<boolean> {
  const { switches } = await readSignedRows(context, executor);
  const isStopped = (target: string, slug: string | number): boolean =>
    switches.has(keyOfRow('switches', { closes: 'PAYOUTS', target, slug }));
  if (switches.size === 0 || !CUSTOMER_KINDS.some((kind) => kind === row.kind)) return false;
  if (isStopped('EVERYTHING', '') || isStopped('NETWORK', row.network) || isStopped('INSTRUMENT', row.instrument)) return true;
  const customer = row.withdrawal_id === null ? undefined : await findPaidCustomer(executor, row.withdrawal_id);
  return customer !== undefined && isStopped('CUSTOMER', customer);
}
