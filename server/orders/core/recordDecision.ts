import { isoTime } from '../../../contract/isoTime.ts';
import type { Executor } from '../../db/database.ts';
import { listSignedDocuments } from '../../db/repositories/signedDocuments.ts';
import type { OrderRow } from '../../db/tables/orders.ts';
import type { DecisionRecord } from '../../guarantee/records.ts';
import { storeDocument } from '../../guarantee/signedDocuments.ts';
import type { OrderContext } from './context.ts';
import { ConcurrentUpdateError } from '../../common/retryOnConflict.ts';

/**
 * Signs and stores who named a refund address after the order's creation, in the transaction that writes the address.
 *
 * @throws ConcurrentUpdateError when another process recorded a decision at the same time
 */
export async function recordDecision(
  context: Pick<OrderContext, 'signer' | 'now'>,
  transaction: Executor,
  order: Pick<OrderRow, 'id'>,
  decision: Pick<DecisionRecord, 'refundId' | 'refundAddress' | 'refundAddressMemo' | 'by'>,
): Promise<void> {
  const documents = await listSignedDocuments(transaction, order.id);
  const number = documents.filter(({ kind }) => kind === 'DECISION').length + 1;
  const now = context.now();
  const signed = context.signer.signDecision({
    kind: 'decision',
    orderId: order.id,
    number: String(number),
    ...decision,
    at: isoTime(now),
  });
  if (!(await storeDocument(transaction, { orderId: order.id, kind: 'DECISION', number, signed, now }))) {
    throw new ConcurrentUpdateError(order.id);
  }
}
