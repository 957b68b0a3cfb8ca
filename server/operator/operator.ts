import { clientGroup } from '../../contract/clientGroup.ts';
import { findOutboxRow, updateOutboxRow } from '../db/repositories/outbox.ts';
import { listDepositClaims } from '../db/repositories/depositClaims.ts';
import { insertBlacklistEntry } from '../db/repositories/keys.ts';
import { findOrder } from '../db/repositories/orders.ts';
import type { BlacklistTable, OutboxRow } from '../db/tables/orders.ts';
import { normalForms } from '../instruments/addresses/index.ts';
import { isOurAddressOn, isWatched } from '../orders/calls/claimWrongNetwork.ts';
import { attribute, findUnattributedDeposits, rejectClaim } from '../orders/calls/claimDeposit.ts';
import { gatewayOf, type OrderContext } from '../orders/core/context.ts';
import { isCustomerSend } from '../orders/core/outbox.ts';
import { recordLateDeposits } from '../orders/deposits/recordDeposits.ts';

/** What an operator's functions need of the host. */
export type OperatorContext = Pick<OrderContext, 'database' | 'catalogue' | 'gateways' | 'now'>;

/** What a command did, one sentence each. */
export interface Outcome {
  done: string[];
  /** What was not, and why */
  left: string[];
}

/** Lets a payout or refund that was above a cap go (D41). False when it is not held. */
export async function releaseHeld(context: OperatorContext, outboxId: string): Promise<boolean> {
  const row = await findOutboxRow(context.database, outboxId);
  if (row?.state !== 'HELD') return false;
  return await updateOutboxRow(context.database, row, { state: 'PENDING', reason: null, not_before: context.now() });
}

/**
 * Tries a refused or failed payout or refund again, or one whose network was not there, at once. A failed one gets a new
 * idempotency key, and only after the network has said once more that the old one failed: so it is never paid twice. When it
 * says anything else, the old one is followed again (FOLLOWED). null when there is nothing to retry. Throws what the network
 * throws.
 */
export async function retrySend(context: OperatorContext, outboxId: string): Promise<'SENT_AGAIN' | 'FOLLOWED' | null> {
  const row = await findOutboxRow(context.database, outboxId);
  if (!row || !isCustomerSend(row.kind)) return null;
  if (row.state === 'REFUSED' || (row.state === 'PENDING' && row.attempts > 0)) {
    return (await updateOutboxRow(context.database, row, { not_before: 0 })) ? 'SENT_AGAIN' : null;
  }
  if (row.state !== 'FAILED') return null;
  const { state } = await gatewayOf(context, row.network).sendState(row.idempotency_key);
  if (state !== 'failed') {
    const followed = { state: 'SENT', reason: null, not_before: 0, attempts: 0 } as const;
    return (await updateOutboxRow(context.database, row, followed)) ? 'FOLLOWED' : null;
  }
  const anew = { state: 'PENDING', tx_hash: null, sent_at: null, not_before: context.now(), attempts: 0 } as const;
  const isWritten = await updateOutboxRow(context.database, row, { ...anew, idempotency_key: nextKey(row) });
  return isWritten ? 'SENT_AGAIN' : null;
}

/**
 * An operator has looked himself for the deposits that a payout or refund rests on, or pays without them: they are not
 * looked for any more. False when it does not wait to be sent.
 */
export async function overrideDepositCheck(context: OperatorContext, outboxId: string): Promise<boolean> {
  const row = await findOutboxRow(context.database, outboxId);
  if (!row || !isCustomerSend(row.kind) || (row.state !== 'REFUSED' && row.state !== 'PENDING')) return false;
  return await updateOutboxRow(context.database, row, { overridden_at: context.now(), not_before: 0 });
}

/**
 * Whether a send has never left, as its network says too. HELD is never sent. REFUSED is tried again and again: the
 * network must not know its key. FAILED must have failed for good. Anything else may be on its way. Whoever is at it now
 * is told by the write that follows, and whoever slept meanwhile by the sender's fence.
 */
export async function isUnsent(context: Pick<OperatorContext, 'gateways'>, row: OutboxRow): Promise<boolean> {
  if (row.state === 'HELD') return true;
  if (row.state !== 'REFUSED' && row.state !== 'FAILED') return false;
  const { state } = await gatewayOf(context, row.network).sendState(row.idempotency_key);
  return state === (row.state === 'FAILED' ? 'failed' : 'unknown');
}

/** Another payment than the one that the network was asked for under the old key. */
export function nextKey(row: Pick<OutboxRow, 'id' | 'idempotency_key'>): string {
  const number = Number(/#(\d+)$/.exec(row.idempotency_key)?.[1] ?? '1') + 1;
  return `${row.id}#${number}`;
}

/**
 * An operator's word that a payment without its memo is this order's (D6). `transfer` is the transaction's hash, with
 * `#index` where several of its transfers are nobody's. Gives what came of it, in words. Throws ConcurrentUpdateError.
 */
export async function attributeDeposit(context: OperatorContext, transfer: string, orderId: string): Promise<string> {
  const order = await findOrder(context.database, orderId);
  if (!order) return `There is no order ${orderId}.`;
  const [txHash = '', index] = transfer.split('#');
  const found = await findUnattributedDeposits(context, order, txHash);
  const deposits = found.filter((deposit) => index === undefined || String(deposit.transfer_index) === index);
  const [deposit] = deposits;
  if (!deposit) return `${transfer} is nobody's payment at the address of this order.`;
  if (deposits.length > 1) return `Which? ${deposits.map((one) => `${txHash}#${one.transfer_index} ${one.amount}`).join(', ')}`;
  if (deposit.booked_at === null) return `${transfer} has not its confirmations yet.`;
  if (!(await attribute(context, order, deposit))) return `${transfer} is somebody's by now.`;
  return `${deposit.amount} ${deposit.instrument} is now the deposit of ${orderId}.`;
}

/**
 * Looks once more for what was paid to an order's address, from a block on: addresses are watched until a week after an
 * order's end (D6), and never on `network`, where it is another than the order's own. Gives what came of it, in words.
 * Throws what the network throws, and ConcurrentUpdateError.
 */
export async function findLateDeposits(
  context: OperatorContext,
  orderId: string,
  fromBlock: number,
  network?: string,
): Promise<string> {
  const order = await findOrder(context.database, orderId);
  if (!order) return `There is no order ${orderId}.`;
  const isOwn = network === undefined || network === order.network_from;
  if (isOwn && isWatched(order, context.now())) return 'The host still looks for payments to this order by itself.';
  const gateway = context.gateways.get(network ?? order.network_from);
  if (!gateway) return `${network ?? order.network_from} is not connected.`;
  if (!isOwn && !(await isOurAddressOn(context, order, gateway)))
    return `The deposit address of this order is not ours on ${gateway.networkSlug}.`;
  const { count, readTo, failure, isBlind } = await recordLateDeposits(context, gateway, order, fromBlock);
  if (readTo === null) return `Block ${fromBlock} has not its confirmations yet: nothing was read.`;
  const known = `Confirmed payments to this order in blocks ${fromBlock} to ${readTo}: ${count}. Those that were not known are now.`;
  const found = isBlind
    ? `${known} Coins that a contract passed on there could not be read: the nodes keep no old state.`
    : known;
  return failure === null ? found : `${found} Then the network failed (${failure}): go on from block ${readTo + 1}.`;
}

/** The claims of an order about a transaction were wrong. Gives how many. Throws ConcurrentUpdateError. */
export async function rejectClaims(context: OperatorContext, txHash: string, orderId: string): Promise<number> {
  let rejected = 0;
  for (const claim of await listDepositClaims(context.database, orderId)) {
    if (claim.tx_hash !== txHash) continue;
    const isDone = await context.database.transaction().execute((transaction) => rejectClaim(transaction, claim, context.now()));
    if (isDone) rejected += 1;
  }
  return rejected;
}

function formsOf({ catalogue }: OperatorContext, { kind, value }: Pick<BlacklistTable, 'kind' | 'value'>): string[] {
  if (kind === 'ADDRESS') return normalForms(value, catalogue);
  return kind === 'CLIENT' ? [clientGroup(value)] : [];
}

/** Adds to the blacklist (D51); an address in every spelling that is the same place, a client with all its addresses. */
export async function addToBlacklist(
  context: OperatorContext,
  entry: Pick<BlacklistTable, 'kind' | 'value'> & { reason?: string },
): Promise<void> {
  const forms = formsOf(context, entry);
  for (const value of new Set([entry.value, ...forms])) {
    await insertBlacklistEntry(context.database, {
      kind: entry.kind,
      value,
      reason: entry.reason ?? null,
      created_at: context.now(),
    });
  }
}
