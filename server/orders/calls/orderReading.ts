import type { Order } from '../../../contract/schemas/orders.ts';
import { listOrderFingerprints, type OrderFingerprint } from '../../db/repositories/orderFingerprints.ts';
import type { OrderContext } from '../core/context.ts';
import { marketPriceOf } from '../lifecycle/orderFacts.ts';
import { isRateHeld } from '../rules/isRateHeld.ts';
import { readOrder, readOrderAgain } from './readOrder.ts';

/** Reads orders for their watchers. All methods but the last throw ERR_NOT_FOUND_E. */
export interface OrderReading {
  read(orderId: string, destinationAddress: string): Promise<Order>;
  present(orderId: string): Promise<Order>;
  fingerprintsOf(orderIds: readonly string[], now: number): Promise<OrderFingerprint[]>;
}

export const createOrderReading = (context: OrderContext): OrderReading => ({
  read: async (orderId, destinationAddress) => await readOrder(context, orderId, destinationAddress),
  present: async (orderId) => await readOrderAgain(context, orderId),
  fingerprintsOf: async (orderIds, now) =>
    await listOrderFingerprints(context.database, orderIds, now, (order) =>
      isRateHeld(order, now, () => marketPriceOf(context, order, now)),
    ),
});
