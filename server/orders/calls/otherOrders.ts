import { ApiError } from '../../../contract/errors.ts';
import type { CreateOrderInput, Order } from '../../../contract/schemas/orders.ts';
import { listOrderFingerprints, type OrderFingerprint } from '../../db/repositories/orderFingerprints.ts';
import type { OrderContext } from '../core/context.ts';
import { marketPriceOf } from '../lifecycle/orderFacts.ts';
import { isRateHeld } from '../rules/isRateHeld.ts';
import type { Client } from './createOrder.ts';
import { readOrder, readOrderAgain } from './readOrder.ts';

/**
 * What customers see among their orders and what is none: a subject with tables, states and money of its own. It is asked where no order
 * has the id, and registers in `createHost.ts`. Orders know nothing else of it.
 */
export interface OtherOrders {
  /** Whether a create call is about this subject */
  takes(input: CreateOrderInput): boolean;
  create(input: CreateOrderInput, client: Client): Promise<Order>;
  /** Returns it to a caller who knows its id and destination (D3); null: there is none */
  read(id: string, destinationAddress: string): Promise<Order | null>;
  /** Returns it to a caller whom `read` has authorised before */
  readAgain(id: string): Promise<Order | null>;
  /** Returns the fingerprints of those that exist, as `listOrderFingerprints` does */
  fingerprints(ids: readonly string[]): Promise<OrderFingerprint[]>;
}

/** Reads orders and what else has an id among them. All methods but the last throw ERR_NOT_FOUND_E. */
export interface OrderReading {
  read(orderId: string, destinationAddress: string): Promise<Order>;
  present(orderId: string): Promise<Order>;
  fingerprintsOf(orderIds: readonly string[], now: number): Promise<OrderFingerprint[]>;
}

export function createOrderReading(context: OrderContext, others: readonly OtherOrders[]): OrderReading {
  const orElse = async (order: Promise<Order>, read: (other: OtherOrders) => Promise<Order | null>): Promise<Order> => {
    try {
      return await order;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'ERR_NOT_FOUND_E') throw error;
      for (const other of others) {
        const found = await read(other);
        if (found) return found;
      }
      throw error;
    }
  };
  return {
    read: async (orderId, destinationAddress) =>
      await orElse(readOrder(context, orderId, destinationAddress), (other) => other.read(orderId, destinationAddress)),
    present: async (orderId) => await orElse(readOrderAgain(context, orderId), (other) => other.readAgain(orderId)),
    fingerprintsOf: async (orderIds, now) => {
      const found = await listOrderFingerprints(context.database, orderIds, now, (order) =>
        isRateHeld(order, now, () => marketPriceOf(context, order, now)),
      );
      const missing = orderIds.filter((id) => !found.some(({ orderId }) => orderId === id));
      if (missing.length === 0) return found;
      return [...found, ...(await Promise.all(others.map((other) => other.fingerprints(missing)))).flat()];
    },
  };
}
