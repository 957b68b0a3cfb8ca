import { amount, compare, ONE, toDecimal, type Decimal } from '../../../contract/money.ts';
import type { OutboxRow } from '../../db/tables/payments.ts';
import { gatewayOf } from '../../ports/chain/gatewayOf.ts';
import type { BackingCheck } from '../owners.ts';
import type { PaymentContext } from '../paymentContext.ts';

/** Refusal reason: the network fee rose far above the fee that the customer was charged. The send waits until it has fallen. */
export const FEE_ROSE = 'FEE_ROSE';

/**
 * Returns a check that refuses a send with FEE_ROSE while its network fee exceeds `limit`. `limit` is in the send's instrument. The fee
 * is what the network asks for now, at the last trusted prices: a payment of what is the customer's already never waits for the market.
 * Without any price the check passes.
 */
export function checkFee(
  context: Pick<PaymentContext, 'gateways' | 'lastUsdPrice'>,
  send: Pick<OutboxRow, 'network' | 'instrument' | 'gas_factor'>,
  limit: Decimal,
): BackingCheck {
  return { size: 1, run: async () => ((await exceeds(context, send, limit)) ? { refused: FEE_ROSE } : 'BACKED') };
}

async function exceeds(
  context: Pick<PaymentContext, 'gateways' | 'lastUsdPrice'>,
  { network, instrument, gas_factor: gasFactor }: Pick<OutboxRow, 'network' | 'instrument' | 'gas_factor'>,
  limit: Decimal,
): Promise<boolean> {
  const fee = await gatewayOf(context, network).estimateFee(instrument);
  const paid = amount(fee.amount).times(gasFactor === null ? ONE : amount(gasFactor));
  if (fee.instrumentSlug === instrument) return compare(toDecimal(paid), limit) > 0;
  const [ofFee, ofLimit] = [context.lastUsdPrice(fee.instrumentSlug), context.lastUsdPrice(instrument)];
  return ofFee !== null && ofLimit !== null && paid.times(amount(ofFee)).gt(amount(limit).times(amount(ofLimit)));
}
