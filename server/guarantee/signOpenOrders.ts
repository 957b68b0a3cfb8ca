import { listUnsignedOrders } from '../db/repositories/signedDocuments.ts';
import type { OrderContext } from '../orders/core/context.ts';
import { signGuarantee } from './guarantee.ts';
import { storeDocument } from './signedDocuments.ts';

/**
 * Orders that still wait for their deposit and were made before this host signed: nothing of what they promise has
 * changed since, so they are signed now, and the page that expects a signature finds one. Once, when the host starts.
 */
export async function signOpenOrders(context: OrderContext): Promise<void> {
  const { database, now } = context;
  for (const order of await listUnsignedOrders(database, now())) {
    await storeDocument(database, {
      orderId: order.id,
      kind: 'GUARANTEE',
      number: 1,
      signed: signGuarantee(context, order),
      now: now(),
    });
  }
}
