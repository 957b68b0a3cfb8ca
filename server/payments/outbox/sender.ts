import { performance } from 'node:perf_hooks';
import { executorOf } from '../../db/database.ts';
import {
  claimOutboxRows,
  listNewlyStopped,
  listDueOutboxRows,
  lockClaimedOutboxRow,
  markStoppedPayments,
  releaseOutboxRows,
  updateOutboxRow,
} from '../../db/repositories/outbox.ts';
import { lockSends } from '../../db/repositories/recovery/recoveries.ts';
import type { OutboxRow } from '../../db/tables/payments.ts';
import type { ChainGateway, SendRequest } from '../../ports/chain/chainGateway.ts';
import { LeaseLostError, type NetworkLease } from '../networkLeases.ts';
import type { BackingCheck } from '../owners.ts';
import type { PaymentContext } from '../paymentContext.ts';
import { isCustomerSend } from './enqueue.ts';
import { markFailed, postpone, recordFailure } from './failures.ts';

/** Refusal reason: the send differs from what the host signed. Somebody else wrote to the database. */
export const SIGNED_TERMS_DIFFER = 'SIGNED_TERMS_DIFFER';

/** Long enough for any send. Only this process waits for it: a process that holds the network's lease may take the row over. */
const LEASE_MS = 60_000;
const PAGE_SIZE = 50;
/** Small, so that even a slow network sends all claimed rows within the lease. */
const CLAIM_SIZE = 10;
/** Sent rows are written together, at most this late. */
const FLUSH_AFTER_MS = 250;
/** Then the other steps of the round run. The remaining rows are sent in the next round. */
const SENDING_BUDGET_MS = 5_000;
/** Checking what sends pay for must not delay other sends for longer. The rest is checked later. */
const CHECKING_BUDGET_MS = 3_000;
const UNCHECKED_RETRY_MS = 1_000;
/** A top-up that could not leave within this time is planned again, because the fee of its sweep has changed. */
const TOP_UP_VALID_MS = 60_000;
/** A send that used up the budget is retried after those that got no check at all. */
const PARTLY_CHECKED_RETRY_MS = 2_000;

/**
 * Sends the due outbox rows of a network until none is left or the time budget is spent.
 *
 * Rows are claimed first, and the network gets their idempotency keys: a crash between sending and recording repeats the same
 * transfer, never a second one. The transaction that commits the payment checks the claim again. A send whose owner finds that what
 * it pays for is gone, or that it costs far too much, is refused until that has changed.
 */
export async function sendDue(context: PaymentContext, gateway: ChainGateway, lease: NetworkLease): Promise<void> {
  const { database, now } = context;
  const began = performance.now();
  // Stopped payments are not due, and the fence of `lockClaimedOutboxRow` refuses them.
  await markStopped(context, gateway.networkSlug);
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
        const backed = await filterBacked(context, gateway, claimed, began + CHECKING_BUDGET_MS);
        const signed = await filterSigned(context, gateway, backed);
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

/** Marks the payments of a network that were stopped (D72, D73), with what their owners do about it. */
async function markStopped({ database, owners, now }: PaymentContext, network: string): Promise<void> {
  // Read first: a transaction would lock the embedded database in every round.
  const ids = await listNewlyStopped(database, network, now());
  if (ids.length === 0) return;
  await database.transaction().execute(async (transaction) => {
    const marked = await markStoppedPayments(transaction, ids);
    for (const { owner, sends } of owners.group(marked)) await owner.onStopped?.(transaction, sends);
  });
}

async function sendClaimed(
  context: PaymentContext,
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
  for (const row of rows) {
    if (!lease.isHeld()) break;
    unattempted.delete(row.id);
    try {
      const request: SendRequest = {
        idempotencyKey: row.idempotency_key,
        instrumentSlug: row.instrument,
        fromIndex: row.from_index ?? gateway.treasury(),
        toAddress: row.to_address,
        memo: row.memo,
        amount: row.amount,
        ...(row.fee_limit !== null && { fee: row.fee_limit }),
        ...(row.gas_factor !== null && { gasFactor: row.gas_factor }),
      };
      const { txHash } = await gateway.send(request, async (transaction) => {
        await lockSends(executorOf(transaction), row.network);
        // This process may have been suspended: meanwhile another one was refused, and an operator redirected the money.
        if (!(await lockClaimedOutboxRow(executorOf(transaction), row, lease.owner))) throw new LeaseLostError(row.id);
        return await context.noteSend(transaction);
      });
      sent.push({ row, txHash, at: context.now() });
    } catch (error) {
      if (!(error instanceof LeaseLostError)) await recordFailure(context, gateway, row, error);
    }
    if (sent.length > 0 && performance.now() - flushedAt > FLUSH_AFTER_MS) await flush();
  }
  if (sent.length > 0) await flush();
}

/** Returns the claimed rows whose owners confirm that what they pay for still exists. Postpones the others. */
async function filterBacked(
  context: PaymentContext,
  gateway: ChainGateway,
  rows: readonly OutboxRow[],
  checkUntil: number,
): Promise<OutboxRow[]> {
  const { database, now, owners } = context;
  const checks = await collect(owners.group(rows), async ({ owner, sends }) => await owner.listBackingChecks?.(sends));
  const sizeOf = (row: OutboxRow): number => checks.get(row.id)?.size ?? 0;
  const backed: OutboxRow[] = [];
  for (const row of rows.toSorted((left, right) => sizeOf(left) - sizeOf(right))) {
    const check = isOutdatedTopUp(row, now()) ? OUTDATED : checks.get(row.id);
    if (!check) {
      backed.push(row);
      continue;
    }
    try {
      const isInBudget = performance.now() <= checkUntil;
      const result = isInBudget ? await check.run() : 'UNCHECKED';
      if (result === 'UNCHECKED') {
        const not_before = now() + (isInBudget ? PARTLY_CHECKED_RETRY_MS : UNCHECKED_RETRY_MS);
        await updateOutboxRow(database, row, { not_before, lease_owner: null, lease_until: 0 });
      } else if (result === 'BACKED' || (await gateway.sendState(row.idempotency_key)).state !== 'unknown') {
        // The network knows the send already, so it has left whatever happened meanwhile: resend it under its key and track it.
        backed.push(row);
      } else {
        context.log.error({ outboxId: row.id, reason: result.refused }, 'send refused: its owner does not let it leave now');
        if (isCustomerSend(row.kind)) {
          const refused = await postpone(context, row, result.refused, true);
          await owners.of(row.kind).owner.onRefused?.(gateway, refused, null);
        } else await markFailed(context, row, result.refused);
      }
    } catch (error) {
      await recordFailure(context, gateway, row, error);
    }
  }
  return backed;
}

const OUTDATED: BackingCheck = { size: 0, run: async () => ({ refused: 'OUTDATED_TOP_UP' }) };

function isOutdatedTopUp({ kind, created_at: plannedAt }: OutboxRow, now: number): boolean {
  return kind === 'TOP_UP' && now - plannedAt > TOP_UP_VALID_MS;
}

/** Returns the rows that are as the host signed them. Refuses the others, until an operator has corrected them. */
async function filterSigned(context: PaymentContext, gateway: ChainGateway, rows: readonly OutboxRow[]): Promise<OutboxRow[]> {
  const changes = await collect(context.owners.group(rows), async ({ owner, sends }) => await owner.verifySigned(gateway, sends));
  const signed: OutboxRow[] = [];
  for (const row of rows) {
    const change = changes.get(row.id);
    if (change === undefined) {
      signed.push(row);
      continue;
    }
    context.log.error({ outboxId: row.id, change }, 'send refused: it differs from what the host signed');
    // A sweep or top-up is planned again, to the right address.
    if (isCustomerSend(row.kind)) await postpone(context, row, SIGNED_TERMS_DIFFER, true);
    else await markFailed(context, row, SIGNED_TERMS_DIFFER);
  }
  return signed;
}

/** Merges what the owners of sends return, by send id. */
async function collect<Group, Value>(
  groups: readonly Group[],
  read: (group: Group) => Promise<ReadonlyMap<string, Value> | undefined>,
): Promise<Map<string, Value>> {
  const found = new Map<string, Value>();
  for (const group of groups) for (const [id, value] of (await read(group)) ?? []) found.set(id, value);
  return found;
}
