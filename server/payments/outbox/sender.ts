import { performance } from 'node:perf_hooks';
import type { Decimal } from '../../../contract/money.ts';
import { executorOf } from '../../db/database.ts';
import { findOrder, listPayoutFeeFactors } from '../../db/repositories/orders.ts';
import {
  claimOutboxRows,
  listDueOutboxRows,
  lockClaimedOutboxRow,
  releaseOutboxRows,
  updateOutboxRow,
} from '../../db/repositories/outbox.ts';
import type { OutboxRow } from '../../db/tables/payments.ts';
import {
  ChainRefusedError,
  PayerRefusedError,
  RECIPIENT_BLOCKED,
  RecipientBlockedError,
  type ChainGateway,
  type SendDelay,
  type SendRequest,
  type SendState,
} from '../../ports/chain/chainGateway.ts';
import { TREASURY_INDEX } from '../../ports/chain/treasury.ts';
import type { OrderContext } from '../../orders/core/context.ts';
import { ConcurrentUpdateError } from '../../common/retryOnConflict.ts';
import { LeaseLostError, type NetworkLease } from '../networkLeases.ts';
import { isCustomerSend, isOrderSend } from './outbox.ts';
import { createDepositInclusions, DEPOSIT_REORGED, type DepositInclusions } from '../../orders/deposits/depositInclusion.ts';
import { scheduleSweep } from '../sweeps/sweep.ts';
import { bookConfirmedSend, bookFailedSendFee, retryFailedSweep, type FeePaid } from './bookSend.ts';
import { refundBlockedPayout } from '../../orders/lifecycle/cancelPayout.ts';
import { returnBlockedWithdrawal, returnFailedWithdrawal } from '../../withdrawals/endWithdrawal.ts';
import { findUnsignedSends, SIGNED_TERMS_DIFFER } from './unsignedSends.ts';

/** Long enough for any send. Only this process waits for it: a process that holds the network's lease may take the row over. */
const LEASE_MS = 60_000;
const PAGE_SIZE = 50;
/** Small, so that even a slow network sends all claimed rows within the lease. */
const CLAIM_SIZE = 10;
/** Sent rows are written together, at most this late. */
const FLUSH_AFTER_MS = 250;
/** Then the other steps of the round run. The remaining rows are sent in the next round. */
const SENDING_BUDGET_MS = 5_000;
const MAX_TRACKED = 500;
const COMPLETION_SIZE = 10;
/** After the first page, tracking stops after this time. */
const TRACKING_BUDGET_MS = 1_000;
/** Verifying old deposits must not delay other sends for longer. The rest is verified later. */
const VERIFYING_BUDGET_MS = 3_000;
const UNVERIFIED_RETRY_MS = 1_000;
/** A send that used up the budget is retried after those that got no check at all. */
const PARTLY_VERIFIED_RETRY_MS = 2_000;
const MIN_BACKOFF_MS = 2_000;
const MAX_BACKOFF_MS = 10 * 60_000;
/** The next status check of a pending send follows after this fraction of its age, within the limits below. */
const TRACK_AGE_DIVISOR = 10;
const MIN_TRACK_DELAY_MS = 1_000;
const MAX_TRACK_DELAY_MS = 15_000;

/**
 * Sends the due outbox rows of a network until none is left or the time budget is spent.
 *
 * Rows are claimed first, and the network gets their idempotency keys: a crash between sending and recording repeats the same
 * transfer, never a second one. The transaction that commits the payment checks the claim again. A send whose deposit was reorged
 * out is refused until the deposit is mined again.
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
    const due = await listDueOutboxRows(database, gateway.networkSlug, ['PENDING', 'REFUSED'], now(), lease.owner, PAGE_SIZE);
    let claims = 0;
    for (let start = 0; start < due.length; start += CLAIM_SIZE) {
      if (!lease.isHeld()) return;
      const claimable = due.slice(start, start + CLAIM_SIZE);
      const ids = await claimOutboxRows(database, claimable, lease.owner, now(), now() + LEASE_MS);
      const claimed = claimable.filter(({ id }) => ids.has(id));
      claims += claimed.length;
      // The process that left a row claimed may have sent it. Such a row is never released.
      const unattempted = new Map(claimed.filter((row) => row.lease_owner === null).map((row) => [row.id, row]));
      try {
        const verified = await filterVerified(context, gateway, inclusions, claimed, began + VERIFYING_BUDGET_MS);
        const signed = await filterSigned(context, gateway, verified);
        await sendClaimed(context, gateway, lease, signed, unattempted);
      } finally {
        // Rows whose send was attempted stay claimed: the transfer may have left without being recorded.
        await releaseOutboxRows(database, [...unattempted.values()], lease.owner);
      }
      if (performance.now() - began > SENDING_BUDGET_MS) return;
    }
    if (due.length < PAGE_SIZE || claims === 0) return;
  }
}

async function sendClaimed(
  context: OrderContext,
  gateway: ChainGateway,
  lease: NetworkLease,
  rows: readonly OutboxRow[],
  unattempted: Map<string, OutboxRow>,
): Promise<void> {
  let sent: { row: OutboxRow; txHash: string; at: number }[] = [];
  let flushedAt = performance.now();
  const flush = async (): Promise<void> => {
    const flushed = sent;
    sent = [];
    flushedAt = performance.now();
    await context.database.transaction().execute(async (transaction) => {
      for (const { row, txHash, at } of flushed) {
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
  const charged = gateway.gasFactor ? rows.filter(isOrderSend).filter(({ kind }) => kind === 'PAYOUT') : [];
  const gasFactors = await listPayoutFeeFactors(
    context.database,
    charged.map((row) => row.order_id),
  );
  for (const row of rows) {
    if (!lease.isHeld()) break;
    unattempted.delete(row.id);
    try {
      const gasFactor = row.kind === 'PAYOUT' ? gasFactors.get(row.order_id ?? '') : undefined;
      const request: SendRequest = {
        idempotencyKey: row.idempotency_key,
        instrumentSlug: row.instrument,
        fromIndex: row.from_index,
        toAddress: row.to_address,
        memo: row.memo,
        amount: row.amount,
        ...(row.fee_limit !== null && { fee: row.fee_limit }),
        ...(gasFactor !== undefined && { gasFactor }),
      };
      const { txHash } = await gateway.send(request, async (transaction) => {
        // This process may have been suspended: meanwhile another one was refused, and an operator redirected the money.
        if (!(await lockClaimedOutboxRow(executorOf(transaction), row, lease.owner))) throw new LeaseLostError(row.id);
      });
      sent.push({ row, txHash, at: context.now() });
    } catch (error) {
      if (error instanceof RecipientBlockedError && row.kind === 'WITHDRAWAL') {
        await returnBlockedWithdrawal(context, row, lease.owner);
        continue;
      }
      if (!(error instanceof LeaseLostError)) await recordFailure(context, row, error);
      if (error instanceof RecipientBlockedError) await refundBlockedPayout(context, gateway, row.id);
    }
    if (sent.length > 0 && performance.now() - flushedAt > FLUSH_AFTER_MS) await flush();
  }
  if (sent.length > 0) await flush();
}

/** Returns the claimed rows that may be sent: their deposits are verified, or too recent to need it. Postpones the others. */
async function filterVerified(
  context: OrderContext,
  gateway: ChainGateway,
  inclusions: DepositInclusions,
  rows: readonly OutboxRow[],
  verifyUntil: number,
): Promise<OutboxRow[]> {
  const unverified = await inclusions.listUnverified(rows);
  const verified: OutboxRow[] = [];
  const depositsOf = (row: OutboxRow): number => unverified.get(row.id)?.deposits.length ?? 0;
  for (const row of rows.toSorted((left, right) => depositsOf(left) - depositsOf(right))) {
    const unverifiedSend = unverified.get(row.id);
    if (!unverifiedSend) {
      verified.push(row);
      continue;
    }
    try {
      const isInBudget = performance.now() <= verifyUntil;
      const inclusion = isInBudget ? await inclusions.verify(unverifiedSend) : 'UNCHECKED';
      const { database, now } = context;
      if (inclusion === 'UNCHECKED') {
        const not_before = now() + (isInBudget ? PARTLY_VERIFIED_RETRY_MS : UNVERIFIED_RETRY_MS);
        await updateOutboxRow(database, row, { not_before, lease_owner: null, lease_until: 0 });
      } else if (inclusion === 'INCLUDED' || (await gateway.sendState(row.idempotency_key)).state !== 'unknown') {
        // The network knows the send already, so it has left whatever happened to the deposit: resend it under its key and track it.
        verified.push(row);
      } else {
        context.log.error({ outboxId: row.id, orderId: row.order_id }, 'send refused: a confirmed deposit was reorged out');
        await postpone(context, row, DEPOSIT_REORGED, true);
      }
    } catch (error) {
      await recordFailure(context, row, error);
    }
  }
  return verified;
}

/** Returns the rows that are as the host signed them. Refuses the others, until an operator has corrected them. */
async function filterSigned(context: OrderContext, gateway: ChainGateway, rows: readonly OutboxRow[]): Promise<OutboxRow[]> {
  if (rows.length === 0) return [];
  const changes = await findUnsignedSends(context, gateway, rows);
  const signed: OutboxRow[] = [];
  for (const row of rows) {
    const change = changes.get(row.id);
    if (change === undefined) {
      signed.push(row);
      continue;
    }
    context.log.error({ outboxId: row.id, orderId: row.order_id, change }, 'send refused: it differs from what the host signed');
    // A sweep or top-up is planned again, to the right address.
    if (isCustomerSend(row.kind)) await postpone(context, row, SIGNED_TERMS_DIFFER, true);
    else await markFailed(context, row, SIGNED_TERMS_DIFFER);
  }
  return signed;
}

/** Checks the status of the sent rows of a network and books those that are final. */
export async function trackSent(context: OrderContext, gateway: ChainGateway): Promise<void> {
  const began = performance.now();
  const due = await listDueOutboxRows(context.database, gateway.networkSlug, ['SENT'], context.now(), '', MAX_TRACKED);
  for (let start = 0; start < due.length; start += COMPLETION_SIZE) {
    if (start >= PAGE_SIZE && performance.now() - began > TRACKING_BUDGET_MS) return;
    const finals: FinalSend[] = [];
    for (const row of due.slice(start, start + COMPLETION_SIZE)) {
      try {
        finals.push(...(await trackSend(context, gateway, row, await gateway.sendState(row.idempotency_key))));
      } catch (error) {
        await recordFailure(context, row, error);
      }
    }
    await completeSends(context, finals);
  }
}

/** A send that has the confirmations after which the network counts as final. */
interface FinalSend {
  row: OutboxRow;
  txHash: string;
  feePaid: FeePaid;
  /** What the recipient got, where that is less than the amount. */
  arrived: Decimal | null;
}

/** Records the status of a send. Returns the send when it is final. */
async function trackSend(context: OrderContext, gateway: ChainGateway, row: OutboxRow, state: SendState): Promise<FinalSend[]> {
  switch (state.state) {
    case 'pending':
      await recordPending(context, row, state.txHash, state.delay);
      return [];
    case 'confirmed':
      // A reorg may still drop its block: nothing is booked before it is final.
      if (state.confirmations >= gateway.finalAfter) {
        return [{ row, txHash: state.txHash, feePaid: state.feePaid, arrived: state.arrived ?? null }];
      }
      await recordPending(context, row, state.txHash);
      return [];
    case 'unknown':
      // The network does not know the transaction: send it again under the same key.
      await updateOutboxRow(context.database, row, { state: 'PENDING', not_before: context.now() });
      return [];
    case 'failed':
      context.log.error({ outboxId: row.id, reason: state.reason }, 'send failed permanently');
      if (await isRecipientBlocked(gateway, row)) {
        await markFailed(context, row, RECIPIENT_BLOCKED, state.feePaid);
        await refundBlockedPayout(context, gateway, row.id);
      } else await markFailed(context, row, state.reason, state.feePaid);
      return [];
  }
}

/** Returns whether a payout failed because its token blocks the recipient by now. A network that can't tell blocks nobody. */
async function isRecipientBlocked(gateway: ChainGateway, row: OutboxRow): Promise<boolean> {
  if (row.kind !== 'PAYOUT' || !gateway.isBlocked) return false;
  return await gateway.isBlocked(row.instrument, row.to_address).catch(() => false);
}

/** Books final sends in one transaction. When that fails, each gets a transaction of its own. */
async function completeSends(context: OrderContext, finals: readonly FinalSend[]): Promise<void> {
  if (finals.length === 0) return;
  try {
    await context.database.transaction().execute(async (transaction) => {
      for (const { row, txHash, feePaid, arrived } of finals) {
        if (arrived !== null) context.log.error({ outboxId: row.id, arrived }, 'send arrived short');
        const confirmed = {
          state: 'CONFIRMED',
          tx_hash: txHash,
          confirmed_at: context.now(),
          arrived_amount: arrived,
        } as const;
        if (!(await updateOutboxRow(transaction, row, confirmed))) continue;
        await bookConfirmedSend(context, transaction, { ...row, ...confirmed }, feePaid);
      }
    });
  } catch (error) {
    const [first] = finals;
    if (finals.length > 1) for (const final of finals) await completeSends(context, [final]);
    else if (first && !(error instanceof ConcurrentUpdateError)) await recordFailure(context, first.row, error);
  }
}

/**
 * Updates the hash, which a bumped fee or a reorg changes, and the delay reason that the customer sees. Older pending sends are
 * checked less often, so that stuck ones do not delay the others.
 */
async function recordPending({ database, now }: OrderContext, row: OutboxRow, txHash: string, delay?: SendDelay): Promise<void> {
  const reason = delay ?? null;
  const wait = Math.min(Math.round((now() - (row.sent_at ?? now())) / TRACK_AGE_DIVISOR), MAX_TRACK_DELAY_MS);
  if (txHash === row.tx_hash && reason === row.reason && wait < MIN_TRACK_DELAY_MS) return;
  await updateOutboxRow(database, row, { tx_hash: txHash, reason, not_before: now() + wait });
}

/**
 * Marks a send as failed and books the fee of a transaction that failed on chain. A sweep is planned again. A payout or refund
 * awaits operator action, and the customer sees that. A withdrawal is returned to the balance.
 */
async function markFailed(context: OrderContext, row: OutboxRow, reason: string, feePaid?: FeePaid): Promise<void> {
  await context.database.transaction().execute(async (transaction) => {
    const state = isOrderSend(row) ? 'FAILED' : 'CANCELLED';
    const failed = { state, reason, lease_owner: null, lease_until: 0 } as const;
    if (!(await updateOutboxRow(transaction, row, failed))) return;
    if (feePaid) await bookFailedSendFee(transaction, row, feePaid, context.now());
    if (!isOrderSend(row)) await returnFailedWithdrawal(context, transaction, { ...row, reason });
    else if (!isCustomerSend(row.kind)) await retryFailedSweep(transaction, row, context.now());
  });
}

/**
 * Postpones a send with backoff, without limit. A refused payout or refund is shown as delayed at once (PAYOUT_DELAYED). A refused
 * sweep is planned again.
 */
async function recordFailure(context: OrderContext, row: OutboxRow, error: unknown): Promise<void> {
  if (error instanceof PayerRefusedError && row.kind === 'REFUND' && row.from_index !== TREASURY_INDEX) {
    context.log.warn({ err: error, outboxId: row.id }, 'a deposit address can not pay its refund: the treasury pays it');
    await payFromTreasury(context, row);
    return;
  }
  const isRefused = error instanceof ChainRefusedError;
  const reason = error instanceof Error ? error.message : 'unknown failure';
  context.log.warn({ err: error, outboxId: row.id, attempts: row.attempts + 1 }, isRefused ? 'send refused' : 'send delayed');
  if (isRefused && !isCustomerSend(row.kind)) {
    await markFailed(context, row, reason);
    return;
  }
  await postpone(context, row, reason, isRefused);
}

/** Lets the treasury pay a refund that the network refused to accept from the deposit address, and sweeps the deposit. */
async function payFromTreasury({ database, now }: OrderContext, row: OutboxRow): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const payer = { from_index: TREASURY_INDEX, fee_limit: null, not_before: now(), lease_owner: null, lease_until: 0 };
    const order = await findOrder(transaction, row.order_id ?? '');
    if (order && (await updateOutboxRow(transaction, row, payer))) await scheduleSweep(transaction, order, row.network);
  });
}

async function postpone(context: OrderContext, row: OutboxRow, reason: string, isRefused: boolean): Promise<void> {
  await updateOutboxRow(context.database, row, {
    ...(isRefused && { state: 'REFUSED' as const }),
    reason,
    attempts: row.attempts + 1,
    not_before: context.now() + backoffMs(row.attempts),
    lease_owner: null,
    lease_until: 0,
  });
}

function backoffMs(attempts: number): number {
  return Math.min(MIN_BACKOFF_MS * 2 ** Math.min(attempts, 20), MAX_BACKOFF_MS);
}
