import type { RequestRefundInput } from '../../../contract/schemas/orders.ts';
import type { OrderRow } from '../../db/tables/orders.ts';
import { refundPaymentTerms } from './paymentTerms.ts';
import { blankToNull, checkMemo } from './checks.ts';
import { checkAddress, checkBlacklist, checkNotBlocked, checkNotOwn, fieldError } from '../../payments/recipients/checks.ts';
import { type OrderContext } from '../core/context.ts';
import { sameRecipient } from '../../instruments/addresses/index.ts';
import { enteredAddress } from '../../instruments/enteredAddress.ts';
import { instrumentOf, networkOf } from '../../instruments/lookup.ts';
import { requireRefundAuthority, type Authority } from './readOrder.ts';
import type { RefundTarget } from '../rules/refundRules.ts';

/**
 * Returns the address of a refund in the given instrument: the one in the request, checked as at creation, or else the
 * order's. The network is asked what a payment to it takes (D53, D78). Throws ERR_VALIDATION that names the field,
 * ERR_FORBIDDEN (D51), and for another address the errors of {@link requireRefundAuthority}.
 */
export async function refundTarget(
  context: OrderContext,
  order: OrderRow,
  input: Pick<RequestRefundInput, 'refundAddress' | 'refundAddressMemo' | 'refundAmount'>,
  { slug, authority }: { slug: string; authority: Authority },
): Promise<RefundTarget> {
  const from = { instrument: instrumentOf(context, slug), network: networkOf(context, slug) };
  const given = blankToNull(enteredAddress(from.network, input.refundAddress ?? ''));
  if (given === null) {
    if (order.refund_address === null) {
      throw fieldError('refundAddress', 'error_address_empty', 'The refund needs an address. Enter one of yours.');
    }
    // The address was checked for the order's coin at creation. An extra deposit may be in another coin.
    checkAddress(context, 'refundAddress', order.refund_address, from);
    // What it takes may have changed since it was asked.
    const asked = await refundPaymentTerms(context, from, order.refund_address, input.refundAmount);
    return { refund_address: order.refund_address, refund_memo: order.refund_memo, ...orKnown(asked, order) };
  }
  const memo = blankToNull(input.refundAddressMemo);
  const { refund_address: stored, refund_memo: storedMemo } = order;
  const isStored =
    stored !== null && sameRecipient(from.network, { address: given, memo }, { address: stored, memo: storedMemo });
  if (!isStored) requireRefundAuthority(order, authority);
  await checkBlacklist(context, { addresses: [given], clientAddress: authority.clientAddress });
  checkAddress(context, 'refundAddress', given, from);
  checkMemo('refundAddressMemo', memo, given, from);
  await checkNotOwn(context, 'refundAddress', given, from.network);
  await checkNotBlocked(context, 'refundAddress', given, from);
  const asked = await refundPaymentTerms(context, from, given, input.refundAmount);
  // The host has signed the spelling that is stored.
  return isStored
    ? { refund_address: stored, refund_memo: storedMemo, ...orKnown(asked, order) }
    : { refund_address: given, refund_memo: memo, ...asked };
}

type AskedTerms = Pick<RefundTarget, 'refund_fee_factor' | 'refund_least'>;

/** Returns what the network said, or what it said before. */
function orKnown(asked: AskedTerms, known: AskedTerms): AskedTerms {
  return {
    refund_fee_factor: asked.refund_fee_factor ?? known.refund_fee_factor,
    refund_least: asked.refund_least ?? known.refund_least,
  };
}
