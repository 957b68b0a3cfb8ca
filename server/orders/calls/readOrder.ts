import { ApiError } from '../../../contract/errors.ts';
import type { Order } from '../../../contract/schemas/orders.ts';
import { orderTokenHash } from '../../../contract/signedDocuments/signature.ts';
import { findOrder } from '../../db/repositories/orders.ts';
import type { OrderRow } from '../../db/tables/orders.ts';
import { enteredAddress } from '../../instruments/enteredAddress.ts';
import { sameAddress } from '../../instruments/addresses/index.ts';
import { type OrderContext } from '../core/context.ts';
import { networkOf } from '../../instruments/lookup.ts';
import { equalInConstantTime, sha256 } from '../../common/hashing.ts';
import { presentOrder } from './presentOrder.ts';

/** Credentials of a call that acts on an order (D3). */
export interface Authority {
  orderToken: string | null;
  clientAddress: string | null;
  /** The partner's key that named the address (D40); null or absent: it is that of the connection */
  namedBy?: string | null;
  /** null or absent: a guest */
  customer?: OrderCustomer | null;
}

/** The signed-in customer, or the owner of the API key, that acts on an order. */
export interface OrderCustomer {
  userId: number;
  /**
   * Whether a refund address may be named: after a second factor, or without one an e-mail code, in the last five minutes (D3).
   * `never`: an API key
   */
  mayNameRefundAddress: 'now' | 'afterSecondFactor' | 'never';
}

/** An unknown id and a wrong address give the same error, so that neither can be guessed. */
function notFound(): ApiError {
  return new ApiError('ERR_NOT_FOUND_E', 'There is no order with this id and destination address.');
}

/** Returns an order to a caller who knows its id and destination address (D3). Throws ERR_NOT_FOUND_E. */
export async function readOrder(context: OrderContext, orderId: string, destinationAddress: string): Promise<Order> {
  return await presentOrder(context, await openOrder(context, orderId, destinationAddress));
}

/** Returns an order to a caller that `readOrder` has authorised before. Throws ERR_NOT_FOUND_E. */
export async function readOrderAgain(context: OrderContext, orderId: string): Promise<Order> {
  return await presentOrder(context, await openOrderById(context, orderId));
}

/** Returns the row of an order when the destination address matches. Throws ERR_NOT_FOUND_E. */
export async function openOrder(context: OrderContext, orderId: string, destinationAddress: string): Promise<OrderRow> {
  const order = await findOrder(context.database, orderId);
  const stored = order?.destination_address ?? '';
  const isSame = equalInConstantTime(sha256(stored), sha256(destinationAddress.trim()));
  if (!order) throw notFound();
  const network = networkOf(context, order.instrument_to);
  if (!isSame && !sameAddress(network, stored, network, enteredAddress(network, destinationAddress))) throw notFound();
  return order;
}

/** Returns the row of an order for calls that are specified without a destination address. Throws ERR_NOT_FOUND_E. */
export async function openOrderById(context: OrderContext, orderId: string): Promise<OrderRow> {
  const order = await findOrder(context.database, orderId);
  if (!order) throw notFound();
  return order;
}

/** Requires the order token or the order's customer (D3). Throws ERR_ORDER_TOKEN_REQUIRED. */
export function requireAuthority(order: OrderRow, authority: Authority): void {
  if (!hasAuthority(order, authority)) throw tokenRequired();
}

/**
 * Requires the right to send a refund to another address (D3): the order token, or its customer after a second factor, so that a
 * stolen session can't take the money. Throws ERR_SECOND_FACTOR_REQUIRED, or ERR_ORDER_TOKEN_REQUIRED for an API key.
 */
export function requireRefundAuthority(order: OrderRow, authority: Authority): void {
  if (isToken(order, authority.orderToken)) return;
  const may = isOwner(order, authority) ? authority.customer?.mayNameRefundAddress : 'never';
  if (may === 'afterSecondFactor') {
    throw new ApiError('ERR_SECOND_FACTOR_REQUIRED', 'Confirm your identity to send the refund to another address.');
  }
  if (may !== 'now') throw tokenRequired();
}

function isOwner({ customer_id: owner }: OrderRow, { customer }: Authority): boolean {
  return owner !== null && customer?.userId === owner;
}

/** Whether the caller has the order token, or is the order's customer. */
export function hasAuthority(order: OrderRow, authority: Authority): boolean {
  return isToken(order, authority.orderToken) || isOwner(order, authority);
}

function tokenRequired(): ApiError {
  return new ApiError(
    'ERR_ORDER_TOKEN_REQUIRED',
    'This needs the order token. It is stored in the browser that created the order, and in its order pass.',
  );
}

function isToken(order: OrderRow, token: string | null): boolean {
  if (token === null || order.order_token_hash === null) return false;
  const hash = sha256(token);
  // A restored order has what its guarantee signs.
  const given = order.restored_at === null ? hash : orderTokenHash(order.first_order_id ?? order.id, hash);
  return equalInConstantTime(given, order.order_token_hash);
}

/** Returns ERR_NOT_ACCEPTABLE with the current order, for a decision that came second (D7). */
export async function notAcceptable(context: OrderContext, orderId: string): Promise<ApiError> {
  const order = await openOrderById(context, orderId);
  return new ApiError('ERR_NOT_ACCEPTABLE', 'The order has changed, so this is no longer possible. See its current state.', {
    order: await presentOrder(context, order),
  });
}
