import { WATCH_AFTER_END_MS } from '../../contract/limits.ts';
import { compare, sum } from '../../contract/money.ts';
import type { Executor } from '../db/database.ts';
import { reopenChainSend } from '../db/repositories/chainSends.ts';
import { listAllDeposits, writeOffDeposit } from '../db/repositories/deposits.ts';
import { listLedgerEntries } from '../db/repositories/ledger.ts';
import { findOrder } from '../db/repositories/orders.ts';
import { findOutboxRow, listOutboxRows, updateOutboxRow, updateUnsentOutboxRow } from '../db/repositories/outbox.ts';
import { deleteReservation } from '../db/repositories/treasury.ts';
import { requestSweep } from '../db/repositories/sweeps.ts';
import type { DepositRow, OrderRow, OutboxRow } from '../db/tables/orders.ts';
import { gatewayOf } from '../orders/core/context.ts';
import { isWrittenOff } from '../orders/core/depositRules.ts';
import { locateDeposit } from '../orders/deposits/depositInclusion.ts';
import { reverseJournal, depositJournalId, sentJournalId } from '../orders/core/ledger.ts';
import { amend, applyTransition, ConcurrentUpdateError } from '../orders/core/machine.ts';
import { isUnsent, type OperatorContext, type Outcome } from './operator.ts';
import { sendId } from '../orders/core/outbox.ts';
import { awaitSweep } from '../orders/deposits/sweep.ts';

/** A deposit's coins are said to be on our side, by a sweep that is in a block: it did not vanish with them. */
class SweptError extends Error {
  override readonly name = 'SweptError';
}

/**
 * An operator's word that deposits of an order, which were confirmed and booked, will not come back (decision 016). Each
 * network is asked once more: only what no block of it has goes out of the books. What was to leave for it is cancelled, if
 * nothing of it can be on its way; an order of which nothing is left ends as VOID. What comes back all the same is booked
 * again, as money that came besides (`returnedDeposits.ts`). Said twice, it does nothing the second time. Throws
 * ConcurrentUpdateError, and what the networks throw.
 */
export async function writeOffReorgedDeposits(context: OperatorContext, orderId: string, note: string): Promise<Outcome> {
  // As it is before anything is asked: whatever happens to it meanwhile, no write of this finds it unchanged.
  let order = await findOrder(context.database, orderId);
  if (!order) return { done: [], left: [`There is no order ${orderId}.`] };
  const deposits = await listAllDeposits(context.database, orderId);
  const booked = deposits.filter(({ booked_at }) => booked_at !== null);
  const absent: DepositRow[] = [];
  for (const deposit of booked) {
    const where = await locateDeposit(context, gatewayOf(context, deposit.network), order, deposit);
    if (where === 'MISSING') absent.push(deposit);
  }
  if (absent.length === 0) return { done: [], left: [describeNone(order, deposits)] };
  const outcome: Outcome = { done: [], left: [] };
  const say = (isDone: boolean, sentence: string): void => void (isDone ? outcome.done : outcome.left).push(sentence);
  try {
    const own = booked.filter(({ role }) => role === 'ORDER');
    const ownAbsent = absent.filter(({ role }) => role === 'ORDER');
    if (ownAbsent.length > 0) {
      const ending = await sendToEnd(context, order, own, ownAbsent);
      if (typeof ending === 'string') say(false, ending);
      else {
        order = await endOrder(context, order, { absent: ownAbsent, send: ending, note });
        say(true, `The order is over: ${describe(ownAbsent)} is out of the books, and nothing is sent for it.`);
      }
    }
    for (const deposit of absent.filter(({ role }) => role !== 'ORDER')) {
      const amended = await takeOneOut(context, order, deposit, note);
      const isDone = amended !== null;
      say(isDone, isDone ? `${describe([deposit])} is out of the books.` : `${describe([deposit])} stays: ${MAY_LEAVE}`);
      order = amended ?? order;
    }
  } catch (error) {
    if (!(error instanceof SweptError)) throw error;
    say(
      false,
      `${error.message} is in a block, and has brought more to the treasury than is left: readOrder at its transaction.`,
    );
  }
  return outcome;
}

const MAY_LEAVE = 'what rests on it has left, or may be on its way. Look at it (show), and say it again.';

/**
 * What is to be cancelled, as it was when the network said that it has not left; or why it can't be, in words. What was paid
 * out or refunded rests on all of the order's own deposits: it is cancelled for all of them, or not at all.
 */
async function sendToEnd(
  context: OperatorContext,
  order: OrderRow,
  own: readonly DepositRow[],
  absent: readonly DepositRow[],
): Promise<OutboxRow | string> {
  const send = await ownSend(context, order);
  const id = send?.id ?? order.id;
  if (!send || !(await isUnsent(context, send))) return `${describe(absent)} stays: ${id} has left, or may be on its way.`;
  if (absent.length === own.length) return send;
  const there = own.filter((deposit) => !absent.includes(deposit));
  return (
    `Nothing was done: ${describe(absent)} is gone, ${describe(there)} is not, and ${id} rests on both. ` +
    `Wait until all are there or all are gone; or \`vouch ${id}\`: it leaves in full, what is gone is our loss, ` +
    `and \`npm run reconcile -- accept\` books it.`
  );
}

/** The payout or refund of an order that is about to leave. */
async function ownSend({ database }: OperatorContext, order: OrderRow): Promise<OutboxRow | undefined> {
  if (order.status !== 'PAYING_OUT' && order.status !== 'REFUNDING') return undefined;
  return await findOutboxRow(database, sendId({ kind: order.status === 'PAYING_OUT' ? 'PAYOUT' : 'REFUND' }, order));
}

/** Gives the order as it then is. */
async function endOrder(
  context: OperatorContext,
  order: OrderRow,
  { absent, send, note }: { absent: readonly DepositRow[]; send: OutboxRow; note: string },
): Promise<OrderRow> {
  const now = context.now();
  const swept = await vanishedSweeps(context, order, absent);
  return await context.database.transaction().execute(async (transaction) => {
    // Whoever tries to send it at this moment has claimed it, or has sent it since, and then it is not ours to cancel.
    if (!(await updateUnsentOutboxRow(transaction, send, { state: 'CANCELLED', reason: note })))
      throw new ConcurrentUpdateError(order.id);
    const end = { ended_at: now, watch_until: now + WATCH_AFTER_END_MS };
    const ended = await applyTransition(transaction, order, 'depositsWrittenOff', now, end);
    await requestSweep(transaction, { order_id: order.id, network: order.network_from });
    await deleteReservation(transaction, order.id);
    for (const journal of send.kind === 'PAYOUT' ? ['exchange', 'payout'] : ['refund']) {
      await reverseJournal(transaction, `${journal}:${order.id}`, order.id, now);
    }
    return await takeOut(transaction, { order: ended, absent, swept, note, now });
  });
}

/**
 * What came besides, or was not decided yet: it stands for itself. Gives the order as it then is; null when what gives the
 * deposit back may be on its way. `order` as it was before the deposit was read: what was decided about it since then is not undone.
 */
async function takeOneOut(
  context: OperatorContext,
  order: OrderRow,
  deposit: DepositRow,
  note: string,
): Promise<OrderRow | null> {
  const { database } = context;
  const refund = deposit.refund_id === null ? null : await findOutboxRow(database, deposit.refund_id);
  if (refund === undefined || (refund && !(await isUnsent(context, refund)))) return null;
  const swept = await vanishedSweeps(context, order, [deposit]);
  return await database.transaction().execute(async (transaction) => {
    if (refund) {
      const isCancelled = await updateUnsentOutboxRow(transaction, refund, { state: 'CANCELLED', reason: note });
      if (!isCancelled) throw new ConcurrentUpdateError(order.id);
      await reverseJournal(transaction, refund.id.replace(/^REFUND:/, 'refund:'), order.id, context.now());
    }
    const amended = await amend(transaction, order, {});
    return await takeOut(transaction, { order: amended, absent: [deposit], swept, note, now: context.now() });
  });
}

/**
 * Sweeps on the networks of what is gone that are booked, and in no block any more either: they left the chain with it. Those
 * of other coins too: where payments are numbered, a later one can't leave the address before them.
 */
async function vanishedSweeps(context: OperatorContext, order: OrderRow, absent: readonly DepositRow[]): Promise<OutboxRow[]> {
  const sweeps = (await listOutboxRows(context.database, order.id)).filter(
    ({ kind, state, network }) =>
      kind === 'SWEEP' && state === 'CONFIRMED' && absent.some((deposit) => deposit.network === network),
  );
  const vanished: OutboxRow[] = [];
  for (const sweep of sweeps) {
    const { state } = await gatewayOf(context, sweep.network).sendState(sweep.idempotency_key);
    if (state !== 'confirmed') vanished.push(sweep);
  }
  return vanished;
}

interface WrittenOff {
  order: OrderRow;
  absent: readonly DepositRow[];
  /** Followed again as if they had just left: they may come back with the deposit. */
  swept: readonly OutboxRow[];
  note: string;
  now: number;
}

/** Gives the order as it then is. */
async function takeOut(transaction: Executor, { order, absent, swept, note, now }: WrittenOff): Promise<OrderRow> {
  let current = order;
  for (const sweep of swept) {
    if (!(await updateOutboxRow(transaction, sweep, { state: 'SENT', confirmed_at: null, not_before: 0 })))
      throw new ConcurrentUpdateError(order.id);
    await reverseJournal(transaction, await sentJournalId(transaction, sweep), order.id, now);
    await reopenChainSend(transaction, sweep.network, sweep.idempotency_key);
    current = await awaitSweep(transaction, current, sweep.network);
  }
  for (const deposit of absent) {
    if (!(await writeOffDeposit(transaction, deposit, note))) throw new ConcurrentUpdateError(order.id);
    await reverseJournal(transaction, depositJournalId(deposit), order.id, now);
    // What was nobody's at first became the order's by another journal, once.
    const claim = `claim:${deposit.network}:${deposit.tx_hash}:${deposit.transfer_index}`;
    if (deposit.times_written_off === 0) await reverseJournal(transaction, claim, order.id, now);
  }
  const entries = await listLedgerEntries(transaction, order.id);
  for (const { instrument, network } of absent) {
    const own = entries.filter((entry) => entry.account === 'DEPOSIT_ADDRESSES' && entry.instrument === instrument);
    if (compare(sum(own.map(({ amount }) => amount)), '0') < 0) throw new SweptError(`A sweep of ${instrument} on ${network}`);
  }
  return current;
}

function describeNone(order: OrderRow, deposits: readonly DepositRow[]): string {
  const gone = deposits.filter(isWrittenOff);
  if (gone.length > 0)
    return `Nothing was done: ${describe(gone)} is out of the books already, and ${order.id} is ${order.status}.`;
  const count = deposits.filter(({ booked_at }) => booked_at !== null).length;
  return count === 0
    ? `Nothing was done: no deposit of ${order.id} is in the books.`
    : `Nothing was done: all that is in the books of ${order.id} is in a block now.`;
}

function describe(deposits: readonly DepositRow[]): string {
  return deposits.map(({ amount, instrument, tx_hash }) => `${amount} ${instrument} of ${tx_hash}`).join(', ');
}
