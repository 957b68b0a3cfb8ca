import { allowedActions, type AttentionFacts } from '../../../contract/attention.ts';
import { ApiError } from '../../../contract/errors.ts';
import { isoTime } from '../../../contract/isoTime.ts';
import { DECISION_DEADLINE_MS } from '../../../contract/limits.ts';
import { compare, isPositive, subtract, type Decimal } from '../../../contract/money.ts';
import type { AttentionAction } from '../../../contract/order.ts';
import type { ExtraDeposit } from '../../../contract/schemas/orders.ts';
import type { Executor } from '../../db/database.ts';
import { claimDepositForRefund, listExtraDepositsDue, updateDeposit } from '../../db/repositories/deposits.ts';
import { findOrder } from '../../db/repositories/orders.ts';
import type { DepositRow, OrderRow, OutboxRow } from '../../db/tables/orders.ts';
import { validateAddress } from '../../instruments/addresses/index.ts';
import { instrumentOf, networkOf, referenceOf, type OrderContext } from '../core/context.ts';
import { isExtra } from '../core/depositRules.ts';
import { journalIdOfAttempt } from '../core/ledger.ts';
import { ConcurrentUpdateError } from '../core/machine.ts';
import { maskAddress } from '../core/mask.ts';
import { enqueue, sendId } from '../core/outbox.ts';
import { amountAfterFee, postponeWhileCongested, postRefund, type RefundQuote } from '../sends/refund.ts';
import { truncateUnrefunded } from '../deposits/truncateDeposits.ts';
import { scheduleSweep } from '../deposits/sweep.ts';

/** What a refund of one extra deposit would give back now, in its own instrument. Throws ERR_SERVICE_UNAVAILABLE. */
export function extraRefundDue(context: OrderContext, deposit: DepositRow): RefundQuote {
  const networkFee = context.desk.networkFee(deposit.instrument, context.now());
  return { total: deposit.amount, networkFee, amount: amountAfterFee(deposit.amount, networkFee) };
}

/** Of an order's extra deposits, those that nobody has given back yet. */
export function openExtras(order: OrderRow, deposits: readonly DepositRow[]): DepositRow[] {
  return deposits.filter((deposit) => isExtra(order, deposit) && deposit.refund_id === null);
}

/** What an order's extra deposits have in common, asked once for each coin: anybody can send thousands of crumbs. */
export interface ExtraTerms {
  /** Of one transfer, in the coin itself; null while it is not known */
  feeOf(instrument: string): Decimal | null;
  /** Where it goes: what an operator said, or the order's refund address where that is for it ({@link targetOf}) */
  addressFor(deposit: DepositRow): string | null;
}

export function extraTerms(context: OrderContext, order: OrderRow): ExtraTerms {
  return { feeOf: onceFor((slug) => feeOrNull(context, slug)), addressFor: extraAddresses(context, order) };
}

/** {@link ExtraTerms.addressFor}, which takes no prices. */
export function extraAddresses(
  context: Pick<OrderContext, 'catalogue'>,
  order: Pick<OrderRow, 'network_from' | 'refund_address'>,
): (deposit: Pick<DepositRow, 'network' | 'instrument' | 'refund_address'>) => string | null {
  const { refund_address: known } = order;
  const ofOrder = onceFor((slug) => (known !== null && isAddressOf(context, slug, known) ? known : null));
  return (deposit) => deposit.refund_address ?? (isOtherNetwork(order, deposit) ? null : ofOrder(deposit.instrument));
}

function onceFor<Value>(work: (slug: string) => Value): (slug: string) => Value {
  const known = new Map<string, { value: Value }>();
  return (slug) => {
    const kept = known.get(slug) ?? { value: work(slug) };
    known.set(slug, kept);
    return kept.value;
  };
}

/** Paid on another network than the order's (`claimWrongNetwork.ts`). */
function isOtherNetwork(order: Pick<OrderRow, 'network_from'>, deposit: Pick<DepositRow, 'network'>): boolean {
  return deposit.network !== order.network_from;
}

/**
 * Where one goes, by an operator's word or the order's; the order's address may be none for the coin that came. And it was
 * given for the order's network: on another one the same address may be a contract that is not there, or an exchange's
 * that looks at one network only. What was paid there waits for an address of its own.
 */
export function targetOf(order: OrderRow, deposit: DepositRow): { address: string | null; memo: string | null } {
  if (deposit.refund_address === null && isOtherNetwork(order, deposit)) return { address: null, memo: null };
  const { refund_address: address, refund_memo: memo } = deposit.refund_address === null ? order : deposit;
  return { address, memo };
}

function isAddressOf(context: Pick<OrderContext, 'catalogue'>, slug: string, address: string): boolean {
  return validateAddress(networkOf(context, slug), instrumentOf(context, slug), address, context.catalogue).valid;
}

function feeOrNull(context: OrderContext, slug: string): Decimal | null {
  try {
    return context.desk.networkFee(slug, context.now());
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** What decides about the actions for one extra deposit (`contract/attention.ts`). */
function extraFacts(terms: ExtraTerms, order: OrderRow, deposit: DepositRow): AttentionFacts {
  const fee = terms.feeOf(deposit.instrument);
  // Without a fee it can't be told: whoever asks for the refund is told to try again later.
  const isRefundable = deposit.booked_at !== null && (fee === null || compare(deposit.amount, fee) > 0);
  return {
    hasToken: order.order_token_hash !== null,
    isAcceptable: false,
    isRefundable,
    endsByItself: isRefundable && terms.addressFor(deposit) !== null,
  };
}

/** None while it still gets its confirmations: there is nothing to be done about it yet, and nothing to write about. */
export function extraActions(terms: ExtraTerms, order: OrderRow, deposit: DepositRow): AttentionAction[] {
  if (deposit.refund_id !== null || deposit.booked_at === null) return [];
  return allowedActions('EXTRA_DEPOSIT', extraFacts(terms, order, deposit));
}

/** When an extra deposit goes back by itself; null when it does not. */
export function extraDeadline(terms: ExtraTerms, order: OrderRow, deposit: DepositRow): string | null {
  if (deposit.refund_id !== null || !extraFacts(terms, order, deposit).endsByItself) return null;
  return isoTime(deposit.refund_at);
}

/** Those of an order's deposits that are extra, with what can be done about each; of a flood the largest. */
export function presentExtras(
  context: OrderContext,
  order: OrderRow,
  deposits: readonly DepositRow[],
  sends: readonly OutboxRow[],
): ExtraDeposit[] {
  const terms = extraTerms(context, order);
  const refunds = new Map(sends.map((send) => [send.id, send]));
  return truncateUnrefunded(deposits.filter((deposit) => isExtra(order, deposit))).map((deposit) => {
    const refund = deposit.refund_id === null ? undefined : refunds.get(deposit.refund_id);
    const fee = refund ? subtract(deposit.amount, refund.amount) : terms.feeOf(deposit.instrument);
    const address = refund?.to_address ?? terms.addressFor(deposit);
    return {
      depositTxHash: deposit.tx_hash,
      depositIndex: deposit.transfer_index,
      instrument: referenceOf(context, deposit.instrument),
      amount: deposit.amount,
      networkFee: fee,
      refundAmount: fee === null ? null : amountAfterFee(deposit.amount, fee),
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

/**
 * Sends an extra deposit back, less the network fee: the deposit's own mark, ledger and outbox row in the caller's
 * transaction. The order's status and events stay as they are (D6). It leaves the treasury, to which the deposit is
 * swept, on the network where it came. Throws ConcurrentUpdateError when it is on its way already, or the order was written meanwhile.
 */
export async function startExtraRefund(
  context: OrderContext,
  transaction: Executor,
  order: OrderRow,
  deposit: DepositRow,
  refund: { address: string; memo: string | null; due: RefundQuote },
): Promise<void> {
  // It was in no block for a while, and an earlier refund was cancelled for that.
  const transfer = journalIdOfAttempt(`${deposit.tx_hash}:${deposit.transfer_index}`, deposit.times_written_off);
  // One hash may be a transaction on several networks.
  const part = isOtherNetwork(order, deposit) ? `${deposit.network}:${transfer}` : transfer;
  const id = sendId({ kind: 'REFUND', part }, order);
  if (!(await claimDepositForRefund(transaction, deposit, id))) throw new ConcurrentUpdateError(order.id);
  const amended = await scheduleSweep(transaction, order, deposit.network);
  await postRefund(context, transaction, {
    id: `refund:${order.id}:${part}`,
    orderId: order.id,
    instrument: deposit.instrument,
    back: refund.due.amount,
    fee: refund.due.networkFee,
  });
  await enqueue(context, transaction, amended, {
    part,
    kind: 'REFUND',
    network: deposit.network,
    instrument: deposit.instrument,
    fromIndex: 0,
    toAddress: refund.address,
    memo: refund.memo,
    amount: refund.due.amount,
  });
}

/**
 * Gives back what came besides when a day has passed and there is an address for it. Without one, or when the fee would
 * eat it, it is looked at again a day later: fees fall too, and addresses are told.
 */
export async function refundExtrasDue(context: OrderContext, network: string): Promise<void> {
  const now = context.now();
  for (const deposit of await listExtraDepositsDue(context.database, network, now)) {
    try {
      await refundByItself(context, deposit);
    } catch (error) {
      if (error instanceof ConcurrentUpdateError) continue;
      // No price, so no fee: the next round tries again. One deposit's trouble must not hold up the others.
      if (!(error instanceof ApiError))
        context.log.error({ err: error, orderId: deposit.order_id }, 'extra deposit not refunded');
      await updateDeposit(context.database, deposit, { refund_at: now + RETRY_MS });
    }
  }
}

const RETRY_MS = 10 * 60_000;

async function refundByItself(context: OrderContext, deposit: DepositRow): Promise<void> {
  const order = deposit.order_id === null ? undefined : await findOrder(context.database, deposit.order_id);
  if (!order) return;
  const { address, memo } = targetOf(order, deposit);
  const later = postponeWhileCongested(context, deposit.instrument, deposit.detected_at);
  if (later !== null) {
    await updateDeposit(context.database, deposit, { refund_at: later });
    return;
  }
  const due = extraRefundDue(context, deposit);
  if (address === null || !isAddressOf(context, deposit.instrument, address) || !isPositive(due.amount)) {
    await updateDeposit(context.database, deposit, { refund_at: context.now() + DECISION_DEADLINE_MS });
    return;
  }
  await context.database
    .transaction()
    .execute(async (transaction) => await startExtraRefund(context, transaction, order, deposit, { address, memo, due }));
}
