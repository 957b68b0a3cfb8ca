import type { OrderRow } from '../../db/tables/orders.ts';

/** Hold reason: the order was restored from its guarantee, and may have been paid before. */
const RESTORED_ORDER = 'RESTORED_ORDER';

/** Returns the reason to hold each payment of a restored order (D73); null for other orders. */
export function restoredHold({ restored_at }: Pick<OrderRow, 'restored_at'>): typeof RESTORED_ORDER | null {
  return restored_at === null ? null : RESTORED_ORDER;
}
