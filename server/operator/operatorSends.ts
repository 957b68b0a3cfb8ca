import { findOutboxRow, updateOutboxRow } from '../db/repositories/outbox.ts';
import type { OutboxRow } from '../db/tables/payments.ts';
import { gatewayOf } from '../ports/chain/gatewayOf.ts';
import { isOrderSend } from '../orders/core/orderSends.ts';
import { isCustomerSend } from '../payments/outbox/enqueue.ts';
import type { OperatorContext } from './operatorContext.ts';

/**
 * Releases a payment to a customer that is on hold (D41). A withdrawal still waits as long as D60 says. Returns false when it is not
 * on hold.
 */
export async function releaseHeld(context: OperatorContext, outboxId: string): Promise<boolean> {
  const row = await findOutboxRow(context.database, outboxId);
  if (row?.state !== 'HELD') return false;
  return await updateOutboxRow(context.database, row, {
    state: 'PENDING',
    reason: null,
    not_before: Math.max(row.not_before, context.now()),
    ...(row.kind === 'WITHDRAWAL' && { overridden_at: context.now() }),
  });
}

/**
 * Retries a payout or refund immediately.
 *
 * A REFUSED or PENDING send keeps its idempotency key. A FAILED send gets a new key, but only after the network confirms again
 * that the old one failed, so that it is never paid twice. If the network reports anything else, the host monitors the old send
 * (MONITORED).
 *
 * @returns null when there is nothing to retry
 * @throws whatever the gateway throws
 */
export async function retrySend(context: OperatorContext, outboxId: string): Promise<'RETRIED' | 'MONITORED' | null> {
  const row = await findOutboxRow(context.database, outboxId);
  if (!row || !isCustomerSend(row.kind)) return null;
  if (row.state === 'REFUSED' || (row.state === 'PENDING' && row.attempts > 0)) {
    return (await updateOutboxRow(context.database, row, { not_before: 0 })) ? 'RETRIED' : null;
  }
  if (row.state !== 'FAILED') return null;
  const { state } = await gatewayOf(context, row.network).sendState(row.idempotency_key);
  if (state !== 'failed') {
    const monitored = { state: 'SENT', reason: null, not_before: 0, attempts: 0 } as const;
    return (await updateOutboxRow(context.database, row, monitored)) ? 'MONITORED' : null;
  }
  const reset = { state: 'PENDING', tx_hash: null, sent_at: null, not_before: context.now(), attempts: 0 } as const;
  const isUpdated = await updateOutboxRow(context.database, row, { ...reset, idempotency_key: nextKey(row) });
  return isUpdated ? 'RETRIED' : null;
}

/**
 * Lets a payout or refund leave without checking that its deposits are still on chain. The operator has checked them, or accepts
 * the loss. Returns false when the send is not waiting to be sent.
 */
export async function overrideDepositCheck(context: OperatorContext, outboxId: string): Promise<boolean> {
  const row = await findOutboxRow(context.database, outboxId);
  if (!row || !isOrderSend(row) || !isCustomerSend(row.kind)) return false;
  if (row.state !== 'REFUSED' && row.state !== 'PENDING') return false;
  return await updateOutboxRow(context.database, row, { overridden_at: context.now(), not_before: 0 });
}

/**
 * Records what an operator did about a payout or refund of which less arrived than was sent. Returns false when there is no such
 * send, or it is settled already.
 */
export async function settleShortSend(context: OperatorContext, outboxId: string, note: string): Promise<boolean> {
  const row = await findOutboxRow(context.database, outboxId);
  if (!row || !isCustomerSend(row.kind) || row.arrived_amount === null || row.arrival_note !== null) return false;
  return await updateOutboxRow(context.database, row, { arrival_note: note });
}

/**
 * Returns whether a send has certainly not left. HELD is never sent. REFUSED is retried, so the network must not know its key.
 * The network must confirm that FAILED has failed. A send in any other state may be on its way. A process that is sending it at
 * this moment is stopped by the caller's conditional write, or by the sender's fence.
 */
export async function isUnsent(context: Pick<OperatorContext, 'gateways'>, row: OutboxRow): Promise<boolean> {
  if (row.state === 'HELD') return true;
  if (row.state !== 'REFUSED' && row.state !== 'FAILED') return false;
  const { state } = await gatewayOf(context, row.network).sendState(row.idempotency_key);
  return state === (row.state === 'FAILED' ? 'failed' : 'unknown');
}

/** Returns a new idempotency key, so that the network treats the next attempt as another payment. */
export function nextKey(row: Pick<OutboxRow, 'id' | 'idempotency_key'>): string {
  const number = Number(/#(\d+)$/.exec(row.idempotency_key)?.[1] ?? '1') + 1;
  return `${row.id}#${number}`;
}
