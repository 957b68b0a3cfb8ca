import { ApiError } from '../../../contract/errors.ts';
import { REFUND_FEE_RISE_PERCENT } from '../../../contract/limits.ts';
import { amount, compare, isPositive, ONE, round, subtract, toDecimal, type Decimal } from '../../../contract/money.ts';
import type { AcceptRateModeChangeInput, Order, RequestRefundInput } from '../../../contract/schemas/orders.ts';
import { listDeposits } from '../../db/repositories/deposits.ts';
import type { DepositRow, OrderRow } from '../../db/tables/orders.ts';
import type { StoredQuote } from '../../pricing/desk.ts';
import { decisionAttention } from '../lifecycle/attention.ts';
import { instrumentOf, type OrderContext } from '../core/context.ts';
import { ownDeposits, totalAmount } from '../core/depositRules.ts';
import { extraActions, extraRefundDue, extraTerms, openExtras, startExtraRefund, targetOf } from '../lifecycle/extraDeposits.ts';
import { applyTransition } from '../core/machine.ts';
import { retryOnConflict } from '../core/retryOnConflict.ts';
import { notAcceptable, openOrder, readOrder, requireToken, type Authority } from './readOrder.ts';
import { refundDue, type RefundDue } from '../sends/refund.ts';
import { quotable, quoteToday, refundInfoOf } from './refundInfo.ts';
import { refundTarget } from './refundTarget.ts';
import { leastWithoutAsking } from './reprice.ts';
import { ensureFreshBalance, noLiquidityError, reserve, payoutReservation } from '../core/treasury.ts';

/**
 * Continue at today's rate (D5). The offer is named by its `quoteId`; if it has become worse by more than 0.5 %, or the
 * deposits have changed, ERR_RATE_CHANGED with `details.refundInfo` asks again. Excludes a refund (D7): the loser gets
 * ERR_NOT_ACCEPTABLE with `details.order`. The exchange itself is priced when the deposit has its confirmations (D9).
 * Throws also ERR_NOT_FOUND_E, ERR_ORDER_TOKEN_REQUIRED, ERR_NO_LIQUIDITY_AVAILABLE and the desk's bounds.
 */
export async function acceptRateModeChange(
  context: OrderContext,
  input: AcceptRateModeChangeInput,
  authority: Authority,
): Promise<Order> {
  return await decide(context, input, authority, async (order) => {
    await requireOffered(context, order, 'ACCEPT');
    const offer = await currentOffer(context, order, input.quoteId);
    const needed = { instrument: order.instrument_to, amount: payoutReservation(offer.amountToGet, offer.networkFee) };
    await ensureFreshBalance(context, order.instrument_to);
    const isReserved = await context.database.transaction().execute(async (transaction) => {
      if (!(await reserve(transaction, { orderId: order.id, ...needed }))) return false;
      await applyTransition(transaction, order, 'accepted', context.now(), {
        rate_mode: 'FLOATING',
        decision_deadline: null,
        accepted_price: offer.price,
        accepted_amount: offer.amountToGet,
        accepted_network_fee: offer.networkFee,
        accepted_platform_fee: offer.platformFee,
      });
      return true;
    });
    if (!isReserved) throw await noLiquidityError(context, offer);
  });
}

/**
 * Give the deposit back (D7, D8): costs the network fee and nothing else. Both amounts must be what the customer was
 * shown; a fee that rose by more than 5 % or deposits that changed ask again: ERR_RATE_CHANGED with
 * `details.refundInfo`. It is sent when the deposit itself has its confirmations. With `depositTxHash` it is about that
 * extra deposit instead (D6), in its own coin, whatever the order's status.
 * Throws also ERR_NOT_FOUND_E, ERR_ORDER_TOKEN_REQUIRED, ERR_VALIDATION (refund address), ERR_FORBIDDEN and
 * ERR_NOT_ACCEPTABLE with `details.order`.
 */
export async function requestRefund(context: OrderContext, input: RequestRefundInput, authority: Authority): Promise<Order> {
  return await decide(context, input, authority, async (order) => {
    if (input.depositTxHash !== undefined) {
      await refundExtra(context, order, input, authority);
      return;
    }
    const deposits = await requireOffered(context, order, 'REFUND');
    const to = await refundTarget(context, order, input, { slug: order.instrument_from, authority });
    const due = refundDue(context, order, deposits);
    const fee = agreedFee(due, input, instrumentOf(context, order.instrument_from).decimals);
    if (fee === null) throw await askAgain(context, order, 'The refund has changed since it was shown.');
    const changes = { ...to, refund_amount: subtract(due.total, fee), refund_network_fee: fee, decision_deadline: null };
    await context.database.transaction().execute(async (transaction) => {
      await applyTransition(transaction, order, 'refundRequested', context.now(), changes);
    });
  });
}

/**
 * Gives back one deposit that came besides (D6), named by its transaction, and by the transfer in it where there are
 * several. What was shown is agreed on as for an order's own refund; the order itself stays as it is.
 */
async function refundExtra(
  context: OrderContext,
  order: OrderRow,
  input: RequestRefundInput,
  authority: Authority,
): Promise<void> {
  const extras = openExtras(order, await listDeposits(context.database, order.id));
  const named = extras.filter(
    ({ tx_hash, transfer_index }) =>
      tx_hash === input.depositTxHash && (input.depositIndex === undefined || transfer_index === input.depositIndex),
  );
  const deposit = meantOne(context, named, input);
  if (!deposit || !extraActions(extraTerms(context, order), order, deposit).includes('REFUND'))
    throw await notAcceptable(context, order.id);
  const { address, memo } = targetOf(order, deposit);
  const to = await refundTarget(context, { ...order, refund_address: address, refund_memo: memo }, input, {
    slug: deposit.instrument,
    authority,
  });
  const due = extraRefundDue(context, deposit);
  const fee = agreedFee(due, input, instrumentOf(context, deposit.instrument).decimals);
  if (fee === null || to.refund_address === null)
    throw await askAgain(context, order, 'The refund has changed since it was shown.');
  const refund = {
    address: to.refund_address,
    memo: to.refund_memo,
    due: { total: due.total, networkFee: fee, amount: subtract(due.total, fee) },
  };
  await context.database.transaction().execute(async (transaction) => {
    await startExtraRefund(context, transaction, order, deposit, refund);
  });
}

/**
 * One hash may be a transaction on several networks, and an address that is good on one of them may be nobody's on another:
 * then what was shown tells which is meant, and where it could be either, nothing goes. Throws ERR_SERVICE_UNAVAILABLE.
 */
function meantOne(context: OrderContext, named: readonly DepositRow[], input: RequestRefundInput): DepositRow | undefined {
  const [first] = named;
  if (named.every(({ network }) => network === first?.network)) return first;
  const shown = named.filter(
    (deposit) => agreedFee(extraRefundDue(context, deposit), input, instrumentOf(context, deposit.instrument).decimals) !== null,
  );
  return shown.every(({ network }) => network === shown[0]?.network) ? shown[0] : undefined;
}

/** The table decides (`contract/attention.ts`): what an order does not offer is refused. Gives the order's deposits. */
async function requireOffered(context: OrderContext, order: OrderRow, action: 'ACCEPT' | 'REFUND'): Promise<DepositRow[]> {
  const deposits = await listDeposits(context.database, order.id);
  const { status, decision_reason: reason } = order;
  const isOffered =
    status === 'DECISION_NEEDED' &&
    reason !== null &&
    decisionAttention(context, order, reason, deposits).actions.includes(action);
  if (!isOffered) throw await notAcceptable(context, order.id);
  return deposits;
}

/**
 * Opens the order, checks the authority, and lets `write` decide by one conditional write (D7). Whoever comes second
 * gets the order as it now is; when it only moved by itself (its deposit got into a block) everything is checked again.
 */
async function decide(
  context: OrderContext,
  input: { orderId: string; destinationAddress: string },
  authority: Authority,
  write: (order: OrderRow) => Promise<void>,
): Promise<Order> {
  const decideOnce = async (): Promise<Order> => {
    const order = await openOrder(context, input.orderId, input.destinationAddress);
    requireToken(order, authority.orderToken);
    await write(order);
    return await readOrder(context, input.orderId, input.destinationAddress);
  };
  return await retryOnConflict(decideOnce, () => notAcceptable(context, input.orderId));
}

/** Today's offer, if it is not worse than the one that the customer named. */
async function currentOffer(context: OrderContext, order: OrderRow, quoteId: string | undefined): Promise<StoredQuote> {
  const shown = quoteId === undefined ? undefined : context.desk.find(quoteId);
  const total = quotable(context, order, totalAmount(ownDeposits(order, await listDeposits(context.database, order.id))));
  if (!shown || !isOfferFor(order, shown, total)) throw await askAgain(context, order, 'This offer is no longer there.');
  const pair = quoteToday(context, order, total);
  const offer = pair.quoteId === undefined ? undefined : context.desk.find(pair.quoteId);
  if (!offer || compare(offer.amountToGet, leastWithoutAsking(shown.amountToGet)) < 0) {
    throw await askAgain(context, order, 'The rate has changed since it was shown.');
  }
  return offer;
}

function isOfferFor(order: OrderRow, quote: StoredQuote, total: Decimal): boolean {
  return (
    quote.fromSlug === order.instrument_from &&
    quote.toSlug === order.instrument_to &&
    quote.rateMode === 'FLOATING' &&
    compare(quote.amountToGive, total) === 0
  );
}

async function askAgain(context: OrderContext, order: OrderRow, message: string): Promise<ApiError> {
  return new ApiError('ERR_RATE_CHANGED', message, { refundInfo: await refundInfoOf(context, order) });
}

/**
 * The fee to charge: the smaller of what was shown and what it is now. null when the amounts are not what is due, when
 * the fee rose by more than 5 % (D5), or when it is finer than the coin, so that no network could send what is left.
 */
function agreedFee(due: RefundDue, input: RequestRefundInput, decimals: number): Decimal | null {
  const claimed = input.claimedNetworkFee;
  if (!round(amount(claimed), decimals, 'down').eq(amount(claimed))) return null;
  const most = toDecimal(amount(claimed).times(ONE.plus(amount(REFUND_FEE_RISE_PERCENT).div(amount('100')))));
  if (compare(due.networkFee, most) > 0) return null;
  if (compare(input.refundAmount, subtract(due.total, claimed)) !== 0 || !isPositive(due.amount)) return null;
  return compare(claimed, due.networkFee) < 0 ? claimed : due.networkFee;
}
