import { WATCH_AFTER_END_MS } from '../../contract/limits.ts';
import { compare, sum } from '../../contract/money.ts';
import type { Executor } from '../db/database.ts';
import { reopenSignedSend } from '../db/repositories/recordedSends.ts';
import { listAllDeposits, writeOffDeposit } from '../db/repositories/deposits.ts';
import { listLedgerEntries } from '../db/repositories/ledger.ts';
import { findOrder } from '../db/repositories/orders.ts';
import { findOutboxRow, listOutboxRows, updateOutboxRow, updateUnsentOutboxRow } from '../db/repositories/outbox.ts';
import { deleteReservation } from '../db/repositories/treasury.ts';
import { requestSweep } from '../db/repositories/sweeps.ts';
import type { DepositRow, OrderRow } from '../db/tables/orders.ts';
import type { OutboxRow } from '../db/tables/payments.ts';
import { gatewayOf } from '../ports/chain/gatewayOf.ts';
import { isWrittenOff } from '../orders/rules/depositRules.ts';
import { locateDeposit } from '../orders/deposits/depositInclusion.ts';
import { refundJournalId } from '../orders/lifecycle/refund.ts';
import { reverseJournal, sentJournalId } from '../payments/ledger.ts';
import { depositJournalId } from '../orders/core/depositBooks.ts';
import { amend, applyTransition } from '../orders/core/machine.ts';
import { ConcurrentUpdateError } from '../common/retryOnConflict.ts';
import type { OperatorContext, Outcome } from './operatorContext.ts';
import { isUnsent } from './operatorSends.ts';
import { ownSendId } from '../orders/core/orderSends.ts';
import { awaitSweep } from '../orders/core/sweepRequests.ts';

/** A confirmed sweep moved more than remains booked: the deposit's coins reached the treasury, so they were not reorged out. */
class SweptError extends Error {
  override readonly name = 'SweptError';
}

/**
 * Writes off the booked deposits of an order that a reorg removed (docs/decisions/016-late-payments.md).
 *
 * Asks each network again, and writes off only deposits that are in no block. Cancels the payout or refund that is based on them,
 * if it has certainly not left. An order without remaining deposits ends as VOID. A deposit that is mined again later is booked as
 * an extra deposit (`recoverWrittenOffDeposits.ts`). Idempotent.
 *
 * @throws ConcurrentUpdateError, and whatever the gateways throw
 */
export async function writeOffReorgedDeposits(context: OperatorContext, orderId: string, note: string): Promise<Outcome> {
  // Read before the networks are asked: if the order changes meanwhile, the conditional writes below fail.
  let order = await findOrder(context.database, orderId);
  if (!order) return { done: [], skipped: [`There is no order ${orderId}.`] };
  const deposits = await listAllDeposits(context.database, orderId);
  const booked = deposits.filter(({ booked_at }) => booked_at !== null);
  const absent: DepositRow[] = [];
  for (const deposit of booked) {
    const where = await locateDeposit(context, gatewayOf(context, deposit.network), order, deposit);
    if (where === 'MISSING') absent.push(deposit);
  }
  if (absent.length === 0) return { done: [], skipped: [describeNone(order, deposits)] };
  const outcome: Outcome = { done: [], skipped: [] };
  try {
    const own = booked.filter(({ role }) => role === 'ORDER');
    const ownAbsent = absent.filter(({ role }) => role === 'ORDER');
    if (ownAbsent.length > 0) {
      const send = await sendToCancel(context, order, own, ownAbsent);
      if (typeof send === 'string') outcome.skipped.push(send);
      else {
        order = await endOrder(context, order, { absent: ownAbsent, send, note });
        outcome.done.push(`The order ended as VOID: ${describe(ownAbsent)} is written off, and ${send.id} is cancelled.`);
      }
    }
    for (const deposit of absent.filter(({ role }) => role !== 'ORDER')) {
      const amended = await writeOffOne(context, order, deposit, note);
      if (amended) outcome.done.push(`${describe([deposit])} is written off.`);
      else
        outcome.skipped.push(
          `${describe([deposit])} is not written off: its refund has left, or may be on its way. Run: show ${orderId}`,
        );
      order = amended ?? order;
    }
  } catch (error) {
    if (!(error instanceof SweptError)) throw error;
    outcome.skipped.push(
      `Not written off: ${error.message} is confirmed and moved these coins to the treasury. Check its transaction.`,
    );
  }
  if (outcome.done.length > 0)
    outcome.done.push('If a written-off deposit is mined again, the host records it as an extra deposit.');
  return outcome;
}

/**
 * Returns the payout or refund to cancel, as it was when the network reported that it has not left; or the reason why it can't be
 * cancelled. It is based on all of the order's own deposits, so it is cancelled only when all of them are absent.
 */
async function sendToCancel(
  context: OperatorContext,
  order: OrderRow,
  own: readonly DepositRow[],
  absent: readonly DepositRow[],
): Promise<OutboxRow | string> {
  const send = await ownSend(context, order);
  const id = send?.id ?? order.id;
  if (!send || !(await isUnsent(context, send)))
    return `${describe(absent)} is not written off: ${id} has left, or may be on its way.`;
  if (absent.length === own.length) return send;
  const present = own.filter((deposit) => !absent.includes(deposit));
  return (
    `Nothing was written off: ${describe(absent)} is in no block, ${describe(present)} is, and ${id} is based on both. ` +
    `Wait until all of them are in a block or none is. Or run: override ${id}. It is then sent in full, the missing deposit is our ` +
    `loss, and \`npm run reconcile -- accept\` acknowledges it.`
  );
}

/** Returns the order's own payout or refund, if the order is about to send one. */
async function ownSend({ database }: OperatorContext, order: OrderRow): Promise<OutboxRow | undefined> {
  if (order.status !== 'PAYING_OUT' && order.status !== 'REFUNDING') return undefined;
  return await findOutboxRow(database, ownSendId(order.status === 'PAYING_OUT' ? 'PAYOUT' : 'REFUND', order));
}

/** Cancels `send`, writes off `absent` and ends the order as VOID. Returns the updated order. */
async function endOrder(
  context: OperatorContext,
  order: OrderRow,
  { absent, send, note }: { absent: readonly DepositRow[]; send: OutboxRow; note: string },
): Promise<OrderRow> {
  const now = context.now();
  const sweeps = await reorgedSweeps(context, order, absent);
  return await context.database.transaction().execute(async (transaction) => {
    // A process that is sending it, or has sent it meanwhile, holds its lease or changed its state: then nothing is cancelled.
    if (!(await updateUnsentOutboxRow(transaction, send, { state: 'CANCELLED', reason: note })))
      throw new ConcurrentUpdateError(order.id);
    const end = { ended_at: now, watch_until: now + WATCH_AFTER_END_MS };
    const ended = await applyTransition(transaction, order, 'depositsWrittenOff', now, end);
    await requestSweep(transaction, { order_id: order.id, network: order.network_from });
    await deleteReservation(transaction, order.id);
    const journals = send.kind === 'PAYOUT' ? [`exchange:${order.id}`, `payout:${order.id}`] : [refundJournalId(send.id)];
    for (const journal of journals) await reverseJournal(transaction, journal, now);
    return await writeOff(transaction, { order: ended, absent, sweeps, note, now });
  });
}

/**
 * Writes off a deposit that the order's own payout or refund is not based on: an extra or undecided one. `order` must have been
 * read before `deposit`, so that a decision made since then is not undone. Returns the updated order, or null when the deposit's
 * refund may be on its way.
 */
async function writeOffOne(
  context: OperatorContext,
  order: OrderRow,
  deposit: DepositRow,
  note: string,
): Promise<OrderRow | null> {
  const { database } = context;
  const refund = deposit.refund_id === null ? null : await findOutboxRow(database, deposit.refund_id);
  if (refund === undefined || (refund && !(await isUnsent(context, refund)))) return null;
  const sweeps = await reorgedSweeps(context, order, [deposit]);
  return await database.transaction().execute(async (transaction) => {
    if (refund) {
      const isCancelled = await updateUnsentOutboxRow(transaction, refund, { state: 'CANCELLED', reason: note });
      if (!isCancelled) throw new ConcurrentUpdateError(order.id);
      await reverseJournal(transaction, refundJournalId(refund.id), context.now());
    }
    const amended = await amend(transaction, order, {});
    return await writeOff(transaction, { order: amended, absent: [deposit], sweeps, note, now: context.now() });
  });
}

/**
 * Returns the booked sweeps on the networks of the absent deposits that were reorged out as well. Sweeps of other instruments are
 * included: on networks with nonces, a later transaction can't leave the address before them.
 */
async function reorgedSweeps(context: OperatorContext, order: OrderRow, absent: readonly DepositRow[]): Promise<OutboxRow[]> {
  const confirmed = (await listOutboxRows(context.database, order.id)).filter(
    ({ kind, state, network }) =>
      kind === 'SWEEP' && state === 'CONFIRMED' && absent.some((deposit) => deposit.network === network),
  );
  const reorged: OutboxRow[] = [];
  for (const sweep of confirmed) {
    const { state } = await gatewayOf(context, sweep.network).sendState(sweep.idempotency_key);
    if (state !== 'confirmed') reorged.push(sweep);
  }
  return reorged;
}

interface WriteOff {
  order: OrderRow;
  absent: readonly DepositRow[];
  /** Reorged out as well. The host monitors them again: they may be mined again with the deposit. */
  sweeps: readonly OutboxRow[];
  note: string;
  now: number;
}

/** Returns the updated order. Throws ConcurrentUpdateError and SweptError. */
async function writeOff(transaction: Executor, { order, absent, sweeps, note, now }: WriteOff): Promise<OrderRow> {
  let current = order;
  for (const sweep of sweeps) {
    if (!(await updateOutboxRow(transaction, sweep, { state: 'SENT', confirmed_at: null, not_before: 0 })))
      throw new ConcurrentUpdateError(order.id);
    await reverseJournal(transaction, await sentJournalId(transaction, sweep), now);
    await reopenSignedSend(transaction, sweep.network, sweep.idempotency_key);
    current = await awaitSweep(transaction, current, sweep.network);
  }
  for (const deposit of absent) {
    if (!(await writeOffDeposit(transaction, deposit, note))) throw new ConcurrentUpdateError(order.id);
    await reverseJournal(transaction, depositJournalId(deposit), now, { order_id: order.id });
    // A deposit that was unattributed at first became the order's by another journal, once.
    const claim = `claim:${deposit.network}:${deposit.tx_hash}:${deposit.transfer_index}`;
    if (deposit.times_written_off === 0) await reverseJournal(transaction, claim, now);
  }
  const entries = await listLedgerEntries(transaction, order.id);
  for (const { instrument, network } of absent) {
    const own = entries.filter((entry) => entry.account === 'DEPOSIT_ADDRESSES' && entry.instrument === instrument);
    if (compare(sum(own.map(({ amount }) => amount)), '0') < 0) throw new SweptError(`A sweep of ${instrument} on ${network}`);
  }
  return current;
}

function describeNone(order: OrderRow, deposits: readonly DepositRow[]): string {
  const writtenOff = deposits.filter(isWrittenOff);
  if (writtenOff.length > 0)
    return `Nothing was written off: ${describe(writtenOff)} is written off already, and order ${order.id} is ${order.status}.`;
  return deposits.some(({ booked_at }) => booked_at !== null)
    ? `Nothing was written off: every booked deposit of order ${order.id} is in a block.`
    : `Nothing was written off: order ${order.id} has no booked deposit.`;
}

function describe(deposits: readonly DepositRow[]): string {
  return deposits.map(({ amount, instrument, tx_hash }) => `${amount} ${instrument} of ${tx_hash}`).join(', ');
}
