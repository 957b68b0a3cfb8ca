import { ApiError } from '../../../contract/errors.ts';
import type { SetEmailInput, SetEmailOutput } from '../../../contract/schemas/orders.ts';
import type { OrderContext } from '../core/context.ts';
import { amend } from '../core/machine.ts';
import { checkNewEmail } from '../../common/checkNewEmail.ts';
import { maskEmail } from '../../common/mask.ts';
import { retryOnConflict } from '../../common/retryOnConflict.ts';
import { hasAuthority, openOrder, openOrderById, type Authority } from './readOrder.ts';

/**
 * Sets the e-mail of an order that has none, or changes it with the order token or as its customer (D3, D59). The answer contains nothing about the
 * order. Throws ERR_NOT_FOUND_E for an unknown id or another destination address. Throws ERR_NOT_ACCEPTABLE if the order has an
 * e-mail and the caller is neither.
 */
export async function setEmail(
  context: OrderContext,
  { orderId, userEmail, destinationAddress }: SetEmailInput,
  authority: Authority,
): Promise<SetEmailOutput> {
  checkNewEmail('userEmail', userEmail);
  const set = async (): Promise<SetEmailOutput> => {
    const order =
      destinationAddress === undefined
        ? await openOrderById(context, orderId)
        : await openOrder(context, orderId, destinationAddress);
    if (order.user_email !== null && !hasAuthority(order, authority)) {
      throw new ApiError('ERR_NOT_ACCEPTABLE', 'E-mail already set');
    }
    await amend(context.database, order, { user_email: userEmail });
    return { orderId, userEmail: maskEmail(userEmail) };
  };
  return await retryOnConflict(
    set,
    () => new ApiError('ERR_SERVICE_UNAVAILABLE', 'The order is being updated. Try again in a moment.'),
  );
}
