import { findOutboxRow, listOutboxRowsIn, updateOutboxRow } from '../db/repositories/outbox.ts';
import { insertBlacklistEntry } from '../db/repositories/keys.ts';
import type { BlacklistTable, OutboxRow } from '../db/tables/orders.ts';
import { normalForms } from '../instruments/addresses/index.ts';
import { ChainUnavailableError } from '../ports/chain/chainGateway.ts';
import { gatewayOf, type OrderContext } from './context.ts';

/** What an operator's functions need of the host. */
export type OperatorContext = Pick<OrderContext, 'database' | 'catalogue' | 'gateways' | 'now'>;

/** Sends that wait for a person, oldest first. */
export async function listWaitingSends(context: OperatorContext): Promise<OutboxRow[]> {
  return await listOutboxRowsIn(context.database, ['HELD', 'REFUSED', 'FAILED']);
}

/** Lets a payout or refund that was above a cap go (D41). False when it is not held. */
export async function releaseHeld(context: OperatorContext, outboxId: string): Promise<boolean> {
  const row = await findOutboxRow(context.database, outboxId);
  if (row?.state !== 'HELD') return false;
  return await updateOutboxRow(context.database, row, { state: 'PENDING', reason: null, not_before: 0 });
}

/**
 * Tries a refused or failed payout or refund again, at once. A failed one gets a new idempotency key, and only after
 * the network has said once more that the old one failed: so it is never paid twice. False when there is nothing to retry.
 */
export async function retrySend(context: OperatorContext, outboxId: string): Promise<boolean> {
  const row = await findOutboxRow(context.database, outboxId);
  if (!row || row.kind === 'SWEEP' || row.kind === 'TOP_UP') return false;
  if (row.state === 'REFUSED') return await updateOutboxRow(context.database, row, { not_before: 0 });
  if (row.state !== 'FAILED') return false;
  const { state } = await gatewayOf(context, row.network).sendState(row.idempotency_key);
  if (state !== 'failed') throw new ChainUnavailableError(`The network says ${state} of ${row.id}, not failed: not sent again.`);
  const number = Number(/#(\d+)$/.exec(row.idempotency_key)?.[1] ?? '1') + 1;
  return await updateOutboxRow(context.database, row, {
    state: 'PENDING',
    idempotency_key: `${row.id}#${number}`,
    tx_hash: null,
    sent_at: null,
    not_before: 0,
    attempts: 0,
  });
}

/** Adds to the blacklist (D51); an address in every spelling that is the same place. */
export async function addToBlacklist(
  context: OperatorContext,
  entry: Pick<BlacklistTable, 'kind' | 'value'> & { reason?: string },
): Promise<void> {
  const forms = entry.kind === 'ADDRESS' ? normalForms(entry.value, context.catalogue) : [];
  for (const value of new Set([entry.value, ...forms])) {
    await insertBlacklistEntry(context.database, {
      kind: entry.kind,
      value,
      reason: entry.reason ?? null,
      created_at: context.now(),
    });
  }
}
