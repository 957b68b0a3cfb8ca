import { allowedActions, type AttentionFacts } from '../../../contract/attention.ts';
import { ApiError } from '../../../contract/errors.ts';
import { isoTime } from '../../../contract/isoTime.ts';
import { DECISION_DEADLINE_MS } from '../../../contract/limits.ts';
import { isPositive, subtract, type Decimal } from '../../../contract/money.ts';
import type { AttentionAction } from '../../../contract/order.ts';
import type { ExtraDeposit } from '../../../contract/schemas/orders.ts';
import type { Executor } from '../../db/database.ts';
import { claimDepositForRefund, listExtraDepositsDue, updateDeposit } from '../../db/repositories/deposits.ts';
import { findOrder } from '../../db/repositories/orders.ts';
import type { DepositRow, OrderRow } from '../../db/tables/orders.ts';
import type { OutboxRow } from '../../db/tables/payments.ts';
import { validateAddress } from '../../instruments/addresses/index.ts';
import { type OrderContext } from '../core/context.ts';
import { instrumentOf, networkOf, referenceOf } from '../../instruments/lookup.ts';
import { isExtra } from '../rules/depositRules.ts';
import { restoredHold } from '../core/restoredHold.ts';
import { amend } from '../core/machine.ts';
import { ConcurrentUpdateError } from '../../common/retryOnConflict.ts';
import { maskAddress } from '../../common/mask.ts';
import { enqueue, sendId } from '../../payments/outbox/enqueue.ts';
import { askPaymentTerms, type PaymentTerms } from '../../payments/recipients/paymentTerms.ts';
import { amountAfterFee, postponeWhileCongested, refundQuote, type RefundQuote, type RefundTerms } from '../rules/refundRules.ts';
import { gasAllowance, postRefund, refundPayer } from './refund.ts';
import { becomesLaterOrder } from '../deposits/startLaterOrder.ts';
import { truncateUnrefunded } from '../deposits/truncateDeposits.ts';
import { scheduleSweep } from '../core/sweepRequests.ts';

/**
 * Returns what a refund of one extra deposit would pay now, in its own instrument. `asked`: what is known of a transfer to its address.
 * Throws ERR_SERVICE_UNAVAILABLE.
 */
export function extraRefundDue(context: OrderContext, deposit: DepositRow, asked: PaymentTerms): RefundQuote {
  return refundQuote(deposit.amount, extraRefundTerms(context, deposit.instrument, asked));
}

function extraRefundTerms({ desk, now }: OrderContext, slug: string, { factor, least }: PaymentTerms): RefundTerms {
  return { ...desk.refundFees(slug, 'DEPOSIT_ADDRESS', now(), factor ?? '1'), least };
}

/** Returns what is known of a transfer to the refund address of an extra deposit (D53, D78), if a network was asked. */
export function knownTerms(order: OrderRow, deposit: DepositRow): PaymentTerms {
  const isOfOrder = deposit.refund_address === null && deposit.instrument === order.instrument_from;
  const { refund_fee_factor: factor, refund_least: least } = isOfOrder ? order : { refund_fee_factor: null, refund_least: null };
  return { factor: deposit.refund_fee_factor ?? factor, least: deposit.refund_least ?? least };
}

/** Returns the order's extra deposits without a refund. */
export function openExtras(order: OrderRow, deposits: readonly DepositRow[]): DepositRow[] {
  return deposits.filter((deposit) => isExtra(order, deposit) && deposit.refund_id === null);
}

/** Fee and refund address of an order's extra deposits, looked up once per coin: anybody can send thousands of dust deposits. */
export interface ExtraTerms {
  /** What a refund takes in the coin itself; null while its fees are unknown */
  termsOf(deposit: DepositRow): RefundTerms | null;
  /** Refund address: the one set by an operator, or else the order's if it is valid for the coin ({@link targetOf}) */
  addressFor(deposit: DepositRow): string | null;
}

export function extraTerms(context: OrderContext, order: OrderRow): ExtraTerms {
  const byFactor = memoize((factor) => memoize((slug) => feesOrNull(context, slug, factor)));
  return {
    termsOf: (deposit) => {
      const { factor, least } = knownTerms(order, deposit);
      const fees = byFactor(factor ?? '1')(deposit.instrument);
      return fees && { ...fees, least };
    },
    addressFor: extraRefundAddress(context, order),
  };
}

/** Returns {@link ExtraTerms.addressFor}, which needs no prices. */
export function extraRefundAddress(
  context: Pick<OrderContext, 'catalogue'>,
  order: Pick<OrderRow, 'network_from' | 'refund_address'>,
): (deposit: Pick<DepositRow, 'network' | 'instrument' | 'refund_address'>) => string | null {
  const { refund_address: address } = order;
  const ofOrder = memoize((slug) => (address !== null && isAddressOf(context, slug, address) ? address : null));
  return (deposit) => deposit.refund_address ?? (isOtherNetwork(order, deposit) ? null : ofOrder(deposit.instrument));
}

function memoize<Value>(work: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, { value: Value }>();
  return (key) => {
    const entry = known.get(key) ?? { value: work(key) };
    known.set(key, entry);
    return entry.value;
  };
}

/** Returns whether the deposit arrived on another network than the order's (`claimWrongNetwork.ts`). */
function isOtherNetwork(order: Pick<OrderRow, 'network_from'>, deposit: Pick<DepositRow, 'network'>): boolean {
  return deposit.network !== order.network_from;
}

/**
 * Returns the refund address of an extra deposit: the one set by an operator, or else the order's. The order's address is
 * never used on another network: there it may be a contract that does not exist, or an exchange's address that is not
 * watched. It may still be invalid for the deposit's coin.
 */
export function targetOf(order: OrderRow, deposit: DepositRow): { address: string | null; memo: string | null } {
  if (deposit.refund_address === null && isOtherNetwork(order, deposit)) return { address: null, memo: null };
  const { refund_address: address, refund_memo: memo } = deposit.refund_address === null ? order : deposit;
  return { address, memo };
}

function isAddressOf(context: Pick<OrderContext, 'catalogue'>, slug: string, address: string): boolean {
  return validateAddress(networkOf(context, slug), instrumentOf(context, slug), address, context.catalogue).valid;
}

function feesOrNull(context: OrderContext, slug: string, factor: Decimal): RefundTerms | null {
  try {
    return extraRefundTerms(context, slug, { factor, least: null });
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** Returns the facts that decide which actions one extra deposit offers (`contract/attention.ts`). */
function extraFacts(terms: ExtraTerms, order: OrderRow, deposit: DepositRow): AttentionFacts {
  const due = terms.termsOf(deposit);
  // With an unknown fee the refund is offered, and the call asks to try again later.
  const isRefundable = deposit.booked_at !== null && (due === null || isPositive(amountAfterFee(deposit.amount, due)));
  return {
    hasToken: order.order_token_hash !== null || order.customer_id !== null,
    isAcceptable: false,
    isRefundable,
    endsByItself: isRefundable && terms.addressFor(deposit) !== null,
  };
}

/** Returns the actions of one extra deposit; none before it has its confirmations. */
export function extraActions(terms: ExtraTerms, order: OrderRow, deposit: DepositRow): AttentionAction[] {
  if (deposit.refund_id !== null || deposit.booked_at === null) return [];
  return allowedActions('EXTRA_DEPOSIT', extraFacts(terms, order, deposit));
}

/** Returns when an extra deposit is refunded automatically (ISO 8601); null when it is not. */
export function extraDeadline(terms: ExtraTerms, order: OrderRow, deposit: DepositRow): string | null {
  if (deposit.refund_id !== null || !extraFacts(terms, order, deposit).endsByItself) return null;
  return isoTime(deposit.refund_at);
}

/**
 * Returns the order's extra deposits with their actions; the largest ones if there are many. A pending one that becomes a new order
 * is left out: it will not be refunded.
 */
export function presentExtras(
  context: OrderContext,
  order: OrderRow,
  deposits: readonly DepositRow[],
  sends: readonly OutboxRow[],
): ExtraDeposit[] {
  const terms = extraTerms(context, order);
  const refunds = new Map(sends.map((send) => [send.id, send]));
  const extras = truncateUnrefunded(deposits.filter((deposit) => isExtra(order, deposit)));
  const shown = extras.filter((deposit) => !becomesLaterOrder(context, order, deposit));
  return shown.map((deposit) => {
    const refund = deposit.refund_id === null ? undefined : refunds.get(deposit.refund_id);
    const due = terms.termsOf(deposit);
    const fee = refund ? subtract(deposit.amount, refund.amount) : (due?.networkFee ?? null);
    const address = refund?.to_address ?? terms.addressFor(deposit);
    return {
      depositTxHash: deposit.tx_hash,
      depositIndex: deposit.transfer_index,
      instrument: referenceOf(context, deposit.instrument),
      amount: deposit.amount,
      networkFee: fee,
      ...(!refund && due && { collectionFeeAmount: due.collectionFee }),
      refundAmount: refund?.amount ?? (due && amountAfterFee(deposit.amount, due)),
      refundAddress: address === null ? null : maskAddress(address),
      state: stateOf(deposit, refund),
      actions: extraActions(terms, order, deposit),
      deadline: extraDeadline(terms, order, deposit),
    };
  });
}

function stateOf(deposit: DepositRow, refund: OutboxRow | undefined): ExtraDeposit['state'] {
  if (deposit.refund_id !== null) return refund?.state === 'CONFIRMED' ? 'REFUNDED' : 'REFUNDING';
  return deposit.booked_at === null ? 'CONFIRMING' : 'HERE';
}

function refundPart(order: Pick<OrderRow, 'network_from'>, deposit: DepositRow): string {
  const transfer = `${deposit.tx_hash}:${deposit.transfer_index}`;
  // The same hash may exist on several networks.
  return isOtherNetwork(order, deposit) ? `${deposit.network}:${transfer}` : transfer;
}

/** Returns the outbox id that the refund of an extra deposit has, or will have. */
export function extraRefundId(order: OrderRow, deposit: DepositRow): string {
  return sendId('REFUND', order.id, refundPart(order, deposit));
}

/**
 * Starts the refund of an extra deposit, minus the network fee, in the caller's transaction: marks the deposit, posts the
 * ledger entries and writes the outbox row. The order's status and events do not change (D6). Throws ConcurrentUpdateError when a refund exists or another process moved the order.
 */
export async function startExtraRefund(
  context: OrderContext,
  transaction: Executor,
  order: OrderRow,
  deposit: DepositRow,
  refund: { address: string; memo: string | null; factor: Decimal; due: RefundQuote },
): Promise<void> {
  const id = extraRefundId(order, deposit);
  if (!(await claimDepositForRefund(transaction, deposit, id))) throw new ConcurrentUpdateError(order.id);
  const payer = await refundPayer(context, transaction, order, deposit.instrument, refund.due.networkFee);
  if (payer.fromIndex === undefined) await scheduleSweep(transaction, order, deposit.network);
  else await amend(transaction, order, {});
  await enqueue(context, transaction, {
    id,
    kind: 'REFUND',
    source: { order_id: order.id },
    network: deposit.network,
    instrument: deposit.instrument,
    ...payer,
    toAddress: refund.address,
    memo: refund.memo,
    amount: refund.due.amount,
    ...gasAllowance(refund.factor),
    holdReason: restoredHold(order),
  });
  await postRefund(context, transaction, {
    id,
    orderId: order.id,
    instrument: deposit.instrument,
    payable: refund.due.amount,
    fee: refund.due.networkFee,
  });
}

/**
 * Refunds extra deposits whose deadline, a day after their confirmations, has passed. A deposit without a refund address, smaller than
 * the fee of its address, or too small to arrive there, is checked again a day later.
 */
export async function refundExtrasDue(context: OrderContext, network: string): Promise<void> {
  const now = context.now();
  for (const deposit of await listExtraDepositsDue(context.database, network, now)) {
    try {
      await refundAutomatically(context, deposit);
    } catch (error) {
      if (error instanceof ConcurrentUpdateError) continue;
      // An ApiError means that the fee is unknown now. No error may block the other deposits.
      if (!(error instanceof ApiError)) {
        context.log.error(
          { err: error, orderId: deposit.order_id },
          'An extra deposit could not be refunded. It is retried later.',
        );
      }
      await updateDeposit(context.database, deposit, { refund_at: now + RETRY_MS });
    }
  }
}

const RETRY_MS = 10 * 60_000;

async function refundAutomatically(context: OrderContext, deposit: DepositRow): Promise<void> {
  const order = deposit.order_id === null ? undefined : await findOrder(context.database, deposit.order_id);
  if (!order) return;
  const { address, memo } = targetOf(order, deposit);
  const later = postponeWhileCongested(context.desk.isCongested(deposit.instrument), deposit.detected_at, context.now());
  if (later !== null) {
    await updateDeposit(context.database, deposit, { refund_at: later });
    return;
  }
  // Anybody can send dust in any number: no node is asked about it.
  const isWorth = isPositive(extraRefundDue(context, deposit, { factor: '1', least: null }).amount);
  const isUsable = isWorth && address !== null && isAddressOf(context, deposit.instrument, address);
  const asked = isUsable ? await askPaymentTerms(context, { ...deposit, address }) : 'UNPAYABLE';
  const tomorrow = { refund_at: context.now() + DECISION_DEADLINE_MS };
  if (asked === 'UNPAYABLE' || address === null) {
    await updateDeposit(context.database, deposit, tomorrow);
    return;
  }
  const { factor, least } = asked;
  if (factor === null || least === null) {
    throw new ApiError('ERR_SERVICE_UNAVAILABLE', `${deposit.network} does not say what a payment takes`);
  }
  const due = extraRefundDue(context, deposit, asked);
  if (!isPositive(due.amount)) {
    await updateDeposit(context.database, deposit, { ...tomorrow, refund_least: least });
    return;
  }
  const refund = { address, memo, factor, due };
  await context.database
    .transaction()
    .execute(async (transaction) => await startExtraRefund(context, transaction, order, deposit, refund));
}
