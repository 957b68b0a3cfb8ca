import { updateOutboxRow } from '../../db/repositories/outbox.ts';
import type { OutboxRow } from '../../db/tables/payments.ts';
import { ChainRefusedError, type ChainGateway } from '../../ports/chain/chainGateway.ts';
import type { PaymentContext } from '../paymentContext.ts';
import { bookFailedSendFee, type FeePaid } from './bookSend.ts';
import { isCustomerSend } from './enqueue.ts';

const MIN_BACKOFF_MS = 2_000;
const MAX_BACKOFF_MS = 10 * 60_000;

/**
 * Marks a send as failed, books the fee of a transaction that failed on chain, and tells the owner: a sweep is planned again, the
 * money of a send that is CANCELLED is returned. A FAILED send to a customer awaits operator action.
 */
export async function markFailed(context: PaymentContext, row: OutboxRow, reason: string, feePaid?: FeePaid): Promise<void> {
  const { owner, kind } = context.owners.of(row.kind);
  await context.database.transaction().execute(async (transaction) => {
    const failed = { state: kind.afterFailure, reason, lease_owner: null, lease_until: 0 } as const;
    if (!(await updateOutboxRow(transaction, row, failed))) return;
    if (feePaid) await bookFailedSendFee(context, transaction, row, feePaid);
    await owner.onFailed(transaction, { ...row, reason });
  });
}

/**
 * Postpones a send with backoff, without limit. A refused send to a customer is shown as delayed at once, and its owner may pay it
 * otherwise. A refused sweep is planned again.
 */
export async function recordFailure(
  context: PaymentContext,
  gateway: ChainGateway,
  row: OutboxRow,
  error: unknown,
): Promise<void> {
  const isRefused = error instanceof ChainRefusedError;
  const reason = error instanceof Error ? error.message : 'unknown failure';
  context.log.warn({ err: error, outboxId: row.id, attempts: row.attempts + 1 }, isRefused ? 'send refused' : 'send delayed');
  if (isRefused && !isCustomerSend(row.kind)) {
    await markFailed(context, row, reason);
    return;
  }
  const stored = await postpone(context, row, reason, isRefused);
  if (isRefused) await context.owners.of(row.kind).owner.onRefused?.(gateway, stored, error);
}

/** Stores when a send is tried again, and why it was not sent. Returns the row as it is then. */
export async function postpone(context: PaymentContext, row: OutboxRow, reason: string, isRefused: boolean): Promise<OutboxRow> {
  const changes = {
    ...(isRefused && { state: 'REFUSED' as const }),
    reason,
    attempts: row.attempts + 1,
    not_before: context.now() + backoffMs(row.attempts),
    lease_owner: null,
    lease_until: 0,
  };
  await updateOutboxRow(context.database, row, changes);
  return { ...row, ...changes };
}

function backoffMs(attempts: number): number {
  return Math.min(MIN_BACKOFF_MS * 2 ** Math.min(attempts, 20), MAX_BACKOFF_MS);
}
