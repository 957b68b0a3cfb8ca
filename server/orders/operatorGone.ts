import { WATCH_AFTER_END_MS } from '../../contract/limits.ts';
import { compare, sum } from '../../contract/money.ts';
import type { Executor } from '../db/database.ts';
import { listAllDeposits, takeDepositOut } from '../db/repositories/deposits.ts';
import { listLedgerEntries } from '../db/repositories/ledger.ts';
import { findOrder } from '../db/repositories/orders.ts';
import { findOutboxRow, listOutboxRows, updateOutboxRow, updateUnsentOutboxRow } from '../db/repositories/outbox.ts';
import { deleteReservation } from '../db/repositories/treasury.ts';
import type { DepositRow, OrderRow, OutboxRow } from '../db/tables/orders.ts';
import { gatewayOf } from './context.ts';
import { assertNotBehind } from './depositStanding.ts';
import { cancelJournal, depositJournal, sentJournal } from './ledger.ts';
import { amend, move, OrderMovedError } from './machine.ts';
import { isUnsent, type OperatorContext, type Outcome } from './operator.ts';
import { sendId } from './outbox.ts';
import { confirmationsNeeded } from './recordDeposits.ts';
import { sweepDue } from './sweep.ts';

/** A deposit's coins are said to be on our side, by a sweep that is in a block: it did not vanish with them. */
class SweptError extends Error {
  override readonly name = 'SweptError';
}

/**
 * An operator's word that deposits of an order, which were confirmed and booked, will not come back (decision 016). Each
 * network is asked once more: only what no block of it has goes out of the books. What was to leave for it is cancelled, if
 * nothing of it can be on its way; an order of which nothing is left ends as VOID. What comes back all the same is booked
 * again, as money that came besides (`returnedDeposits.ts`). Said twice, it does nothing the second time. Throws
 * OrderMovedError, and what the networks throw.
 */
export async function takeGoneDeposits(context: OperatorContext, orderId: string, note: string): Promise<Outcome> {
  const order = await findOrder(context.database, orderId);
  if (!order) return { done: [], left: [`There is no order ${orderId}.`] };
  const deposits = await listAllDeposits(context.database, orderId);
  const booked = deposits.filter(({ booked_at }) => booked_at !== null);
  const absent: DepositRow[] = [];
  for (const deposit of booked) if (await isAbsent(context, order, deposit)) absent.push(deposit);
  if (absent.length === 0) return { done: [], left: [describeNone(order, deposits)] };
  const outcome: Outcome = { done: [], left: [] };
  const say = (isDone: boolean, sentence: string): void => void (isDone ? outcome.done : outcome.left).push(sentence);
  try {
    const own = booked.filter(({ role }) => role === 'ORDER');
    const ownAbsent = absent.filter(({ role }) => role === 'ORDER');
    if (ownAbsent.length > 0) {
      const refusal = await refusalToEnd(context, order, own, ownAbsent);
      if (refusal === null) await endOrder(context, order, ownAbsent, note);
      say(
        refusal === null,
        refusal ?? `The order is over: ${describe(ownAbsent)} is out of the books, and nothing is sent for it.`,
      );
    }
    for (const deposit of absent.filter(({ role }) => role !== 'ORDER')) {
      const isDone = await takeOneOut(context, orderId, deposit, note);
      say(isDone, isDone ? `${describe([deposit])} is out of the books.` : `${describe([deposit])} stays: ${MAY_LEAVE}`);
    }
  } catch (error) {
    if (!(error instanceof SweptError)) throw error;
    say(false, `${error.message} is in a block, and has brought more to the treasury than is left: look at its transaction.`);
  }
  return outcome;
}

const MAY_LEAVE = 'what rests on it has left, or may be on its way. Look at it (show), and say it again.';

/** On no node that answers, and none of them is behind. Throws ChainUnavailableError, also when they say different things. */
async function isAbsent(context: OperatorContext, order: OrderRow, deposit: DepositRow): Promise<boolean> {
  const gateway = gatewayOf(context, deposit.network);
  if ((await gateway.locate(deposit.tx_hash)) !== null) return false;
  await assertNotBehind(gateway, deposit, confirmationsNeeded(context, order, deposit.network));
  return true;
}

/** What was paid out or refunded rests on all of the order's own deposits: it can be cancelled for all of them, or not at all. */
async function refusalToEnd(
  context: OperatorContext,
  order: OrderRow,
  own: readonly DepositRow[],
  absent: readonly DepositRow[],
): Promise<string | null> {
  const send = await ownSend(context, order);
  const id = send?.id ?? order.id;
  if (!send || !(await isUnsent(context, send))) return `${describe(absent)} stays: ${id} has left, or may be on its way.`;
  if (absent.length === own.length) return null;
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

async function endOrder(context: OperatorContext, order: OrderRow, absent: readonly DepositRow[], note: string): Promise<void> {
  const now = context.now();
  const send = await ownSend(context, order);
  const swept = await vanishedSweeps(context, order, absent);
  await context.database.transaction().execute(async (transaction) => {
    // Whoever tries to send it at this moment has claimed it, and then it is not ours to cancel.
    const isCancelled = send && (await updateUnsentOutboxRow(transaction, send, { state: 'CANCELLED', reason: note }));
    if (!isCancelled) throw new OrderMovedError(order.id);
    const end = { ended_at: now, watch_until: now + WATCH_AFTER_END_MS };
    await move(transaction, order, 'depositsGone', now, { ...end, ...sweepDue(order) });
    await deleteReservation(transaction, order.id);
    for (const journal of send.kind === 'PAYOUT' ? ['exchange', 'payout'] : ['refund']) {
      await cancelJournal(transaction, `${journal}:${order.id}`, order.id, now);
    }
    await takeOut(transaction, { order, absent, swept, note, now });
  });
}

/** What came besides, or was not decided yet: it stands for itself. False when what gives it back may be on its way. */
async function takeOneOut(context: OperatorContext, orderId: string, deposit: DepositRow, note: string): Promise<boolean> {
  const { database } = context;
  const order = await findOrder(database, orderId);
  const refund = deposit.refund_id === null ? null : await findOutboxRow(database, deposit.refund_id);
  if (!order || refund === undefined || (refund && !(await isUnsent(context, refund)))) return false;
  const swept = await vanishedSweeps(context, order, [deposit]);
  await database.transaction().execute(async (transaction) => {
    if (refund) {
      const isCancelled = await updateUnsentOutboxRow(transaction, refund, { state: 'CANCELLED', reason: note });
      if (!isCancelled) throw new OrderMovedError(order.id);
      await cancelJournal(transaction, refund.id.replace(/^REFUND:/, 'refund:'), order.id, context.now());
    }
    const amended = await amend(transaction, order, {});
    await takeOut(transaction, { order: amended, absent: [deposit], swept, note, now: context.now() });
  });
  return true;
}

/** Sweeps that fetched what is gone, are booked, and are in no block any more either: they left the chain with it. */
async function vanishedSweeps(context: OperatorContext, order: OrderRow, absent: readonly DepositRow[]): Promise<OutboxRow[]> {
  const sweeps = (await listOutboxRows(context.database, order.id)).filter(
    ({ kind, state, network, instrument }) =>
      kind === 'SWEEP' &&
      state === 'CONFIRMED' &&
      absent.some((deposit) => deposit.network === network && deposit.instrument === instrument),
  );
  const vanished: OutboxRow[] = [];
  for (const sweep of sweeps) {
    const { state } = await gatewayOf(context, sweep.network).sendState(sweep.idempotency_key);
    if (state !== 'confirmed') vanished.push(sweep);
  }
  return vanished;
}

interface TakenOut {
  order: OrderRow;
  absent: readonly DepositRow[];
  /** Followed again as if they had just left: they may come back with the deposit. */
  swept: readonly OutboxRow[];
  note: string;
  now: number;
}

async function takeOut(transaction: Executor, { order, absent, swept, note, now }: TakenOut): Promise<void> {
  for (const sweep of swept) {
    if (!(await updateOutboxRow(transaction, sweep, { state: 'SENT', confirmed_at: null, not_before: 0 })))
      throw new OrderMovedError(order.id);
    await cancelJournal(transaction, await sentJournal(transaction, sweep), order.id, now);
  }
  for (const deposit of absent) {
    if (!(await takeDepositOut(transaction, deposit, note))) throw new OrderMovedError(order.id);
    await cancelJournal(transaction, depositJournal(deposit), order.id, now);
    // What was nobody's at first became the order's by another journal, once.
    const claim = `claim:${deposit.network}:${deposit.tx_hash}:${deposit.transfer_index}`;
    if (deposit.times_gone === 0) await cancelJournal(transaction, claim, order.id, now);
  }
  const entries = await listLedgerEntries(transaction, order.id);
  for (const { instrument, network } of absent) {
    const own = entries.filter((entry) => entry.account === 'DEPOSIT_ADDRESSES' && entry.instrument === instrument);
    if (compare(sum(own.map(({ amount }) => amount)), '0') < 0) throw new SweptError(`A sweep of ${instrument} on ${network}`);
  }
}

function describeNone(order: OrderRow, deposits: readonly DepositRow[]): string {
  const gone = deposits.filter(({ times_gone, is_gone }) => times_gone > 0 && is_gone === 1);
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
