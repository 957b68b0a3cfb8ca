import { ApiError } from '../../../contract/errors.ts';
import type { SetEmailInput, SetEmailOutput } from '../../../contract/schemas/orders.ts';
import type { OrderContext } from '../core/context.ts';
import { amend } from '../core/machine.ts';
import { maskEmail } from '../core/mask.ts';
import { retryOnConflict } from '../core/retryOnConflict.ts';
import { isToken, openOrder, openOrderById, requireToken } from './readOrder.ts';

/**
 * Sets or changes the order's e-mail. Setting it needs the destination address or the order token; an order without a token
 * needs only its id, as specified (§7). Changing it needs the token (D3). The answer reveals nothing about the order.
 * Throws ERR_NOT_FOUND_E, ERR_NOT_ACCEPTABLE and ERR_ORDER_TOKEN_REQUIRED.
 */
export async function setEmail(
  context: OrderContext,
  { orderId, userEmail, destinationAddress }: SetEmailInput,
  orderToken: string | null,
): Promise<SetEmailOutput> {
  const set = async (): Promise<SetEmailOutput> => {
    const order =
      destinationAddress === undefined
        ? await openOrderById(context, orderId)
        : await openOrder(context, orderId, destinationAddress);
    if (order.user_email !== null && !isToken(order, orderToken)) {
      throw new ApiError('ERR_NOT_ACCEPTABLE', 'E-mail already set');
    }
    if (destinationAddress === undefined && order.order_token_hash !== null) requireToken(order, orderToken);
    await amend(context.database, order, { user_email: userEmail });
    return { orderId, userEmail: maskEmail(userEmail) };
  };
  return await retryOnConflict(
    set,
    () => new ApiError('ERR_SERVICE_UNAVAILABLE', 'The order is being updated. Try again in a moment.'),
  );
}
