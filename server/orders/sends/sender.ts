import { performance } from 'node:perf_hooks';
import type { OutboxRow } from '../../db/tables/orders.ts';
import { executorOf } from '../../db/database.ts';
import {
  claimOutboxRows,
  lockClaimedOutboxRow,
  listDueOutboxRows,
  releaseOutboxRows,
  updateOutboxRow,
} from '../../db/repositories/outbox.ts';
import {
  ChainRefusedError,
  type ChainGateway,
  type SendDelay,
  type SendRequest,
  type SendState,
} from '../../ports/chain/chainGateway.ts';
import { createDepositInclusions, DEPOSIT_REORGED, type DepositInclusions } from '../deposits/depositInclusion.ts';
import { retryFailedSweep, bookFailedSendFee, bookConfirmedSend, type FeePaid } from './bookSend.ts';
import type { OrderContext } from '../core/context.ts';
import { isCustomerSend } from '../core/outbox.ts';
import { ConcurrentUpdateError } from '../core/machine.ts';
import { LeaseLostError, type NetworkLease } from '../core/networkLeases.ts';

/** Long enough for any send; only our own process waits for it, since whoever has the network's lease may take the row. */
const LEASE_MS = 60_000;
const LISTED = 50;
/** So few that a slow network has sent them all while the lease lasts. */
const CLAIMED_AT_ONCE = 10;
/** What was sent is written down together, and soon. */
const NOTED_AFTER_MS = 250;
/** Then whatever else the network needs has its turn, and the rest goes with the next round. */
const MOST_SENDING_MS = 5_000;
const MOST_FOLLOWED = 500;
const COMPLETED_AT_ONCE = 10;
/** More than the first are asked about only so long. */
const MOST_FOLLOWING_MS = 1_000;
/** Others' payments do not wait longer for the look at deposits that were booked long ago; the rest of it goes on later. */
const MOST_LOOKING_MS = 3_000;
const LOOK_AGAIN_MS = 1_000;
/** What took all of the time goes behind those that had none. */
const LOOK_ON_MS = 2_000;
const FIRST_BACK_OFF_MS = 2_000;
const MOST_BACK_OFF_MS = 10 * 60_000;
/** A payment is asked about again after a tenth of the time that it has waited, within these. */
const FOLLOW_SHARE = 10;
const LEAST_FOLLOW_WAIT_MS = 1_000;
const MOST_FOLLOW_WAIT_MS = 15_000;

/**
 * Sends what is due on a network, until nothing is or it has taken its time. Rows are claimed first and their idempotency
 * keys given to the network, so a crash between sending and writing it down sends the same transfer again, never a second one.
 * The claim is looked at once more in the transaction that makes the payment one that will leave. What rests on a deposit
 * that is not there any more is refused, until it is there again.
 */
export async function sendDue(
  context: OrderContext,
  gateway: ChainGateway,
  lease: NetworkLease,
  inclusions: DepositInclusions = createDepositInclusions(context),
): Promise<void> {
  const { database, now } = context;
  const began = performance.now();
  for (;;) {
    const due = await listDueOutboxRows(database, gateway.networkSlug, ['PENDING', 'REFUSED'], now(), lease.owner, LISTED);
    let claims = 0;
    for (let start = 0; start < due.length; start += CLAIMED_AT_ONCE) {
      if (!lease.isHeld()) return;
      const some = due.slice(start, start + CLAIMED_AT_ONCE);
      const claimed = await claimOutboxRows(database, some, lease.owner, now(), now() + LEASE_MS);
      claims += claimed.size;
      const untried = new Map(some.filter(({ id }) => claimed.has(id)).map((row) => [row.id, row]));
      try {
        const leaving = await withDeposits(context, gateway, inclusions, [...untried.values()], began + MOST_LOOKING_MS);
        await sendClaimed(context, gateway, lease, leaving, untried);
      } finally {
        // The database failed in between. What was tried stays claimed: it may have left, and nobody has written that down.
        await releaseOutboxRows(database, [...untried.values()], lease.owner);
      }
      if (performance.now() - began > MOST_SENDING_MS) return;
    }
    if (due.length < LISTED || claims === 0) return;
  }
}

async function sendClaimed(
  context: OrderContext,
  gateway: ChainGateway,
  lease: NetworkLease,
  rows: readonly OutboxRow[],
  untried: Map<string, OutboxRow>,
): Promise<void> {
  let sent: { row: OutboxRow; txHash: string; at: number }[] = [];
  let notedAt = performance.now();
  const note = async (): Promise<void> => {
    const noted = sent;
    sent = [];
    notedAt = performance.now();
    await context.database.transaction().execute(async (transaction) => {
      for (const { row, txHash, at } of noted) {
        await updateOutboxRow(transaction, row, {
          state: 'SENT',
          tx_hash: txHash,
          sent_at: row.sent_at ?? at,
          reason: null,
          attempts: 0,
          not_before: 0,
          lease_owner: null,
          lease_until: 0,
        });
      }
    });
  };
  for (const row of rows) {
    if (!lease.isHeld()) break;
    untried.delete(row.id);
    try {
      const request: SendRequest = {
        idempotencyKey: row.idempotency_key,
        instrumentSlug: row.instrument,
        fromIndex: row.from_index,
        toAddress: row.to_address,
        memo: row.memo,
        amount: row.amount,
      };
      const { txHash } = await gateway.send(request, async (transaction) => {
        // This process may have slept: another one was refused meanwhile, and an operator has paid the money elsewhere.
        if (!(await lockClaimedOutboxRow(executorOf(transaction), row, lease.owner))) throw new LeaseLostError(row.id);
      });
      sent.push({ row, txHash, at: context.now() });
    } catch (error) {
      if (!(error instanceof LeaseLostError)) await noteFailure(context, row, error);
    }
    if (sent.length > 0 && performance.now() - notedAt > NOTED_AFTER_MS) await note();
  }
  if (sent.length > 0) await note();
}

/** Those of the claimed rows that may leave: their deposits are there, or so fresh that nobody asks. The others are put off. */
async function withDeposits(
  context: OrderContext,
  gateway: ChainGateway,
  inclusions: DepositInclusions,
  rows: readonly OutboxRow[],
  lookUntil: number,
): Promise<OutboxRow[]> {
  const doubts = await inclusions.listUnverified(rows);
  const leaving: OutboxRow[] = [];
  const depositsOf = (row: OutboxRow): number => doubts.get(row.id)?.deposits.length ?? 0;
  for (const row of rows.toSorted((left, right) => depositsOf(left) - depositsOf(right))) {
    const doubt = doubts.get(row.id);
    if (!doubt) {
      leaving.push(row);
      continue;
    }
    try {
      const hasTurn = performance.now() <= lookUntil;
      const inclusion = hasTurn ? await inclusions.verify(doubt) : 'UNCHECKED';
      const { database, now } = context;
      if (inclusion === 'UNCHECKED') {
        const not_before = now() + (hasTurn ? LOOK_ON_MS : LOOK_AGAIN_MS);
        await updateOutboxRow(database, row, { not_before, lease_owner: null, lease_until: 0 });
      } else if (inclusion === 'INCLUDED' || (await gateway.sendState(row.idempotency_key)).state !== 'unknown') {
        // What the network knows already has left, whatever became of the deposit since: it is told again, and followed.
        leaving.push(row);
      } else {
        context.log.error({ outboxId: row.id, orderId: row.order_id }, 'a confirmed deposit is not there any more');
        await putOff(context, row, DEPOSIT_REORGED, true);
      }
    } catch (error) {
      await noteFailure(context, row, error);
    }
  }
  return leaving;
}

/** Asks what became of the sends of a network, and completes those that are confirmed. */
export async function trackSent(context: OrderContext, gateway: ChainGateway): Promise<void> {
  const began = performance.now();
  const due = await listDueOutboxRows(context.database, gateway.networkSlug, ['SENT'], context.now(), '', MOST_FOLLOWED);
  for (let start = 0; start < due.length; start += COMPLETED_AT_ONCE) {
    if (start >= LISTED && performance.now() - began > MOST_FOLLOWING_MS) return;
    const finals: FinalSend[] = [];
    for (const row of due.slice(start, start + COMPLETED_AT_ONCE)) {
      try {
        finals.push(...(await follow(context, row, await gateway.sendState(row.idempotency_key), gateway.finalAfter)));
      } catch (error) {
        await noteFailure(context, row, error);
      }
    }
    await completeAll(context, finals);
  }
}

/** A send whose block will not leave the chain any more. */
interface FinalSend {
  row: OutboxRow;
  txHash: string;
  feePaid: FeePaid;
}

/** Gives the send when it is final. */
async function follow(context: OrderContext, row: OutboxRow, state: SendState, finalAfter: number): Promise<FinalSend[]> {
  switch (state.state) {
    case 'pending':
      await notePending(context, row, state.txHash, state.delay);
      return [];
    case 'confirmed':
      // Its block may still leave the chain, and the payment with it: nothing is booked before it is final.
      if (state.confirmations >= finalAfter) return [{ row, txHash: state.txHash, feePaid: state.feePaid }];
      await notePending(context, row, state.txHash);
      return [];
    case 'unknown':
      // The network has forgotten it: told again, with the same key.
      await updateOutboxRow(context.database, row, { state: 'PENDING', not_before: context.now() });
      return [];
    case 'failed':
      context.log.error({ outboxId: row.id, reason: state.reason }, 'a send failed for good');
      await giveUp(context, row, state.reason, state.feePaid);
      return [];
  }
}

/** In one transaction; when one of them fails, nothing has happened, and each has its own. */
async function completeAll(context: OrderContext, finals: readonly FinalSend[]): Promise<void> {
  if (finals.length === 0) return;
  try {
    await context.database.transaction().execute(async (transaction) => {
      for (const { row, txHash, feePaid } of finals) {
        const confirmed = { state: 'CONFIRMED', tx_hash: txHash, confirmed_at: context.now() } as const;
        if (await updateOutboxRow(transaction, row, confirmed)) await bookConfirmedSend(context, transaction, row, feePaid);
      }
    });
  } catch (error) {
    const [first] = finals;
    if (finals.length > 1) for (const final of finals) await completeAll(context, [final]);
    else if (first && !(error instanceof ConcurrentUpdateError)) await noteFailure(context, first.row, error);
  }
}

/**
 * A raised fee, or a reorganisation, gives a payment another hash; a delay is shown to the customer. What waits long is
 * asked about less often, so that payments that hang do not keep the others from being followed.
 */
async function notePending({ database, now }: OrderContext, row: OutboxRow, txHash: string, delay?: SendDelay): Promise<void> {
  const reason = delay ?? null;
  const wait = Math.min(Math.round((now() - (row.sent_at ?? now())) / FOLLOW_SHARE), MOST_FOLLOW_WAIT_MS);
  if (txHash === row.tx_hash && reason === row.reason && wait < LEAST_FOLLOW_WAIT_MS) return;
  await updateOutboxRow(database, row, { tx_hash: txHash, reason, not_before: now() + wait });
}

/**
 * The money did not move, but what failed in a block has cost its fee. A sweep is planned anew; a payout or refund waits
 * for an operator, and the customer sees it.
 */
async function giveUp(context: OrderContext, row: OutboxRow, reason: string, feePaid?: FeePaid): Promise<void> {
  await context.database.transaction().execute(async (transaction) => {
    const failed = { state: 'FAILED', reason, lease_owner: null, lease_until: 0 } as const;
    if (!(await updateOutboxRow(transaction, row, failed))) return;
    if (feePaid) await bookFailedSendFee(transaction, row, feePaid, context.now());
    if (!isCustomerSend(row.kind)) await retryFailedSweep(transaction, row, context.now());
  });
}

/** Unreachable: tried again for ever, ever slower. Refused: the same, and the order says so at once (PAYOUT_DELAYED). */
async function noteFailure(context: OrderContext, row: OutboxRow, error: unknown): Promise<void> {
  const isRefused = error instanceof ChainRefusedError;
  const reason = error instanceof Error ? error.message : 'unknown failure';
  context.log.warn({ err: error, outboxId: row.id, attempts: row.attempts + 1 }, isRefused ? 'send refused' : 'send delayed');
  if (isRefused && !isCustomerSend(row.kind)) {
    await giveUp(context, row, reason);
    return;
  }
  await putOff(context, row, reason, isRefused);
}

async function putOff(context: OrderContext, row: OutboxRow, reason: string, isRefused: boolean): Promise<void> {
  await updateOutboxRow(context.database, row, {
    ...(isRefused && { state: 'REFUSED' as const }),
    reason,
    attempts: row.attempts + 1,
    not_before: context.now() + backOff(row.attempts),
    lease_owner: null,
    lease_until: 0,
  });
}

function backOff(attempts: number): number {
  return Math.min(FIRST_BACK_OFF_MS * 2 ** Math.min(attempts, 20), MOST_BACK_OFF_MS);
}
