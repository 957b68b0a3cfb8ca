import { ApiError } from '../../../contract/errors.ts';
import { FLOATING_DEPOSIT_WINDOW_MS, LATER_DEPOSIT_WINDOW_MS } from '../../../contract/limits.ts';
import { amount, compare, roundToDecimal, type Decimal } from '../../../contract/money.ts';
import type { Executor } from '../../db/database.ts';
import { copySubscriptions } from '../../db/repositories/mails/mailSubscriptions.ts';
import {
  findOrderOrigin,
  insertOrderEvents,
  insertOrderOrigins,
  insertOrders,
  touchOrder,
} from '../../db/repositories/orders.ts';
import { findOrderOwner, insertOrderOwners } from '../../db/repositories/accounts/orderOwners.ts';
import { insertSignedDocuments } from '../../db/repositories/signedDocuments.ts';
import type { DepositRow, OrderRow, OrderTable, Settlement } from '../../db/tables/orders.ts';
import { documentRow } from '../../guarantee/signedDocuments.ts';
import { isClientBlacklisted } from '../../payments/recipients/blacklist.ts';
import { type OrderContext } from '../core/context.ts';
import { instrumentOf } from '../../instruments/lookup.ts';
import { randomId } from '../../common/hashing.ts';
import { ConcurrentUpdateError } from '../../common/retryOnConflict.ts';
import { newOrderFields, usdCentsOf } from '../core/newOrder.ts';
import { quotable } from '../core/quotable.ts';
import { signGuarantee } from '../core/signGuarantee.ts';

/** A deposit in a block that its order does not exchange any more */
export interface LaterDeposit {
  instrument: string;
  /** In the instrument */
  amount: Decimal;
  detectedAt: number;
}

/**
 * Creates the order that exchanges a later deposit of a floating order (D63), in the caller's transaction, and returns it. It has
 * the same pair, addresses, token, customer and notifications as the first order. The caller assigns the deposit to it.
 *
 * Returns null if the customer has to be asked instead (D6): the first order was refunded, or created with a fixed rate; the
 * deposit is too late, too small, too large or in another coin; or the blacklist names the customer.
 */
export async function startLaterOrder(
  context: OrderContext,
  transaction: Executor,
  first: OrderRow,
  deposit: LaterDeposit,
): Promise<OrderRow | null> {
  const terms = termsForLater(context, first, deposit);
  if (terms === null) return null;
  const origin = await findOrderOrigin(transaction, first.id);
  const client = {
    addresses: [first.destination_address, first.refund_address],
    email: first.user_email,
    clientAddress: origin?.client_address ?? null,
  };
  if (await isClientBlacklisted(context, transaction, client)) return null;
  // The first order may have been refunded meanwhile. Its page shows the new order.
  const locked = await touchOrder(transaction, first.id);
  if (!locked || !isPaidOut(locked)) return null;
  const order = laterOrderOf(context, first, terms);
  const { id, created_at } = order;
  await insertOrders(transaction, [order]);
  if (origin) await insertOrderOrigins(transaction, [{ ...origin, order_id: id, created_at }]);
  const owner = await findOrderOwner(transaction, first.id);
  const owners = owner ? [{ ...owner, order_id: id, created_at }] : [];
  if (!(await insertOrderOwners(transaction, owners))) throw new ConcurrentUpdateError(id);
  const signed = signGuarantee(context, order);
  await insertSignedDocuments(transaction, [documentRow({ orderId: id, kind: 'GUARANTEE', number: 1, signed, now: created_at })]);
  await insertOrderEvents(transaction, [{ order_id: id, sequence: 10, kind: 'CREATION_END', created_at }]);
  await context.referrals.onOwned(transaction, [id]);
  await copySubscriptions(transaction, first.id, id, created_at, randomId);
  return { ...order, acceptance: null, settlement: null, refund: null };
}

/** Whether a deposit that is in no block yet will become a new order (D63), unless something changes until then. */
export function becomesLaterOrder(context: OrderContext, first: OrderRow, deposit: DepositRow): boolean {
  const { network, instrument, amount: value, detected_at: detectedAt } = deposit;
  const isPending = deposit.block_height === null && network === first.network_from;
  return isPending && termsForLater(context, first, { instrument, amount: value, detectedAt }) !== null;
}

function termsForLater(context: OrderContext, first: OrderRow, deposit: LaterDeposit): Terms | null {
  return isInTime(first, deposit) && isPaidOut(first) ? termsOf(context, first, first.settlement, deposit.amount) : null;
}

/** Whether the rule of D63 applies to the order, and its time has not passed. */
function isInTime(first: OrderRow, { instrument, detectedAt }: LaterDeposit): boolean {
  return (
    first.first_order_id === null &&
    first.confirm_by === null &&
    instrument === first.instrument_from &&
    first.first_deposit_at !== null &&
    detectedAt <= first.first_deposit_at + LATER_DEPOSIT_WINDOW_MS
  );
}

function isPaidOut(order: OrderRow): order is OrderRow & { settlement: Settlement } {
  return order.settlement !== null && (order.status === 'PAYING_OUT' || order.status === 'COMPLETED');
}

type Terms = Pick<
  OrderTable,
  'claimed_deposit_amount' | 'price' | 'network_fee' | 'collection_fee' | 'platform_fee' | 'amount_to_get' | 'market_price'
>;

/**
 * Returns the terms of the new order: a quote for the deposit, or the terms of the first order while there is no trusted price or
 * its network is congested. The order is priced when its deposit is confirmed. Returns null if the deposit is out of bounds.
 */
function termsOf(context: OrderContext, first: OrderRow, settled: Settlement, deposited: Decimal): Terms | null {
  const { instrument_from: fromSlug, instrument_to: toSlug } = first;
  const claimed = quotable(context, first, deposited);
  try {
    const { minimum, maximum } = context.desk.bounds(fromSlug, toSlug);
    if (compare(claimed, minimum) < 0 || compare(deposited, maximum) > 0) return null;
    // The customer has not seen the fee of a congested network. At the fee shown before, the payout waits for lower fees.
    if (context.desk.isCongested(toSlug)) return sameTerms(context, first, settled, claimed);
    const { payout_fee_factor: payoutFeeFactor, platform_fee_percent: platformFeePercent } = first;
    const quote = context.desk.settle(
      { fromSlug, toSlug, amountToGive: claimed, rateMode: 'FLOATING', payoutFeeFactor, platformFeePercent },
      context.now(),
    );
    return {
      claimed_deposit_amount: claimed,
      price: quote.price,
      network_fee: quote.networkFee,
      collection_fee: quote.collectionFee,
      platform_fee: quote.platformFee,
      amount_to_get: quote.amountToGet,
      market_price: quote.marketPrice,
    };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'ERR_SERVICE_UNAVAILABLE') throw error;
    // Without a price the minimum is unknown. What the first order exchanged was enough.
    return compare(claimed, settled.amount) < 0 ? null : sameTerms(context, first, settled, claimed);
  }
}

/** Returns the terms of the first order for another amount. */
function sameTerms(context: OrderContext, first: OrderRow, settled: Settlement, claimed: Decimal): Terms | null {
  const decimals = instrumentOf(context, first.instrument_to).precisionDecimals;
  const share = amount(claimed).div(amount(settled.amount));
  const net = amount(claimed).times(amount(settled.price)).minus(amount(settled.network_fee));
  if (!net.gt(amount('0'))) return null;
  return {
    claimed_deposit_amount: claimed,
    price: settled.price,
    network_fee: settled.network_fee,
    collection_fee: settled.collection_fee,
    platform_fee: roundToDecimal(amount(settled.platform_fee).times(share), decimals, 'up'),
    amount_to_get: roundToDecimal(net, decimals, 'down'),
    market_price: settled.market_price,
  };
}

function laterOrderOf(context: OrderContext, first: OrderRow, terms: Terms): OrderTable {
  const createdAt = context.now();
  const { acceptance: _acceptance, settlement: _settlement, refund: _refund, ...same } = first;
  return {
    ...same,
    ...terms,
    ...newOrderFields(createdAt, createdAt + FLOATING_DEPOSIT_WINDOW_MS),
    usd_cents: usdCentsOf(context, first.instrument_from, terms.claimed_deposit_amount),
    rate_mode: 'FLOATING',
    premium_percent: null,
    quote_id: null,
    legacy_order_id: null,
    first_order_id: first.id,
  };
}
