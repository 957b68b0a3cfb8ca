import { startOrderHost, type OrderHost } from '../../server/orders/testing/orderHost.ts';
import type { PayoutCaps } from '../../server/payments/paymentContext.ts';
import { countTreasuries } from '../../server/reconcile/balances.ts';
import { createStore, type DatabaseKind } from './databases.ts';

/** Starts an order host on the given database. */
export async function startOrderHostOn(kind: DatabaseKind, caps: Partial<PayoutCaps> = {}): Promise<OrderHost> {
  return kind === 'SQLite' ? await startOrderHost(caps) : await startOrderHost(caps, await createStore(kind));
}

/** Starts an order host whose books contain the opening capital of its treasuries, so that they can be reconciled. */
export async function startCountedHostOn(kind: DatabaseKind): Promise<OrderHost> {
  const host = await startOrderHostOn(kind);
  await countTreasuries(host.context);
  return host;
}
