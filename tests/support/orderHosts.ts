import { startOrderHost, type OrderHost } from '../../server/orders/testing/orderHost.ts';
import type { PayoutCaps } from '../../server/orders/core/context.ts';
import { createStore, type DatabaseKind } from './databases.ts';

/** Starts an order host on the given database. */
export async function startOrderHostOn(kind: DatabaseKind, caps: Partial<PayoutCaps> = {}): Promise<OrderHost> {
  return kind === 'SQLite' ? await startOrderHost(caps) : await startOrderHost(caps, await createStore(kind));
}
