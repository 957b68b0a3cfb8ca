import { performance } from 'node:perf_hooks';
import {
  claimOutboxRows,
  listNewlyStopped,
  listDueOutboxRows,
  markStoppedPayments,
  releaseOutboxRows,
  updateOutboxRow,
} from '../../db/repositories/outbox.ts';
import type { OutboxRow } from '../../db/tables/payments.ts';
import type { ChainGateway } from '../../ports/chain/chainGateway.ts';
import type { NetworkLease } from '../networkLeases.ts';
import type { BackingCheck } from '../owners.ts';
import type { PaymentContext } from '../paymentContext.ts';
import { isBatchedSweep, isCustomerSend } from './enqueue.ts';
import { markFailed, postpone, recordFailure } from './failures.ts';
import { isCollected, MOST_COLLECTED } from './collectSweeps.ts';
import { sendClaimed } from './sendClaimed.ts';
import { isStoppedByAct } from './signedStops.ts';

/** Refusal reason: the send differs from what the host signed. Somebody else wrote to the database. */
export const SIGNED_TERMS_DIFFER = 'SIGNED_TERMS_DIFFER';

/** Long enough for any send. Only this process waits for it: a process that holds the network's lease may take the row over. */
const LEASE_MS = 60_000;
const PAGE_SIZE = 50;
/** Small, so that even a slow network sends all claimed rows within the lease. */
const CLAIM_SIZE = 10;
/** Then the other steps of the round run. The remaining rows are sent in the next round. */
const SENDING_BUDGET_MS = 5_000;
/** Checking what sends pay for must not delay other sends for longer. The rest is checked later. */
const CHECKING_BUDGET_MS = 3_000;
const UNCHECKED_RETRY_MS = 1_000;
/** A top-up or a batched sweep that could not leave within this time is planned again, because fees have changed. */
const PLAN_VALID_MS = 60_000;
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
    const sendable: OutboxRow[] = [];
    for (const row of due) if (!(await isStoppedByAct(context, database, row))) sendable.push(row);
    for (const claimable of groupClaims(gateway, sendable)) {
      if (!lease.isHeld()) return;
      const ids = await claimOutboxRows(database, claimable, lease.owner, now(), now() + LEASE_MS);
      const claimed = claimable.filter(({ id }) => ids.has(id));
      claims += claimed.length;
      // The process that left a row claimed may have sent it. Such a row is never released.
      const unattempted = new Map(claimed.filter((row) => row.lease_owner === null).map((row) => [row.id, row]));
      try {
        const backed = await filterBacked(context, gateway, claimed, began + CHECKING_BUDGET_MS);
        const signed = await filterSigned(context, gateway, backed);
        await sendClaimed({ context, gateway, lease }, signed, ({ id }) => void unattempted.delete(id));
      } finally {
        // Rows whose send was attempted stay claimed: the transfer may have left without being recorded.
        await releaseOutboxRows(database, [...unattempted.values()], lease.owner);
      }
      if (performance.now() - began > SENDING_BUDGET_MS) return;
    }
    if (due.length < PAGE_SIZE || claims === 0) return;
  }
}

/** Returns due rows in groups that are claimed together. What shares a transaction is one group. Nothing waits for later payments. */
function groupClaims(gateway: ChainGateway, due: readonly OutboxRow[]): OutboxRow[][] {
  const inGroups = (rows: readonly OutboxRow[], size: number): OutboxRow[][] =>
    Array.from({ length: Math.ceil(rows.length / size) }, (_, group) => rows.slice(group * size, (group + 1) * size));
  const collected = due.filter((row) => isCollected(gateway, row));
  const others = due.filter((row) => !collected.includes(row));
  return [...inGroups(collected, MOST_COLLECTED), ...inGroups(others, gateway.sendMany ? PAGE_SIZE : CLAIM_SIZE)];
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
    const check = isOutdated(gateway, row, now()) ? OUTDATED : checks.get(row.id);
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

const OUTDATED: BackingCheck = { size: 0, run: async () => ({ refused: 'OUTDATED' }) };

/**
 * Returns whether a send of our own was planned for fees or ways that are no longer certain. An ordinary sweep names its exact fee. A
 * batched one has none: it would leave at any price, and alone it would spend coins of its address.
 */
function isOutdated({ collection }: ChainGateway, row: OutboxRow, now: number): boolean {
  if (isBatchedSweep(row) && !collection) return true;
  return (row.kind === 'TOP_UP' || isBatchedSweep(row)) && now - row.created_at > PLAN_VALID_MS;
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
