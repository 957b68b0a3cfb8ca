import { WATCH_AFTER_END_MS } from '../../../contract/limits.ts';
import { subtract, type Decimal } from '../../../contract/money.ts';
import type { Executor } from '../../db/database.ts';
import { listJournal } from '../../db/repositories/ledger.ts';
import { findOrder } from '../../db/repositories/orders.ts';
import { rescheduleSweep } from '../../db/repositories/sweeps.ts';
import { deleteReservation } from '../../db/repositories/treasury.ts';
import type { OrderRow } from '../../db/tables/orders.ts';
import type { LedgerAccount, OrderSend, OutboxKind, OutboxRow } from '../../db/tables/payments.ts';
import { issueReceipt } from '../../orders/lifecycle/receipt.ts';
import type { OrderContext } from '../../orders/core/context.ts';
import { post, reverseJournal, sentJournalId, transferLines, type LedgerLine } from '../ledger.ts';
import { amend, applyTransition } from '../../orders/core/machine.ts';
import { isCustomerSend, isOrderSend, sendId } from './outbox.ts';
import { deductFromTreasury } from '../treasury.ts';
import { announceSentWithdrawal } from '../../withdrawals/endWithdrawal.ts';

/** Delay in ms before a refused sweep is planned again. */
const SWEEP_RETRY_MS = 10 * 60_000;

export interface FeePaid {
  instrumentSlug: string;
  amount: Decimal;
}

/**
 * Books a confirmed send: ledger, treasury balance, transition and receipt. Runs in the transaction that marks the send
 * as confirmed.
 */
export async function bookConfirmedSend(
  context: OrderContext,
  transaction: Executor,
  row: OutboxRow,
  fee: FeePaid,
): Promise<void> {
  const now = context.now();
  if (!isOrderSend(row)) {
    await bookSent(transaction, row, fee, now);
    await announceSentWithdrawal(context, transaction, row);
    return;
  }
  const order = await findOrder(transaction, row.order_id);
  if (!order) return;
  await bookSent(transaction, row, fee, now);
  await applyCompletion(context, transaction, order, row);
  if (isCustomerSend(row.kind)) await issueReceipt(context, transaction, order.id);
}

async function bookSent(transaction: Executor, row: OutboxRow, fee: FeePaid, now: number): Promise<void> {
  // Reverses the fee of a failed attempt whose block was reorged out: that fee was not paid after all.
  await reverseJournal(transaction, failedJournalId(row), row.order_id, now);
  await post(transaction, {
    id: row.kind === 'SWEEP' ? await sentJournalId(transaction, row) : `sent:${row.idempotency_key}`,
    orderId: row.order_id,
    at: now,
    lines: sentLines(row, fee),
  });
  // A sweep is not added to the treasury: a refresh after its first block includes it already.
  if (row.from_index === 0) {
    await deductFromTreasury(transaction, row.instrument, row.amount);
    await deductFromTreasury(transaction, fee.instrumentSlug, fee.amount);
  }
}

/** Returns the lines of the `sent:…` journal: what left or moved, and the fee that was paid for it. */
export function sentLines(row: OutboxRow, fee: FeePaid): LedgerLine[] {
  return [...arrivalLines(row), ...failedLines(row, fee)];
}

/** Returns the lines of the moved amount. What a token kept of a transfer to our own address is a cost of the network. */
function arrivalLines(row: OutboxRow): LedgerLine[] {
  const [payer, receiver] = [payerAccount(row), RECEIVER[row.kind]];
  if (row.arrived_amount === null || isCustomerSend(row.kind)) return transferLines(payer, receiver, row.instrument, row.amount);
  return [
    ...transferLines(payer, receiver, row.instrument, row.arrived_amount),
    ...transferLines(payer, 'NETWORK_FEES', row.instrument, subtract(row.amount, row.arrived_amount)),
  ];
}

/** Returns the lines of the `failed:…` journal: the fee alone. */
export function failedLines(row: OutboxRow, fee: FeePaid): LedgerLine[] {
  return transferLines(payerAccount(row), 'NETWORK_FEES', fee.instrumentSlug, fee.amount);
}

function failedJournalId(row: OutboxRow): string {
  return `failed:${row.idempotency_key}`;
}

/** Books the fee of a transaction that failed on chain, once. Runs in the transaction that marks the send as failed. */
export async function bookFailedSendFee(transaction: Executor, row: OutboxRow, fee: FeePaid, now: number): Promise<void> {
  if ((await listJournal(transaction, failedJournalId(row))).length > 0) return;
  await post(transaction, {
    id: failedJournalId(row),
    orderId: row.order_id,
    at: now,
    lines: failedLines(row, fee),
  });
  if (row.from_index === 0) await deductFromTreasury(transaction, fee.instrumentSlug, fee.amount);
}

function payerAccount(row: OutboxRow): LedgerAccount {
  return row.from_index === 0 ? 'TREASURY' : 'DEPOSIT_ADDRESSES';
}

/** Schedules a refused sweep to be planned again with the balance and fee of that time. */
export async function retryFailedSweep(transaction: Executor, row: OrderSend, now: number): Promise<void> {
  const order = await findOrder(transaction, row.order_id);
  if (order) await replanSweep(transaction, order, row.network, now + SWEEP_RETRY_MS);
}

async function replanSweep(transaction: Executor, order: OrderRow, network: string, notBefore: number): Promise<void> {
  await amend(transaction, order, {});
  await rescheduleSweep(transaction, { order_id: order.id, network }, notBefore);
}

/** The account that a send credits. */
const RECEIVER = {
  PAYOUT: 'IN_TRANSIT',
  REFUND: 'IN_TRANSIT',
  SWEEP: 'TREASURY',
  TOP_UP: 'DEPOSIT_ADDRESSES',
  WITHDRAWAL: 'IN_TRANSIT',
} as const satisfies Record<OutboxKind, LedgerAccount>;

async function applyCompletion(context: OrderContext, transaction: Executor, order: OrderRow, row: OrderSend): Promise<void> {
  const now = context.now();
  const end = { ended_at: now, watch_until: now + WATCH_AFTER_END_MS };
  switch (row.kind) {
    case 'PAYOUT':
      await context.referrals.onCompleted(transaction, await applyTransition(transaction, order, 'payoutConfirmed', now, end));
      await deleteReservation(transaction, order.id);
      return;
    case 'REFUND':
      if (row.id !== sendId({ kind: 'REFUND' }, order)) {
        // The refund of an extra deposit does not change the order's status (D6), only its version: pages and mails follow that.
        await amend(transaction, order, {});
        return;
      }
      await applyTransition(transaction, order, 'refundConfirmed', now, end);
      return;
    case 'SWEEP':
    case 'TOP_UP':
      // Plan again: a top-up makes its sweep possible, and after a sweep the address may hold something else.
      await replanSweep(transaction, order, row.network, now);
  }
}
