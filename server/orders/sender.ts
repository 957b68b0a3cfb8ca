import type { OutboxRow } from '../db/tables/orders.ts';
import { claimOutboxRow, isOutboxRowHeld, listDueOutboxRows, updateOutboxRow } from '../db/repositories/outbox.ts';
import {
  ChainRefusedError,
  type ChainGateway,
  type SendDelay,
  type SendRequest,
  type SendState,
} from '../ports/chain/chainGateway.ts';
import { abandonSweep, bookLostFee, completeSend, type FeePaid } from './completeSend.ts';
import type { OrderContext } from './context.ts';
import { OrderMovedError } from './machine.ts';
import { LeaseLostError, type NetworkLease } from './networkLeases.ts';

/** Long enough for any send; only our own process waits for it, since whoever has the network's lease may take the row. */
const LEASE_MS = 60_000;
const FIRST_BACK_OFF_MS = 2_000;
const MOST_BACK_OFF_MS = 10 * 60_000;
/** A payment is asked about again after a tenth of the time that it has waited, within these. */
const FOLLOW_SHARE = 10;
const LEAST_FOLLOW_WAIT_MS = 1_000;
const MOST_FOLLOW_WAIT_MS = 15_000;

/**
 * Sends what is due on a network. A row is claimed first and its idempotency key given to the network, so a crash
 * between sending and writing it down sends the same transfer again, never a second one. The claim is looked at once more
 * in the transaction that makes the payment one that will leave.
 */
export async function sendDue(context: OrderContext, gateway: ChainGateway, lease: NetworkLease): Promise<void> {
  const { database, now } = context;
  const { owner } = lease;
  for (const row of await listDueOutboxRows(database, gateway.networkSlug, ['PENDING', 'REFUSED'], now(), owner)) {
    if (!lease.isHeld()) return;
    if (!(await claimOutboxRow(database, row, owner, now(), now() + LEASE_MS))) continue;
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
        if (!(await isOutboxRowHeld(transaction, row, owner))) throw new LeaseLostError(row.id);
      });
      await updateOutboxRow(database, row, {
        state: 'SENT',
        tx_hash: txHash,
        sent_at: row.sent_at ?? now(),
        reason: null,
        attempts: 0,
        not_before: 0,
        lease_owner: null,
        lease_until: 0,
      });
    } catch (error) {
      if (!(error instanceof LeaseLostError)) await noteFailure(context, row, error);
    }
  }
}

/** Asks what became of the sends of a network, and completes those that are confirmed. */
export async function followSent(context: OrderContext, gateway: ChainGateway): Promise<void> {
  for (const row of await listDueOutboxRows(context.database, gateway.networkSlug, ['SENT'], context.now())) {
    try {
      await follow(context, row, await gateway.sendState(row.idempotency_key), gateway.finalAfter);
    } catch (error) {
      if (!(error instanceof OrderMovedError)) await noteFailure(context, row, error);
    }
  }
}

async function follow(context: OrderContext, row: OutboxRow, state: SendState, finalAfter: number): Promise<void> {
  const { database, now, log } = context;
  switch (state.state) {
    case 'pending':
      await notePending(context, row, state.txHash, state.delay);
      return;
    case 'confirmed':
      // Its block may still leave the chain, and the payment with it: nothing is booked before it is final.
      if (state.confirmations < finalAfter) {
        await notePending(context, row, state.txHash);
        return;
      }
      await database.transaction().execute(async (transaction) => {
        const confirmed = { state: 'CONFIRMED', tx_hash: state.txHash, confirmed_at: now() } as const;
        if (await updateOutboxRow(transaction, row, confirmed)) await completeSend(context, transaction, row, state.feePaid);
      });
      return;
    case 'unknown':
      // The network has forgotten it: told again, with the same key.
      await updateOutboxRow(database, row, { state: 'PENDING', not_before: 0 });
      return;
    case 'failed':
      log.error({ outboxId: row.id, reason: state.reason }, 'a send failed for good');
      await giveUp(context, row, state.reason, state.feePaid);
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
    if (feePaid) await bookLostFee(transaction, row, feePaid, context.now());
    if (isSweeping(row)) await abandonSweep(transaction, row, context.now());
  });
}

/** Unreachable: tried again for ever, ever slower. Refused: the same, and the order says so (PAYOUT_DELAYED). */
async function noteFailure(context: OrderContext, row: OutboxRow, error: unknown): Promise<void> {
  const isRefused = error instanceof ChainRefusedError;
  const reason = error instanceof Error ? error.message : 'unknown failure';
  context.log.warn({ err: error, outboxId: row.id, attempts: row.attempts + 1 }, isRefused ? 'send refused' : 'send delayed');
  if (isRefused && isSweeping(row)) {
    await giveUp(context, row, reason);
    return;
  }
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

function isSweeping(row: OutboxRow): boolean {
  return row.kind === 'SWEEP' || row.kind === 'TOP_UP';
}
