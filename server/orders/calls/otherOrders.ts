import { ApiError } from '../../../contract/errors.ts';
import type { CreateOrderInput, Order } from '../../../contract/schemas/orders.ts';
import type { OrderContext } from '../core/context.ts';
import type { Client } from './createOrder.ts';
import { readOrder } from './readOrder.ts';

/**
 * What customers see among their orders and what is none: a subject with tables, states and money of its own. It is asked where no order
 * has the id, and registers in `createHost.ts`. Orders know nothing else of it.
 */
export interface OtherOrders {
  /** Whether a create call is about this subject */
  takes(input: CreateOrderInput): boolean;
  create(input: CreateOrderInput, client: Client): Promise<Order>;
  /** Returns it to its customer; null: there is none, or with another destination or customer */
  read(id: string, caller: { destinationAddress: string; customerId: number }): Promise<Order | null>;
}

/**
 * Returns an order to a caller who knows its id and destination address (D3), and what else has the id to its own customer. `findCustomer`
 * returns the signed-in customer, or throws what the call answers without a valid session; it is called for every unknown id, so that
 * nobody else learns which one exists.
 *
 * @throws ERR_NOT_FOUND_E
 */
export async function readAnyOrder(
  context: OrderContext,
  others: readonly OtherOrders[],
  { orderId, destinationAddress }: { orderId: string; destinationAddress: string },
  findCustomer: () => Promise<number | null>,
): Promise<Order> {
  try {
    return await readOrder(context, orderId, destinationAddress);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'ERR_NOT_FOUND_E') throw error;
    const customerId = await findCustomer();
    if (customerId === null) throw error;
    for (const other of others) {
      const found = await other.read(orderId, { destinationAddress, customerId });
      if (found) return found;
    }
    throw error;
  }
}
