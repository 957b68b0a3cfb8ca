import { ApiError } from '../../../contract/errors.ts';
import { REFUND_FEE_RISE_PERCENT } from '../../../contract/limits.ts';
import { amount, compare, isPositive, ONE, round, subtract, toDecimal, type Decimal } from '../../../contract/money.ts';
import type { AcceptRateModeChangeInput, Order, RequestRefundInput } from '../../../contract/schemas/orders.ts';
import type { Executor } from '../../db/database.ts';
import { listDeposits, updateDeposit } from '../../db/repositories/deposits.ts';
import type { DepositRow, OrderRow } from '../../db/tables/orders.ts';
import type { StoredQuote } from '../../pricing/desk.ts';
import { decisionAttention } from '../lifecycle/attention.ts';
import { type OrderContext } from '../core/context.ts';
import { instrumentOf } from '../../instruments/lookup.ts';
import { isInBlock, ownDeposits, totalAmount } from '../rules/depositRules.ts';
import {
  extraActions,
  extraRefundDue,
  extraRefundId,
  extraTerms,
  knownTerms,
  openExtras,
  startExtraRefund,
  targetOf,
} from '../lifecycle/extraDeposits.ts';
import { amend, applyTransition } from '../core/machine.ts';
import { recordDecision } from '../core/recordDecision.ts';
import { retryOnConflict } from '../../common/retryOnConflict.ts';
import { notAcceptable, openOrder, readOrder, requireAuthority, type Authority } from './readOrder.ts';
import { quoteRefund } from '../lifecycle/refund.ts';
import { quotable } from '../core/quotable.ts';
import { quoteToday, refundInfoOf } from './refundInfo.ts';
import { refundTarget } from './refundTarget.ts';
import { belowLeast, unpayable } from './paymentTerms.ts';
import { minimumWithoutConsent } from './reprice.ts';
import { ensureFreshBalance } from '../../payments/treasury.ts';
import { isAffordable, noLiquidityError, reserve } from '../core/reservations.ts';
import { agreedRefund, isBelowLeast, type RefundQuote, type RefundTarget } from '../rules/refundRules.ts';
import { payoutReservation } from '../rules/settlement.ts';

const REFUND_CHANGED = 'The refund amount or its fee has changed since it was shown.';

/**
 * Accepts today's rate (D5). `quoteId` names the offer that the customer saw. The exchange itself is priced when the deposit
 * has its confirmations (D9).
 *
 * Throws ERR_RATE_CHANGED with `details.refundInfo` when the offer is worse by more than 0.5 % or the deposits changed;
 * ERR_NOT_ACCEPTABLE with `details.order` when a refund was requested first (D7); ERR_NOT_FOUND_E,
 * ERR_ORDER_TOKEN_REQUIRED, ERR_NO_LIQUIDITY_AVAILABLE and the desk's bounds.
 */
export async function acceptRateModeChange(
  context: OrderContext,
  input: AcceptRateModeChangeInput,
  authority: Authority,
): Promise<Order> {
  return await decide(context, input, authority, async (order) => {
    const deposits = await requireOffered(context, order, 'ACCEPT');
    const offer = await currentOffer(context, order, input.quoteId);
    const needed = { instrument: order.instrument_to, amount: payoutReservation(offer.amountToGet, offer.networkFee) };
    // A deposit that is in no block yet reserves nothing (D54): its payout only has to be affordable now.
    const claim = ownDeposits(order, deposits).some(isInBlock) ? reserve : isAffordable;
    await ensureFreshBalance(context, order.instrument_to);
    const isAccepted = await context.database.transaction().execute(async (transaction) => {
      if (!(await claim(context, transaction, { orderId: order.id, ...needed }))) return false;
      await applyTransition(transaction, order, 'accepted', context.now(), {
        rate_mode: 'FLOATING',
        decision_deadline: null,
        acceptance: {
          price: offer.price,
          amount_to_get: offer.amountToGet,
          network_fee: offer.networkFee,
          collection_fee: offer.collectionFee,
          platform_fee: offer.platformFee,
        },
      });
      return true;
    });
    if (!isAccepted) throw await noLiquidityError(context, offer);
  });
}

/**
 * Requests a refund of the deposit, less the network fee (D7, D8). It is sent when the deposit has its confirmations. With
 * `depositTxHash` it refunds that extra deposit instead (D6), in its own coin and in any status of the order.
 *
 * Throws ERR_RATE_CHANGED with `details.refundInfo` when `refundAmount` is not what is due or the fee rose by more than 5 %;
 * ERR_NOT_ACCEPTABLE with `details.order` when no refund is possible; ERR_NOT_FOUND_E, ERR_ORDER_TOKEN_REQUIRED,
 * ERR_VALIDATION (refund address, or too little for it) and ERR_FORBIDDEN.
 */
export async function requestRefund(context: OrderContext, input: RequestRefundInput, authority: Authority): Promise<Order> {
  return await decide(context, input, authority, async (order) => {
    if (input.depositTxHash !== undefined) {
      await refundExtra(context, order, input, authority);
      return;
    }
    const deposits = await requireOffered(context, order, 'REFUND');
    const to = await refundTarget(context, order, input, { slug: order.instrument_from, authority });
    const due = quoteRefund(context, { ...order, ...to }, deposits);
    if (isBelowLeast(due)) throw belowLeast('refundAddress');
    const fee = agreedFee(due, input, instrumentOf(context, order.instrument_from).decimals);
    if (fee === null) {
      await storeRefundTarget(context, order, { to, before: order, due, refundId: null }, async (transaction) => {
        await amend(transaction, order, to);
      });
      throw await consentNeeded(context, { ...order, ...to }, REFUND_CHANGED);
    }
    const refund = agreedRefund({ ...due, networkFee: fee });
    const changes = { ...to, refund, decision_deadline: null };
    await context.database.transaction().execute(async (transaction) => {
      await applyTransition(transaction, order, 'refundRequested', context.now(), changes);
      await recordNamedAddress(context, transaction, order, { refundId: null, before: order, to });
    });
  });
}

/**
 * Stores the address that the customer named when a payment to it costs another multiple of the usual fee (D53): every quote then
 * contains that fee, so that the customer sees it before agreeing. Throws ERR_VALIDATION when the fee would exceed the deposit: the
 * refund to the former address stays possible.
 */
async function storeRefundTarget(
  context: OrderContext,
  order: OrderRow,
  { to, before, due, refundId }: { to: RefundTarget; before: RefundTarget; due: RefundQuote; refundId: string | null },
  store: (transaction: Executor) => Promise<void>,
): Promise<void> {
  const factor = to.refund_fee_factor ?? '1';
  if (compare(factor, before.refund_fee_factor ?? '1') === 0) return;
  if (!isPositive(due.amount)) throw unpayable('refundAddress');
  await context.database.transaction().execute(async (transaction) => {
    await store(transaction);
    await recordNamedAddress(context, transaction, order, { refundId, before, to });
  });
}

/**
 * Refunds one extra deposit (D6), named by its transaction and, where the transaction has several transfers, by its index.
 * Amount and fee are checked as for the order's own refund. The order's status does not change.
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
  const deposit = resolveNamed(context, order, named, input);
  if (!deposit || !extraActions(extraTerms(context, order), order, deposit).includes('REFUND'))
    throw await notAcceptable(context, order.id);
  const { address, memo } = targetOf(order, deposit);
  const known = knownTerms(order, deposit);
  const before = { refund_address: address, refund_memo: memo, refund_fee_factor: known.factor, refund_least: known.least };
  const to = await refundTarget(context, { ...order, ...before }, input, { slug: deposit.instrument, authority });
  const factor = to.refund_fee_factor ?? '1';
  const due = extraRefundDue(context, deposit, { factor, least: to.refund_least });
  if (isBelowLeast(due)) throw belowLeast('refundAddress');
  const fee = agreedFee(due, input, instrumentOf(context, deposit.instrument).decimals);
  if (fee === null || to.refund_address === null) {
    const refundId = extraRefundId(order, deposit);
    await storeRefundTarget(context, order, { to, before, due, refundId }, async (transaction) => {
      await amend(transaction, order, {});
      await updateDeposit(transaction, deposit, to);
    });
    throw await consentNeeded(context, order, REFUND_CHANGED);
  }
  const refund = {
    address: to.refund_address,
    memo: to.refund_memo,
    factor,
    due: { ...due, networkFee: fee, amount: subtract(due.total, fee) },
  };
  await context.database.transaction().execute(async (transaction) => {
    await startExtraRefund(context, transaction, order, deposit, refund);
    await recordNamedAddress(context, transaction, order, { refundId: extraRefundId(order, deposit), before, to });
  });
}

type RefundAddress = Pick<OrderRow, 'refund_address' | 'refund_memo'>;

/** Signs the customer's refund address if it is not the one that was used before. */
async function recordNamedAddress(
  context: OrderContext,
  transaction: Executor,
  order: OrderRow,
  { refundId, before, to }: { refundId: string | null; before: RefundAddress; to: RefundAddress },
): Promise<void> {
  const { refund_address: refundAddress, refund_memo: refundAddressMemo } = to;
  if (refundAddress === null) return;
  if (refundAddress === before.refund_address && refundAddressMemo === before.refund_memo) return;
  await recordDecision(context, transaction, order, { refundId, refundAddress, refundAddressMemo, by: 'CUSTOMER' });
}

/**
 * Returns the one deposit that the request names. The same hash may exist on several networks; then the amounts that the
 * customer was shown decide. Returns undefined when it is still ambiguous, because a refund on the wrong network would be
 * lost. Throws ERR_SERVICE_UNAVAILABLE.
 */
function resolveNamed(
  context: OrderContext,
  order: OrderRow,
  named: readonly DepositRow[],
  input: RequestRefundInput,
): DepositRow | undefined {
  const [first] = named;
  if (named.every(({ network }) => network === first?.network)) return first;
  const shown = named.filter(
    (deposit) =>
      agreedFee(
        extraRefundDue(context, deposit, knownTerms(order, deposit)),
        input,
        instrumentOf(context, deposit.instrument).decimals,
      ) !== null,
  );
  return shown.every(({ network }) => network === shown[0]?.network) ? shown[0] : undefined;
}

/** Returns the order's deposits when it offers the action (`contract/attention.ts`). Throws ERR_NOT_ACCEPTABLE. */
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
 * Opens the order, checks the authority and runs `write`, which decides by one conditional update (D7). If another process
 * moved the order meanwhile, everything is checked again. Returns the updated order.
 */
export async function decide(
  context: OrderContext,
  input: { orderId: string; destinationAddress: string },
  authority: Authority,
  write: (order: OrderRow) => Promise<void>,
): Promise<Order> {
  const decideOnce = async (): Promise<Order> => {
    const order = await openOrder(context, input.orderId, input.destinationAddress);
    requireAuthority(order, authority);
    await write(order);
    return await readOrder(context, input.orderId, input.destinationAddress);
  };
  return await retryOnConflict(decideOnce, () => notAcceptable(context, input.orderId));
}

/** Returns today's offer. Throws ERR_RATE_CHANGED when it is worse than the one that the customer named. */
async function currentOffer(context: OrderContext, order: OrderRow, quoteId: string | undefined): Promise<StoredQuote> {
  const shown = quoteId === undefined ? undefined : context.desk.find(quoteId);
  const total = quotable(context, order, totalAmount(ownDeposits(order, await listDeposits(context.database, order.id))));
  if (!shown || !isOfferFor(order, shown, total)) throw await consentNeeded(context, order, 'This offer has expired.');
  const pair = quoteToday(context, order, total);
  const offer = pair.quoteId === undefined ? undefined : context.desk.find(pair.quoteId);
  if (!offer || compare(offer.amountToGet, minimumWithoutConsent(shown.amountToGet)) < 0) {
    throw await consentNeeded(context, order, 'The rate has become worse since it was shown.');
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

async function consentNeeded(context: OrderContext, order: OrderRow, message: string): Promise<ApiError> {
  return new ApiError('ERR_RATE_CHANGED', message, { refundInfo: await refundInfoOf(context, order) });
}

/**
 * Returns the fee to charge: the smaller of the fee shown and the current fee. Returns null when the amounts are not what is
 * due, when the fee rose by more than 5 % (D5), or when it has more decimals than the coin.
 */
function agreedFee(due: RefundQuote, input: RequestRefundInput, decimals: number): Decimal | null {
  const claimed = input.claimedNetworkFee;
  if (!round(amount(claimed), decimals, 'down').eq(amount(claimed))) return null;
  const maximum = toDecimal(amount(claimed).times(ONE.plus(amount(REFUND_FEE_RISE_PERCENT).div(amount('100')))));
  if (compare(due.networkFee, maximum) > 0) return null;
  if (compare(input.refundAmount, subtract(due.total, claimed)) !== 0 || !isPositive(due.amount)) return null;
  return compare(claimed, due.networkFee) < 0 ? claimed : due.networkFee;
}
