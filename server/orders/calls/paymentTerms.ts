import { ApiError } from '../../../contract/errors.ts';
import type { Decimal } from '../../../contract/money.ts';
import type { CreateOrderInput } from '../../../contract/schemas/orders.ts';
import { type OrderContext } from '../core/context.ts';
import { fieldError, type Side } from '../../payments/recipients/checks.ts';
import { askPaymentTerms, type PaymentTerms } from '../../payments/recipients/paymentTerms.ts';

type Field = 'destinationAddress' | 'refundAddress';

/**
 * Returns what a payout to the destination takes: how many times the usual fee it costs, above "1" for a contract that receives a native coin
 * (D53), and the least that arrives (D78). Asked for the amount that the customer was shown.
 *
 * Throws ERR_VALIDATION when the address can't be paid or takes too much gas, and ERR_SERVICE_UNAVAILABLE when the network does not
 * answer.
 */
export async function payoutPaymentTerms(
  context: OrderContext,
  { destinationAddress, claimedPublicRate }: CreateOrderInput,
  to: Side,
): Promise<{ factor: Decimal; least: Decimal }> {
  const { claimedAmountToReceive: amount } = claimedPublicRate;
  const { factor, least } = await termsOf(context, 'destinationAddress', to, { address: destinationAddress, amount });
  if (factor !== null && least !== null) return { factor, least };
  throw new ApiError('ERR_SERVICE_UNAVAILABLE', 'The network of the receiving coin does not answer. Try again in a minute.');
}

/**
 * Returns what a refund of `amount` to the address takes, as for {@link payoutPaymentTerms}, in the form of an order. Values are null when
 * the network does not answer: no refund waits for the factor. Throws ERR_VALIDATION when the address can't be paid or takes too much gas.
 */
export async function refundPaymentTerms(
  context: OrderContext,
  from: Side,
  address: string | null,
  amount: Decimal,
): Promise<{ refund_fee_factor: Decimal | null; refund_least: Decimal | null }> {
  const { factor, least } = await termsOf(context, 'refundAddress', from, { address, amount });
  return { refund_fee_factor: factor, refund_least: least };
}

/** Throws ERR_VALIDATION, which names `field`. */
async function termsOf(
  context: OrderContext,
  field: Field,
  { instrument: { slug: instrument }, network: { slug: network } }: Side,
  payment: { address: string | null; amount: Decimal },
): Promise<PaymentTerms> {
  const asked = await askPaymentTerms(context, { network, instrument, ...payment });
  if (asked === 'UNPAYABLE') throw unpayable(field);
  return asked;
}

/** The error for an address that can't be paid, or whose payment costs too much. */
export function unpayable(field: Field): ApiError {
  const message = 'This address can not receive the payment, or receiving it costs too much. Use another address.';
  return fieldError(field, 'error_address_unpayable', message);
}

/** The error for a payment that would not arrive at the address, because it is too small (D78). */
export function belowLeast(field: Field): ApiError {
  const message = 'The network does not deliver so small an amount to this address. Use another address or a larger amount.';
  return fieldError(field, 'error_address_least', message);
}
