import { listOrders } from '../../db/repositories/orders.ts';
import type { OutboxRow } from '../../db/tables/payments.ts';
import { isCustomerSend } from '../../payments/outbox/enqueue.ts';
import type { BackingCheck } from '../../payments/owners.ts';
import type { OrderContext } from '../core/context.ts';
import { isOrderSend } from '../core/orderSends.ts';
import { OTHER_SIDE_UNREAD } from '../rules/sendDelay.ts';

/** Treasuries are read within seconds of a start. A payment that waits longer for one is shown as delayed. */
const READING_MS = 60_000;

/**
 * Adds to `checks`, by id, that payments to customers wait until this host knows what left the treasury on the other side of their order
 * (D75): books that are old may have forgotten a payment there. Later it is known of every network, so this costs nothing.
 */
export async function withOtherSides(
  { database, unreadTreasuries, now }: Pick<OrderContext, 'database' | 'unreadTreasuries' | 'now'>,
  sends: readonly OutboxRow[],
  checks: ReadonlyMap<string, BackingCheck>,
): Promise<ReadonlyMap<string, BackingCheck>> {
  const unread = unreadTreasuries();
  if (unread.networks.size === 0) return checks;
  const paying = sends.filter(isOrderSend).filter(({ kind }) => isCustomerSend(kind));
  const orders = await listOrders(database, [...new Set(paying.map(({ order_id }) => order_id))]);
  const byId = new Map(orders.map((order) => [order.id, order]));
  const all = new Map(checks);
  for (const { id, order_id, network } of paying) {
    const order = byId.get(order_id);
    // This process has seen everything that happened to younger orders.
    if (!order || order.created_at > unread.since) continue;
    const others = [order.network_from, order.network_to].filter((side) => side !== network);
    if (!others.some((side) => unread.networks.has(side))) continue;
    const isLate = Math.abs(now() - unread.since) > READING_MS;
    all.set(id, { size: 0, run: async () => (isLate ? { refused: OTHER_SIDE_UNREAD } : 'UNCHECKED') });
  }
  return all;
}
