import { ApiError } from '../../contract/errors.ts';
import type { Order, SetEmailInput } from '../../contract/schemas/orders.ts';
import type { OrderContext } from './context.ts';
import { amend, OrderMovedError } from './machine.ts';
import { presentOrder } from './presentOrder.ts';
import { isToken, openOrderById } from './readOrder.ts';

const ATTEMPTS = 5;

/** The first e-mail needs only the id; changing it needs the token (D3). Throws ERR_NOT_FOUND_E and ERR_NOT_ACCEPTABLE. */
export async function setEmail(context: OrderContext, input: SetEmailInput, orderToken: string | null): Promise<Order> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const order = await openOrderById(context, input.orderId);
    if (order.user_email !== null && !isToken(order, orderToken)) {
      throw new ApiError('ERR_NOT_ACCEPTABLE', 'E-mail already set');
    }
    try {
      return await presentOrder(context, await amend(context.database, order, { user_email: input.userEmail }));
    } catch (error) {
      // The order moved by itself meanwhile: its e-mail is looked at again.
      if (!(error instanceof OrderMovedError)) throw error;
    }
  }
  throw new ApiError('ERR_SERVICE_UNAVAILABLE', 'The order is moving. Try again.');
}
