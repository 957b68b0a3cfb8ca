import Type from 'typebox';
import { WATCH_AFTER_END_MS } from '../../../contract/limits.ts';
import { compare, sum } from '../../../contract/money.ts';
import { closed } from '../../../contract/schemas/common.ts';
import type { Executor } from '../../db/database.ts';
import { reopenSignedSend } from '../../db/repositories/recordedSends.ts';
import { listAllDeposits, writeOffDeposit } from '../../db/repositories/deposits.ts';
import { findOrder } from '../../db/repositories/orders.ts';
import { listLedgerEntries } from '../../db/repositories/ledger.ts';
import { findOutboxRow, listOutboxRows, updateOutboxRow, updateUnsentOutboxRow } from '../../db/repositories/outbox.ts';
import { requestSweep } from '../../db/repositories/sweeps.ts';
import { deleteReservation } from '../../db/repositories/treasury.ts';
import type { DepositRow, OrderRow } from '../../db/tables/orders.ts';
import type { OutboxRow } from '../../db/tables/payments.ts';
import { amend, applyTransition } from '../../orders/core/machine.ts';
import { locateDeposit } from '../../orders/deposits/depositInclusion.ts';
import { isWrittenOff } from '../../orders/rules/depositRules.ts';
import { reverseJournal, sentJournalId } from '../../payments/ledger.ts';
import { depositJournalId } from '../../orders/core/depositBooks.ts';
import { ownSendId } from '../../orders/core/orderSends.ts';
import { refundJournalId } from '../../orders/lifecycle/refund.ts';
import { awaitSweep } from '../../orders/core/sweepRequests.ts';
import { gatewayOf } from '../../ports/chain/gatewayOf.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { defineAct, refuse, requireWritten, type Act } from './act.ts';
import { isUnsent, versionOf } from './payments.ts';

/** A deposit in a result. */
export type NamedDeposit = Pick<DepositRow, 'amount' | 'instrument' | 'tx_hash'>;

/** What is not written off, and why. */
export type NotWrittenOff =
  /** Its payout or refund has left, or may be on its way; `sendId` is null without one */
  | { reason: 'SENT'; deposits: NamedDeposit[]; sendId: string | null }
  /** The refund of an extra deposit has left, or may be on its way */
  | { reason: 'REFUND_SENT'; deposits: NamedDeposit[] }
  | { reason: 'PARTLY_MISSING'; deposits: NamedDeposit[]; present: NamedDeposit[]; sendId: string }
  /** A confirmed sweep moved more than would remain booked: the coins reached the treasury, so they were not reorged out */
  | { reason: 'SWEPT'; instrument: string; network: string };

/** Deposits that are written off together, because `send` is based on them. */
interface Group {
  /** null: nothing was to be sent for an extra deposit */
  send: OutboxRow | null;
  absent: readonly DepositRow[];
  /** Reorged out as well. The host monitors them again: they may be mined again with the deposit. */
  sweeps: readonly OutboxRow[];
  /** Whether the order ends as VOID */
  endsOrder: boolean;
}

/**
 * Writes off the booked deposits of an order that a reorg removed (docs/decisions/016-late-payments.md).
 *
 * Asks each network again, and writes off only deposits that are in no block. Cancels the payout or refund that is based on them,
 * if it has certainly not left. An order without remaining deposits ends as VOID. A deposit that is mined again later is booked as
 * an extra deposit (`recoverWrittenOffDeposits.ts`).
 */
const writeOff = defineAct({
  scope: 'orders.act',
  input: Type.Object({ orderId: Type.String({ maxLength: 300 }), note: Type.String({ minLength: 1, maxLength: 1_000 }) }, closed),
  plan: async (context, { orderId, note }) => {
    // Read before the networks are asked: if the order changes meanwhile, the conditional writes fail.
    const order = await findOrder(context.database, orderId);
    if (!order) return refuse('NO_ORDER');
    const deposits = await listAllDeposits(context.database, orderId);
    const booked = deposits.filter(({ booked_at }) => booked_at !== null);
    const absent: DepositRow[] = [];
    for (const deposit of booked) {
      const where = await locateDeposit(context, gatewayOf(context, deposit.network), order, deposit);
      if (where === 'MISSING') absent.push(deposit);
    }
    if (absent.length === 0) {
      const earlier = deposits.filter(isWrittenOff).map(nameDeposit);
      return refuse('NOTHING_MISSING', { earlier, hasBooked: booked.length > 0, status: order.status });
    }
    const { groups, skipped } = await group(context, order, booked, absent);
    if (groups.length === 0) return refuse('NOT_POSSIBLE', { skipped });
    return {
      subject: orderId,
      effect: {
        orderId,
        groups: groups.map(({ send, absent: missing, endsOrder }) => ({
          deposits: missing.map(nameDeposit),
          cancelled: send?.id ?? null,
          endsOrder,
        })),
        skipped,
      },
      versions: [order.version, ...groups.map(({ send }) => send && versionOf(send))],
      reason: note,
      execute: async (transaction) => {
        let current = order;
        for (const one of groups) current = await writeOffGroup(transaction, current, one, note, context.now());
      },
    };
  },
});

export const writeOffActs = { 'write-off': writeOff } satisfies Record<string, Act>;

async function group(
  context: OperatorContext,
  order: OrderRow,
  booked: readonly DepositRow[],
  absent: readonly DepositRow[],
): Promise<{ groups: Group[]; skipped: NotWrittenOff[] }> {
  const groups: Group[] = [];
  const skipped: NotWrittenOff[] = [];
  const reopened = new Set<string>();
  const add = async (send: OutboxRow | null, missing: readonly DepositRow[], endsOrder: boolean): Promise<boolean> => {
    const reorged = await reorgedSweeps(context, order, missing);
    const one = { send, absent: missing, sweeps: reorged.filter(({ id }) => !reopened.has(id)), endsOrder };
    const swept = await findSwept(context, order, groups, one);
    if (swept) {
      skipped.push({ reason: 'SWEPT', instrument: swept.instrument, network: swept.network });
      return false;
    }
    for (const { id } of one.sweeps) reopened.add(id);
    groups.push(one);
    return true;
  };
  const ownAbsent = absent.filter(({ role }) => role === 'ORDER');
  if (ownAbsent.length > 0) {
    const own = booked.filter(({ role }) => role === 'ORDER');
    const found = await sendToCancel(context, order, own, ownAbsent);
    if ('why' in found) skipped.push(found.why);
    else if (!(await add(found.send, ownAbsent, true))) return { groups, skipped };
  }
  for (const deposit of absent.filter(({ role }) => role !== 'ORDER')) {
    const send = deposit.refund_id === null ? null : await findOutboxRow(context.database, deposit.refund_id);
    if (send === undefined || (send && !(await isUnsent(context, send))))
      skipped.push({ reason: 'REFUND_SENT', deposits: [nameDeposit(deposit)] });
    else if (!(await add(send, [deposit], false))) break;
  }
  return { groups, skipped };
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
): Promise<{ send: OutboxRow } | { why: NotWrittenOff }> {
  const send = await ownSend(context, order);
  const deposits = absent.map(nameDeposit);
  if (!send || !(await isUnsent(context, send))) return { why: { reason: 'SENT', deposits, sendId: send?.id ?? null } };
  if (absent.length === own.length) return { send };
  const present = own.filter((deposit) => !absent.includes(deposit)).map(nameDeposit);
  return { why: { reason: 'PARTLY_MISSING', deposits, present, sendId: send.id } };
}

/** Returns the order's own payout or refund, if the order is about to send one. */
async function ownSend({ database }: OperatorContext, order: OrderRow): Promise<OutboxRow | undefined> {
  if (order.status !== 'PAYING_OUT' && order.status !== 'REFUNDING') return undefined;
  return await findOutboxRow(database, ownSendId(order.status === 'PAYING_OUT' ? 'PAYOUT' : 'REFUND', order));
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

/**
 * Returns a deposit of a further group that can't be written off: without the journals that this group and `earlier` ones reverse,
 * less than nothing would be booked at the deposit addresses.
 */
async function findSwept(
  { database }: OperatorContext,
  order: OrderRow,
  earlier: readonly Group[],
  further: Group,
): Promise<DepositRow | undefined> {
  const reversed = new Set<string>();
  for (const { absent, sweeps } of [...earlier, further]) {
    for (const deposit of absent) reversed.add(depositJournalId(deposit));
    for (const sweep of sweeps) reversed.add(await sentJournalId(database, sweep));
  }
  return await findOverdrawn(database, order, further.absent, reversed);
}

/** Returns one of the deposits of whose coin less than nothing is booked at the order's deposit addresses, without some journals. */
async function findOverdrawn(
  executor: Executor,
  order: OrderRow,
  deposits: readonly DepositRow[],
  without: ReadonlySet<string> = new Set(),
): Promise<DepositRow | undefined> {
  const entries = (await listLedgerEntries(executor, order.id)).filter(({ account }) => account === 'DEPOSIT_ADDRESSES');
  return deposits.find(({ instrument }) => {
    const left = entries.filter((entry) => entry.instrument === instrument && !without.has(entry.journal_id));
    return compare(sum(left.map(({ amount }) => amount)), '0') < 0;
  });
}

/** Cancels the group's send and takes its deposits out of the books. Returns the updated order. */
async function writeOffGroup(
  transaction: Executor,
  order: OrderRow,
  { send, absent, sweeps, endsOrder }: Group,
  note: string,
  now: number,
): Promise<OrderRow> {
  if (send) {
    // A process that is sending it, or has sent it meanwhile, holds its lease or changed its state: then nothing is cancelled.
    const isCancelled = await updateUnsentOutboxRow(transaction, send, { state: 'CANCELLED', reason: note });
    requireWritten(isCancelled, order.id);
  }
  let current: OrderRow;
  if (endsOrder) {
    const end = { ended_at: now, watch_until: now + WATCH_AFTER_END_MS };
    current = await applyTransition(transaction, order, 'depositsWrittenOff', now, end);
    await requestSweep(transaction, { order_id: order.id, network: order.network_from });
    await deleteReservation(transaction, order.id);
    const ofPayout = [`exchange:${order.id}`, `payout:${order.id}`];
    const journals = send?.kind === 'PAYOUT' ? ofPayout : [refundJournalId(ownSendId('REFUND', order))];
    for (const journal of journals) await reverseJournal(transaction, journal, now);
  } else {
    if (send) await reverseJournal(transaction, refundJournalId(send.id), now);
    current = await amend(transaction, order, {});
  }
  for (const sweep of sweeps) {
    const isReopened = await updateOutboxRow(transaction, sweep, { state: 'SENT', confirmed_at: null, not_before: 0 });
    requireWritten(isReopened, order.id);
    await reverseJournal(transaction, await sentJournalId(transaction, sweep), now);
    await reopenSignedSend(transaction, sweep.network, sweep.idempotency_key);
    current = await awaitSweep(transaction, current, sweep.network);
  }
  for (const deposit of absent) {
    requireWritten(await writeOffDeposit(transaction, deposit, note), order.id);
    await reverseJournal(transaction, depositJournalId(deposit), now, { order_id: order.id });
    // A deposit that was unattributed at first became the order's by another journal, once.
    const claim = `claim:${deposit.network}:${deposit.tx_hash}:${deposit.transfer_index}`;
    if (deposit.times_written_off === 0) await reverseJournal(transaction, claim, now);
  }
  // A sweep was confirmed since the plan was made.
  requireWritten((await findOverdrawn(transaction, order, absent)) === undefined, order.id);
  return current;
}

function nameDeposit({ amount, instrument, tx_hash }: DepositRow): NamedDeposit {
  return { amount, instrument, tx_hash };
}
