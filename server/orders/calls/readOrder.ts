import { ApiError } from '../../../contract/errors.ts';
import type { Order } from '../../../contract/schemas/orders.ts';
import { findOrder } from '../../db/repositories/orders.ts';
import type { OrderRow } from '../../db/tables/orders.ts';
import { sameAddress } from '../../instruments/addresses/index.ts';
import { networkOf, type OrderContext } from '../core/context.ts';
import { equalInConstantTime, sha256 } from '../core/hashing.ts';
import { presentOrder } from './presentOrder.ts';

/** The authority of whoever acts on an order (D3). */
export interface Authority {
  orderToken: string | null;
  clientAddress: string | null;
}

/** Unknown id and wrong address are one answer, so that neither can be guessed from the other. */
function notFound(): ApiError {
  return new ApiError('ERR_NOT_FOUND_E', 'There is no order with this id and destination address.');
}

/** Reading needs the id and the destination (D3). Throws ERR_NOT_FOUND_E. */
export async function readOrder(context: OrderContext, orderId: string, destinationAddress: string): Promise<Order> {
  return await presentOrder(context, await openOrder(context, orderId, destinationAddress));
}

/** Once more, for a caller who was let in by `readOrder` before. Throws ERR_NOT_FOUND_E. */
export async function readOrderAgain(context: OrderContext, orderId: string): Promise<Order> {
  return await presentOrder(context, await openOrderById(context, orderId));
}

/** The row of an order that the caller proved to know. Throws ERR_NOT_FOUND_E. */
export async function openOrder(context: OrderContext, orderId: string, destinationAddress: string): Promise<OrderRow> {
  const order = await findOrder(context.database, orderId);
  const stored = order?.destination_address ?? '';
  const given = destinationAddress.trim();
  const isSame = equalInConstantTime(sha256(stored), sha256(given));
  if (!order) throw notFound();
  const network = networkOf(context, order.instrument_to);
  if (!isSame && !sameAddress(network, stored, network, given)) throw notFound();
  return order;
}

/** Where the call names no address. Throws ERR_NOT_FOUND_E. */
export async function openOrderById(context: OrderContext, orderId: string): Promise<OrderRow> {
  const order = await findOrder(context.database, orderId);
  if (!order) throw notFound();
  return order;
}

/** D3: acting on an order takes its token. Throws ERR_ORDER_TOKEN_REQUIRED, also when the order never had one. */
export function requireToken(order: OrderRow, token: string | null): void {
  if (!isToken(order, token)) {
    throw new ApiError('ERR_ORDER_TOKEN_REQUIRED', 'This needs the order token, kept in the browser that made the order.');
  }
}

export function isToken(order: OrderRow, token: string | null): boolean {
  if (token === null || order.order_token_hash === null) return false;
  return equalInConstantTime(sha256(token), order.order_token_hash);
}

/** D7: the loser of a race gets the order as it now is. */
export async function notAcceptable(context: OrderContext, orderId: string): Promise<ApiError> {
  const order = await openOrderById(context, orderId);
  return new ApiError('ERR_NOT_ACCEPTABLE', 'This can no longer be done with the order.', {
    order: await presentOrder(context, order),
  });
}
