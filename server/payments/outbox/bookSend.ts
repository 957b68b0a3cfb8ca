import { subtract, sum, type Decimal } from '../../../contract/money.ts';
import type { Executor } from '../../db/database.ts';
import { paymentSourceOf } from '../../db/repositories/outbox.ts';
import { listJournal } from '../../db/repositories/ledger.ts';
import type { InternalKind, JournalSource, LedgerAccount, OutboxKind, OutboxRow } from '../../db/tables/payments.ts';
import { post, reverseJournal, transferLines, type LedgerLine } from '../ledger.ts';
import type { PaymentContext } from '../paymentContext.ts';
import { deductFromTreasury } from '../treasury.ts';
import { isBatchedSweep, isCustomerSend } from './enqueue.ts';

export interface FeePaid {
  instrumentSlug: string;
  amount: Decimal;
}

/** Books a confirmed send and tells its owner. Runs in the transaction that marks the send as confirmed. */
export async function bookConfirmedSend(
  context: PaymentContext,
  transaction: Executor,
  row: OutboxRow,
  fee: FeePaid,
): Promise<void> {
  await bookSent(context, transaction, row, fee);
  await context.owners.of(row.kind).owner.onConfirmed(transaction, row);
}

async function bookSent(context: PaymentContext, transaction: Executor, row: OutboxRow, fee: FeePaid): Promise<void> {
  const at = context.now();
  // Reverses the fee of a failed attempt whose block was reorged out: that fee was not paid after all.
  const reversed = await reverseJournal(transaction, failedJournalId(row), at);
  const lines = sentLines(row, fee);
  await post(transaction, { id: `sent:${row.idempotency_key}`, kind: 'SENT', source: sourceOf(row), at, lines });
  await notifyFees(context, transaction, row, [...reversed, ...lines], at);
  // A sweep is not added to the treasury: a refresh after its first block includes it already.
  if (row.from_index === null) await deductFromTreasury(transaction, row.instrument, row.amount);
  if (feePayer(row) === 'TREASURY') await deductFromTreasury(transaction, fee.instrumentSlug, fee.amount);
}

/** Returns the lines of the `sent:…` journal: what left or moved, and the fee that was paid for it. */
export function sentLines(row: OutboxRow, fee: FeePaid): LedgerLine[] {
  return [...arrivalLines(row), ...failedLines(row, fee)];
}

/** Returns the lines of the moved amount. What a token kept of a transfer to our own address is a cost of the network. */
function arrivalLines(row: OutboxRow): LedgerLine[] {
  const [payer, receiver] = [payerAccount(row), receiverAccount(row.kind)];
  if (row.arrived_amount === null || isCustomerSend(row.kind)) return transferLines(payer, receiver, row.instrument, row.amount);
  return [
    ...transferLines(payer, receiver, row.instrument, row.arrived_amount),
    ...transferLines(payer, 'NETWORK_FEES', row.instrument, subtract(row.amount, row.arrived_amount)),
  ];
}

/** Returns the lines of the `failed:…` journal: the fee alone. */
export function failedLines(row: OutboxRow, fee: FeePaid): LedgerLine[] {
  return transferLines(feePayer(row), 'NETWORK_FEES', fee.instrumentSlug, fee.amount);
}

function failedJournalId(row: OutboxRow): string {
  return `failed:${row.idempotency_key}`;
}

/** Books the fee of a transaction that failed on chain, once. Runs in the transaction that marks the send as failed. */
export async function bookFailedSendFee(
  context: PaymentContext,
  transaction: Executor,
  row: OutboxRow,
  fee: FeePaid,
): Promise<void> {
  if ((await listJournal(transaction, failedJournalId(row))).length > 0) return;
  const at = context.now();
  const lines = failedLines(row, fee);
  await post(transaction, { id: failedJournalId(row), kind: 'SEND_FAILED', source: sourceOf(row), at, lines });
  await notifyFees(context, transaction, row, lines, at);
  if (feePayer(row) === 'TREASURY') await deductFromTreasury(transaction, fee.instrumentSlug, fee.amount);
}

async function notifyFees(
  { onNetworkFee }: PaymentContext,
  transaction: Executor,
  { kind }: OutboxRow,
  lines: readonly LedgerLine[],
  at: number,
): Promise<void> {
  const fees = Map.groupBy(
    lines.filter(({ account }) => account === 'NETWORK_FEES'),
    ({ instrument }) => instrument,
  );
  for (const [instrument, own] of fees) {
    await onNetworkFee(transaction, { kind, instrument, amount: sum(own.map((line) => line.amount)), at });
  }
}

function payerAccount(row: OutboxRow): LedgerAccount {
  return row.from_index === null ? 'TREASURY' : 'DEPOSIT_ADDRESSES';
}

function feePayer(row: OutboxRow): LedgerAccount {
  return isBatchedSweep(row) ? 'TREASURY' : payerAccount(row);
}

/** Returns the account that a send credits: a payment to a customer stays a liability until it has arrived. */
function receiverAccount(kind: OutboxKind): LedgerAccount {
  return isCustomerSend(kind) ? 'IN_TRANSIT' : INTERNAL_RECEIVER[kind];
}

const INTERNAL_RECEIVER = { SWEEP: 'TREASURY', TOP_UP: 'DEPOSIT_ADDRESSES' } as const satisfies Record<
  InternalKind,
  LedgerAccount
>;

/** Returns what the journals of a send belong to. */
export function sourceOf(send: OutboxRow): JournalSource {
  return { ...paymentSourceOf(send), send_id: send.id };
}
