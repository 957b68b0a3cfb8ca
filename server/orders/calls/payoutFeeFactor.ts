import { ApiError } from '../../../contract/errors.ts';
import type { Decimal } from '../../../contract/money.ts';
import type { CreateOrderInput } from '../../../contract/schemas/orders.ts';
import { withTimeout } from '../../../contract/withTimeout.ts';
import { ChainRefusedError } from '../../ports/chain/chainGateway.ts';
import { type OrderContext } from '../core/context.ts';
import { gatewayOf } from '../../ports/chain/gatewayOf.ts';
import { fieldError, type Side } from '../../payments/recipients/checks.ts';

const TIMEOUT_MS = 3_000;

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
  { instrument, network }: Side,
): Promise<Decimal> {
  const gateway = gatewayOf(context, network.slug);
  if (!gateway.gasFactor) return '1';
  try {
    const shown = claimedPublicRate.claimedAmountToReceive;
    return await withTimeout(gateway.gasFactor(instrument.slug, destinationAddress.trim(), shown), TIMEOUT_MS);
  } catch (error) {
    if (error instanceof ChainRefusedError) {
      const message = 'This contract rejects the payment, or receiving it costs too much. Use another address.';
      throw fieldError('destinationAddress', 'error_address_unpayable', message);
    }
    context.log.warn({ err: error, instrument: instrument.slug }, 'the gas of a payout could not be estimated');
    throw new ApiError('ERR_SERVICE_UNAVAILABLE', 'The network of the receiving coin does not answer. Try again in a minute.');
  }
}
