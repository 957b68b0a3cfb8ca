import type { Executor } from '../database.ts';
import type { OrderRow } from '../tables/orders.ts';

export interface OrderFingerprint {
  orderId: string;
  /** Changes with every value that a response about the order shows. */
  fingerprint: string;
}

const RATE_TERMS = [
  'status',
  'rate_mode',
  'expires_at',
  'market_price',
  'premium_percent',
  'instrument_from',
  'instrument_to',
] as const;
type RateTerms = Pick<OrderRow, (typeof RATE_TERMS)[number]>;

/** Below the parameter limit of both databases. */
const BATCH_SIZE = 500;

/**
 * Returns a fingerprint of each existing order. A changed fingerprint reveals a change by any process. Reads small rows by key,
 * because it runs every second for every watched order. `isRateHeld` is the part that follows from the market alone.
 */
export async function listOrderFingerprints(
  executor: Executor,
  orderIds: readonly string[],
  now: number,
  isRateHeld: (order: RateTerms) => boolean | null = () => null,
): Promise<OrderFingerprint[]> {
  const fingerprints: OrderFingerprint[] = [];
  for (let start = 0; start < orderIds.length; start += BATCH_SIZE) {
    fingerprints.push(...(await listBatch(executor, orderIds.slice(start, start + BATCH_SIZE), now, isRateHeld)));
  }
  return fingerprints;
}

async function listBatch(
  executor: Executor,
  orderIds: readonly string[],
  now: number,
  isRateHeld: (order: RateTerms) => boolean | null,
): Promise<OrderFingerprint[]> {
  const [orders, deposits, sends, laterOrders] = await Promise.all([
    executor
      .selectFrom('orders')
      .select(['id', 'version', 'confirm_by', 'watch_until', ...RATE_TERMS])
      .where('id', 'in', orderIds)
      .execute(),
    executor
      .selectFrom('deposits')
      .select(['order_id', 'tx_hash', 'transfer_index', 'confirmations', 'is_reorged', 'role'])
      .where('order_id', 'in', orderIds)
      .orderBy('tx_hash')
      .orderBy('transfer_index')
      .execute(),
    executor
      .selectFrom('outbox')
      .select(['order_id', 'id', 'state', 'reason', 'attempts', 'tx_hash', 'sent_at'])
      .where('order_id', 'in', orderIds)
      .orderBy('id')
      .execute(),
    executor
      .selectFrom('orders')
      .select(['first_order_id', 'id', 'status'])
      .where('first_order_id', 'in', orderIds)
      .orderBy('id')
      .execute(),
  ]);
  const parts = new Map<string, unknown[]>();
  // When an order expires or its watch time ends, its response changes without a write.
  for (const order of orders) {
    const { id, version, expires_at, confirm_by, watch_until } = order;
    const times = [now > expires_at, now > (confirm_by ?? expires_at), now > watch_until];
    parts.set(id, [version, ...times, isRateHeld(order)]);
  }
  for (const { order_id, ...deposit } of deposits) parts.get(order_id ?? '')?.push(Object.values(deposit));
  for (const { order_id, ...send } of sends) parts.get(order_id ?? '')?.push(Object.values(send));
  for (const { first_order_id, id, status } of laterOrders) parts.get(first_order_id ?? '')?.push([id, status]);
  return [...parts].map(([orderId, values]) => ({ orderId, fingerprint: JSON.stringify(values) }));
}
