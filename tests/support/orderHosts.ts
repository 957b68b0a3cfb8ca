import { startOrderHost, type OrderHost } from '../../server/orders/testing/orderHost.ts';
import type { PayoutCaps } from '../../server/payments/paymentContext.ts';
import { countTreasuries } from '../../server/reconcile/balances.ts';
import { createStore, type DatabaseKind } from './databases.ts';

/** Starts an order host on the given database. */
export async function startOrderHostOn(
  kind: DatabaseKind,
  caps: Partial<PayoutCaps> = {},
  more?: Parameters<typeof startOrderHost>[2],
): Promise<OrderHost> {
  return await startOrderHost(caps, await createStore(kind), more);
}

/** Starts an order host whose books contain the opening capital of its treasuries, so that they can be reconciled. */
export async function startCountedHostOn(kind: DatabaseKind, more?: Parameters<typeof startOrderHost>[2]): Promise<OrderHost> {
  const host = await startOrderHostOn(kind, {}, more);
  await countTreasuries(host.context);
  return host;
}
