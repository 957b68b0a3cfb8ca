import { allowedActions, type AttentionFacts } from '../../contract/attention.ts';
import { ApiError } from '../../contract/errors.ts';
import { DECISION_DEADLINE_MS } from '../../contract/limits.ts';
import { isPositive } from '../../contract/money.ts';
import type { AttentionAction } from '../../contract/order.ts';
import type { ExtraDeposit } from '../../contract/schemas/orders.ts';
import type { Executor } from '../db/database.ts';
import { claimDepositForRefund, listExtraDepositsDue, updateDeposit } from '../db/repositories/deposits.ts';
import { findOrder } from '../db/repositories/orders.ts';
import type { DepositRow, OrderRow, OutboxRow } from '../db/tables/orders.ts';
import { validateAddress } from '../instruments/addresses/index.ts';
import { instrumentOf, networkOf, referenceOf, type OrderContext } from './context.ts';
import { isExtra } from './depositRules.ts';
import { amend, OrderMovedError } from './machine.ts';
import { maskAddress } from './mask.ts';
import { enqueue, sendId } from './outbox.ts';
import { amountAfterFee, postRefund, type RefundDue } from './refund.ts';
import { isSweeping } from './sweep.ts';

/** What a refund of one extra deposit would give back now, in its own instrument. Throws ERR_SERVICE_UNAVAILABLE. */
export function extraRefundDue(context: OrderContext, deposit: DepositRow): RefundDue {
  const networkFee = context.desk.networkFee(deposit.instrument, context.now());
  return { total: deposit.amount, networkFee, amount: amountAfterFee(deposit.amount, networkFee) };
}

/** Of an order's extra deposits, those that nobody has given back yet. */
export function openExtras(order: OrderRow, deposits: readonly DepositRow[]): DepositRow[] {
  return deposits.filter((deposit) => isExtra(order, deposit) && deposit.refund_id === null);
}

/** What decides about the actions for one extra deposit (`contract/attention.ts`). */
export function extraFacts(context: OrderContext, order: OrderRow, deposit: DepositRow): AttentionFacts {
  const due = dueOrNull(context, deposit);
  // Without a fee it can't be told: whoever asks for the refund is told to try again later.
  const isRefundable = deposit.booked_at !== null && (due === null || isPositive(due.amount));
  return {
    hasToken: order.order_token_hash !== null,
    isAcceptable: false,
    isRefundable,
    endsByItself: isRefundable && knownRefundAddress(context, order, deposit) !== null,
  };
}

export function extraActions(context: OrderContext, order: OrderRow, deposit: DepositRow): AttentionAction[] {
  return deposit.refund_id === null ? allowedActions('EXTRA_DEPOSIT', extraFacts(context, order, deposit)) : [];
}

/** When an extra deposit goes back by itself; null when it does not. */
export function extraDeadline(context: OrderContext, order: OrderRow, deposit: DepositRow): string | null {
  if (deposit.refund_id !== null || !extraFacts(context, order, deposit).endsByItself) return null;
  return new Date(deposit.refund_at).toISOString();
}

/** The order's refund address, where it can take the coin that came: a token of the same network, usually. */
function knownRefundAddress(context: OrderContext, order: OrderRow, deposit: DepositRow): string | null {
  const address = order.refund_address;
  if (address === null) return null;
  const instrument = instrumentOf(context, deposit.instrument);
  const isValid = validateAddress(networkOf(context, deposit.instrument), instrument, address, context.catalogue).valid;
  return isValid ? address : null;
}

export function presentExtra(
  context: OrderContext,
  order: OrderRow,
  deposit: DepositRow,
  sends: readonly OutboxRow[],
): ExtraDeposit {
  const due = deposit.refund_id === null ? dueOrNull(context, deposit) : null;
  const address = knownRefundAddress(context, order, deposit);
  return {
    depositTxHash: deposit.tx_hash,
    depositIndex: deposit.transfer_index,
    instrument: referenceOf(context, deposit.instrument),
    amount: deposit.amount,
    networkFee: due?.networkFee ?? null,
    refundAmount: due?.amount ?? null,
    refundAddress: address === null ? null : maskAddress(address),
    state: stateOf(deposit, sends),
    actions: extraActions(context, order, deposit),
    deadline: extraDeadline(context, order, deposit),
  };
}

function stateOf(deposit: DepositRow, sends: readonly OutboxRow[]): ExtraDeposit['state'] {
  if (deposit.refund_id === null) return deposit.booked_at === null ? 'CONFIRMING' : 'HERE';
  return sends.some(({ id, state }) => id === deposit.refund_id && state === 'CONFIRMED') ? 'REFUNDED' : 'REFUNDING';
}

function dueOrNull(context: OrderContext, deposit: DepositRow): RefundDue | null {
  try {
    return extraRefundDue(context, deposit);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/**
 * Sends an extra deposit back, less the network fee: the deposit's own mark, ledger and outbox row in the caller's
 * transaction. The order's status and events stay as they are (D6). It leaves the treasury, to which the deposit is
 * swept. Throws OrderMovedError when it is on its way already, or the order was written meanwhile.
 */
export async function startExtraRefund(
  context: OrderContext,
  transaction: Executor,
  order: OrderRow,
  deposit: DepositRow,
  refund: { address: string; memo: string | null; due: RefundDue },
): Promise<void> {
  const part = `${deposit.tx_hash}:${deposit.transfer_index}`;
  const id = sendId({ kind: 'REFUND', part }, order);
  if (!(await claimDepositForRefund(transaction, deposit, id))) throw new OrderMovedError(order.id);
  const amended = await amend(transaction, order, isSweeping(order) ? {} : { sweep_state: 'DUE' });
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
      if (error instanceof OrderMovedError) continue;
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
  const address = knownRefundAddress(context, order, deposit);
  const due = extraRefundDue(context, deposit);
  if (address === null || !isPositive(due.amount)) {
    await updateDeposit(context.database, deposit, { refund_at: context.now() + DECISION_DEADLINE_MS });
    return;
  }
  await context.database
    .transaction()
    .execute(
      async (transaction) =>
        await startExtraRefund(context, transaction, order, deposit, { address, memo: order.refund_memo, due }),
    );
}
