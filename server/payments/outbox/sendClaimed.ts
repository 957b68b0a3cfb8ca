import { performance } from 'node:perf_hooks';
import { executorOf } from '../../db/database.ts';
import { lockClaimedOutboxRow, updateOutboxRow } from '../../db/repositories/outbox.ts';
import { lockSends } from '../../db/repositories/recovery/recoveries.ts';
import type { OutboxRow } from '../../db/tables/payments.ts';
import { ChainRefusedError, type ChainGateway, type SendFence, type SendRequest } from '../../ports/chain/chainGateway.ts';
import { LeaseLostError, type NetworkLease } from '../networkLeases.ts';
import type { PaymentContext } from '../paymentContext.ts';
import { collectSweeps, isCollected } from './collectSweeps.ts';
import { recordFailure } from './failures.ts';
import { isStoppedByAct } from './signedStops.ts';

/** Sent rows are written together, at most this late. */
const FLUSH_AFTER_MS = 250;

interface SendingContext {
  context: PaymentContext;
  gateway: ChainGateway;
  lease: NetworkLease;
}

/** A row whose payment the network has. */
interface SentRow {
  row: OutboxRow;
  /** null: the next check of its status returns it */
  txHash: string | null;
  at: number;
}

/**
 * Sends rows that this process has claimed: payments of the treasury, or sweeps that it collects, in one transaction where the network can,
 * the others alone. Calls `onAttempt` before it tries to send a row.
 */
export async function sendClaimed(
  sending: SendingContext,
  rows: readonly OutboxRow[],
  onAttempt: (row: OutboxRow) => void,
): Promise<void> {
  let sent: SentRow[] = [];
  let flushedAt = performance.now();
  const flush = async (): Promise<void> => {
    const flushed = sent;
    sent = [];
    flushedAt = performance.now();
    await recordSent(sending.context, flushed);
  };
  for (const batch of batchesOf(sending.gateway, rows)) {
    if (!sending.lease.isHeld()) break;
    for (const row of batch) onAttempt(row);
    sent.push(...(await sendBatch(sending, batch)));
    if (sent.length > 0 && performance.now() - flushedAt > FLUSH_AFTER_MS) await flush();
  }
  if (sent.length > 0) await flush();
}

async function recordSent({ database }: PaymentContext, sent: readonly SentRow[]): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    for (const { row, txHash, at } of sent) {
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
}

/** Returns the rows that may share a transaction together, and each other row alone. */
function batchesOf(gateway: ChainGateway, rows: readonly OutboxRow[]): OutboxRow[][] {
  const isShared = (row: OutboxRow): boolean =>
    (gateway.sendMany !== undefined && row.from_index === null && row.fee_limit === null) || isCollected(gateway, row);
  const shared = rows.filter(isShared);
  return [...(shared.length > 0 ? [shared] : []), ...rows.filter((row) => !isShared(row)).map((row) => [row])];
}

/**
 * Sends rows in one transaction. Where the network refuses it, or an operator has stopped a row meanwhile, the halves are tried: one row
 * never stops the others. Returns those that were sent.
 */
async function sendBatch(sending: SendingContext, rows: readonly OutboxRow[]): Promise<SentRow[]> {
  const { context, gateway } = sending;
  try {
    if (gateway.collection && rows.every((row) => isCollected(gateway, row))) {
      const sent = await collectSweeps({ context, gateway, collection: gateway.collection }, rows, fenceOf(sending, rows));
      return sent.map((one) => ({ ...one, at: context.now() }));
    }
    const hashes = await pay(sending, rows);
    const at = context.now();
    return rows.map((row, place) => ({ row, txHash: hashes[place] ?? null, at }));
  } catch (error) {
    const isLost = error instanceof LeaseLostError;
    if (rows.length > 1 && (isLost || error instanceof ChainRefusedError)) {
      const half = Math.ceil(rows.length / 2);
      return [...(await sendBatch(sending, rows.slice(0, half))), ...(await sendBatch(sending, rows.slice(half)))];
    }
    if (!isLost) for (const row of rows) await recordFailure(context, gateway, row, error);
    return [];
  }
}

/** Returns the hash of each row's transaction; null where the network does not tell it now. */
async function pay(sending: SendingContext, rows: readonly OutboxRow[]): Promise<(string | null)[]> {
  const { gateway } = sending;
  const [row, ...others] = rows;
  if (!row) return [];
  const fence = fenceOf(sending, rows);
  if (others.length === 0 || !gateway.sendMany) return [(await gateway.send(requestOf(gateway, row), fence)).txHash];
  await gateway.sendMany(
    rows.map((one) => requestOf(gateway, one)),
    fence,
  );
  const hashes: (string | null)[] = [];
  for (const { idempotency_key } of rows) {
    // The payments are stored: whatever happens now, they are monitored.
    const state = await gateway.sendState(idempotency_key).catch(() => null);
    hashes.push(state && 'txHash' in state ? state.txHash : null);
  }
  return hashes;
}

function requestOf(gateway: ChainGateway, row: OutboxRow): SendRequest {
  return {
    idempotencyKey: row.idempotency_key,
    instrumentSlug: row.instrument,
    fromIndex: row.from_index ?? gateway.treasury(),
    toAddress: row.to_address,
    memo: row.memo,
    amount: row.amount,
    ...(row.fee_limit !== null && { fee: row.fee_limit }),
    ...(row.gas_factor !== null && { gasFactor: row.gas_factor }),
  };
}

/** Returns the fence that stores a transaction only while this process may send all of its rows. */
function fenceOf({ context, gateway, lease }: SendingContext, rows: readonly OutboxRow[]): SendFence {
  return async (transaction) => {
    const executor = executorOf(transaction);
    await lockSends(executor, gateway.networkSlug);
    for (const row of rows) {
      // This process may have been suspended: meanwhile another one was refused, and an operator redirected the money.
      const isOwn = await lockClaimedOutboxRow(executor, row, lease.owner);
      if (!isOwn || (await isStoppedByAct(context, executor, row))) throw new LeaseLostError(row.id);
    }
    return await context.noteSend(transaction);
  };
}
