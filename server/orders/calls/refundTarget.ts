import type { RequestRefundInput } from '../../../contract/schemas/orders.ts';
import type { OrderRow } from '../../db/tables/orders.ts';
import { sameAddress } from '../../instruments/addresses/index.ts';
import { blankToNull, checkAddress, checkBlacklist, checkMemo, checkRefundDiffers, fieldError } from './checks.ts';
import { instrumentOf, networkOf, type OrderContext } from '../core/context.ts';
import type { Authority } from './readOrder.ts';

/**
 * Where a refund of the instrument goes: the address given now, checked as at creation, or else the order's. Throws
 * ERR_VALIDATION that names the field, and ERR_FORBIDDEN (D51).
 */
export async function refundTarget(
  context: OrderContext,
  order: OrderRow,
  input: Pick<RequestRefundInput, 'refundAddress' | 'refundAddressMemo'>,
  { slug, authority }: { slug: string; authority: Authority },
): Promise<Pick<OrderRow, 'refund_address' | 'refund_memo'>> {
  const given = blankToNull(input.refundAddress);
  const from = { instrument: instrumentOf(context, slug), network: networkOf(context, slug) };
  if (given === null) {
    if (order.refund_address === null) {
      throw fieldError('refundAddress', 'error_address_empty', 'An address for the refund is needed.');
    }
    // It was checked for the order's own coin; what came besides may be another.
    checkAddress(context, 'refundAddress', order.refund_address, from);
    return { refund_address: order.refund_address, refund_memo: order.refund_memo };
  }
  if (sameAddress(from.network, given, from.network, order.deposit_address)) {
    // It would only come back to us, less the fee.
    throw fieldError('refundAddress', 'error_address_incorrect', 'This is the address that you paid to, not one of yours.');
  }
  const memo = blankToNull(input.refundAddressMemo);
  await checkBlacklist(context, { addresses: [given], clientAddress: authority.clientAddress });
  checkAddress(context, 'refundAddress', given, from);
  checkMemo('refundAddressMemo', memo, given, from);
  checkRefundDiffers(
    { address: given, network: from.network },
    { address: order.destination_address, network: networkOf(context, order.instrument_to) },
  );
  return { refund_address: given, refund_memo: memo };
}
