import { ApiError } from '../../../contract/errors.ts';
import type { Decimal } from '../../../contract/money.ts';
import type { CreateOrderInput } from '../../../contract/schemas/orders.ts';
import { type OrderContext } from '../core/context.ts';
import { fieldError, type Side } from '../../payments/recipients/checks.ts';
import { askFeeFactor } from '../../payments/recipients/feeFactor.ts';

/**
 * Returns how many times the usual fee a payout to the destination costs: "1", or more for a contract that receives a native coin
 * (D53). Estimated for the amount that the customer was shown.
 *
 * Throws ERR_VALIDATION when the address can't be paid or takes too much gas, and ERR_SERVICE_UNAVAILABLE when the network does not
 * answer.
 */
export async function payoutFeeFactor(
  context: OrderContext,
  { destinationAddress, claimedPublicRate }: CreateOrderInput,
  to: Side,
): Promise<Decimal> {
  const factor = await feeFactor(context, 'destinationAddress', to, destinationAddress, claimedPublicRate.claimedAmountToReceive);
  if (factor !== null) return factor;
  throw new ApiError('ERR_SERVICE_UNAVAILABLE', 'The network of the receiving coin does not answer. Try again in a minute.');
}

/**
 * Returns how many times the usual fee a refund of `amount` to the address costs (D53), as for {@link payoutFeeFactor}. Null when the
 * network does not answer: no refund waits for that. Throws ERR_VALIDATION when the address can't be paid or takes too much gas.
 */
export async function refundFeeFactor(
  context: OrderContext,
  from: Side,
  address: string,
  amount: Decimal,
): Promise<Decimal | null> {
  return await feeFactor(context, 'refundAddress', from, address, amount);
}

/** Returns null when the network does not answer. Throws ERR_VALIDATION, which names `field`. */
async function feeFactor(
  context: OrderContext,
  field: 'destinationAddress' | 'refundAddress',
  { instrument: { slug: instrument }, network: { slug: network } }: Side,
  address: string,
  amount: Decimal,
): Promise<Decimal | null> {
  const asked = await askFeeFactor(context, { network, instrument, address, amount });
  if (asked === 'UNPAYABLE') throw unpayable(field);
  return asked && asked.factor;
}

/** The error for an address that can't be paid, or whose payment costs too much. */
export function unpayable(field: 'destinationAddress' | 'refundAddress'): ApiError {
  const message = 'This address rejects the payment, or receiving it costs too much. Use another address.';
  return fieldError(field, 'error_address_unpayable', message);
}
