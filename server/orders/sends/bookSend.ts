import { WATCH_AFTER_END_MS } from '../../../contract/limits.ts';
import type { Decimal } from '../../../contract/money.ts';
import type { Executor } from '../../db/database.ts';
import { listJournal } from '../../db/repositories/ledger.ts';
import { findOrder } from '../../db/repositories/orders.ts';
import { rescheduleSweep } from '../../db/repositories/sweeps.ts';
import { deleteReservation } from '../../db/repositories/treasury.ts';
import type { LedgerAccount, OrderRow, OutboxKind, OutboxRow } from '../../db/tables/orders.ts';
import { issueReceipt } from './receipt.ts';
import type { OrderContext } from '../core/context.ts';
import { reverseJournal, post, sentJournalId, transferLines } from '../core/ledger.ts';
import { amend, applyTransition } from '../core/machine.ts';
import { sendId } from '../core/outbox.ts';
import { deductFromTreasury } from '../core/treasury.ts';

/** How long a sweep that was refused waits before it is planned anew. */
const SWEEP_RETRY_MS = 10 * 60_000;

export interface FeePaid {
  instrumentSlug: string;
  amount: Decimal;
}

/** What a confirmed send means for its order, the ledger and the treasury; in the transaction that marks it confirmed. */
export async function bookConfirmedSend(
  context: OrderContext,
  transaction: Executor,
  row: OutboxRow,
  fee: FeePaid,
): Promise<void> {
  const order = await findOrder(transaction, row.order_id);
  if (!order) return;
  const now = context.now();
  const payer = payerOf(row);
  // It was said to have failed in a block, which has left the chain: that fee was not paid.
  await reverseJournal(transaction, failedJournal(row), order.id, now);
  await post(transaction, {
    id: row.kind === 'SWEEP' ? await sentJournalId(transaction, row) : `sent:${row.idempotency_key}`,
    orderId: order.id,
    at: now,
    lines: [
      ...transferLines(payer, RECEIVER[row.kind], row.instrument, row.amount),
      ...transferLines(payer, 'NETWORK_FEES', fee.instrumentSlug, fee.amount),
    ],
  });
  // What a sweep brought is not added: it stands in the balance already when that was asked for after its first block.
  if (row.from_index === 0) {
    await deductFromTreasury(transaction, row.instrument, row.amount);
    await deductFromTreasury(transaction, fee.instrumentSlug, fee.amount);
  }
  await moveOrder(transaction, order, row, now);
  if (row.kind === 'PAYOUT' || row.kind === 'REFUND') await issueReceipt(context, transaction, order.id);
}

function failedJournal(row: OutboxRow): string {
  return `failed:${row.idempotency_key}`;
}

/** The fee of a transaction that failed in a block, once; in the transaction that marks it failed. */
export async function bookFailedSendFee(transaction: Executor, row: OutboxRow, fee: FeePaid, now: number): Promise<void> {
  if ((await listJournal(transaction, failedJournal(row))).length > 0) return;
  await post(transaction, {
    id: failedJournal(row),
    orderId: row.order_id,
    at: now,
    lines: transferLines(payerOf(row), 'NETWORK_FEES', fee.instrumentSlug, fee.amount),
  });
  if (row.from_index === 0) await deductFromTreasury(transaction, fee.instrumentSlug, fee.amount);
}

function payerOf(row: OutboxRow): LedgerAccount {
  return row.from_index === 0 ? 'TREASURY' : 'DEPOSIT_ADDRESSES';
}

/** A sweep that the network refused is planned anew, with the balance and fee of then. */
export async function retryFailedSweep(transaction: Executor, row: OutboxRow, now: number): Promise<void> {
  const order = await findOrder(transaction, row.order_id);
  if (order) await sweepAgain(transaction, order, row.network, now + SWEEP_RETRY_MS);
}

async function sweepAgain(transaction: Executor, order: OrderRow, network: string, notBefore: number): Promise<void> {
  await amend(transaction, order, {});
  await rescheduleSweep(transaction, { order_id: order.id, network }, notBefore);
}

/** Whose account grows by what was sent. */
const RECEIVER = {
  PAYOUT: 'IN_TRANSIT',
  REFUND: 'IN_TRANSIT',
  SWEEP: 'TREASURY',
  TOP_UP: 'DEPOSIT_ADDRESSES',
} as const satisfies Record<OutboxKind, LedgerAccount>;

async function moveOrder(transaction: Executor, order: OrderRow, row: OutboxRow, now: number): Promise<void> {
  const end = { ended_at: now, watch_until: now + WATCH_AFTER_END_MS };
  switch (row.kind) {
    case 'PAYOUT':
      await applyTransition(transaction, order, 'payoutConfirmed', now, end);
      await deleteReservation(transaction, order.id);
      return;
    case 'REFUND':
      // What came besides is given back without a word from the order itself (D6).
      if (row.id !== sendId({ kind: 'REFUND' }, order)) return;
      await applyTransition(transaction, order, 'refundConfirmed', now, end);
      return;
    case 'SWEEP':
    case 'TOP_UP':
      // Planned again: a top-up makes the sweep possible, and after a sweep something else may lie there.
      await sweepAgain(transaction, order, row.network, now);
  }
}
