import { performance } from 'node:perf_hooks';
import type { Decimal } from '../../../contract/money.ts';
import { ConcurrentUpdateError } from '../../common/retryOnConflict.ts';
import { listDueOutboxRows, updateOutboxRow } from '../../db/repositories/outbox.ts';
import type { OutboxRow } from '../../db/tables/payments.ts';
import {
  RECIPIENT_BLOCKED,
  RecipientBlockedError,
  type ChainGateway,
  type SendDelay,
  type SendState,
} from '../../ports/chain/chainGateway.ts';
import type { PaymentContext } from '../paymentContext.ts';
import { bookConfirmedSend, type FeePaid } from './bookSend.ts';
import { isCustomerSend } from './enqueue.ts';
import { markFailed, recordFailure } from './failures.ts';

const MAX_TRACKED = 500;
const COMPLETION_SIZE = 10;
/** These are tracked however long it takes; after them, tracking stops after `TRACKING_BUDGET_MS`. */
const FIRST_PAGE_SIZE = 50;
const TRACKING_BUDGET_MS = 1_000;
/** The next status check of a pending send follows after this fraction of its age, within the limits below. */
const TRACK_AGE_DIVISOR = 10;
const MIN_TRACK_DELAY_MS = 1_000;
const MAX_TRACK_DELAY_MS = 15_000;

/** Checks the status of the sent rows of a network and books those that are final. */
export async function trackSent(context: PaymentContext, gateway: ChainGateway): Promise<void> {
  const began = performance.now();
  const due = await listDueOutboxRows(context.database, gateway.networkSlug, ['SENT'], context.now(), '', MAX_TRACKED);
  for (let start = 0; start < due.length; start += COMPLETION_SIZE) {
    if (start >= FIRST_PAGE_SIZE && performance.now() - began > TRACKING_BUDGET_MS) return;
    const finals: FinalSend[] = [];
    for (const row of due.slice(start, start + COMPLETION_SIZE)) {
      try {
        finals.push(...(await trackSend(context, gateway, row, await gateway.sendState(row.idempotency_key))));
      } catch (error) {
        await recordFailure(context, gateway, row, error);
      }
    }
    await completeSends(context, gateway, finals);
  }
}

/** A send that has the confirmations after which the network counts as final. */
interface FinalSend {
  row: OutboxRow;
  txHash: string;
  feePaid: FeePaid;
  /** What the recipient got, where that is less than the amount. */
  arrived: Decimal | null;
  proof: string | null;
}

/** Records the status of a send. Returns the send when it is final. */
async function trackSend(context: PaymentContext, gateway: ChainGateway, row: OutboxRow, state: SendState): Promise<FinalSend[]> {
  switch (state.state) {
    case 'pending':
      await recordPending(context, row, state.txHash, state.delay);
      return [];
    case 'confirmed':
      // A reorg may still drop its block: nothing is booked before it is final.
      if (state.confirmations >= gateway.finalAfter) {
        const { txHash, feePaid, arrived = null, proof = null } = state;
        return [{ row, txHash, feePaid, arrived, proof }];
      }
      await recordPending(context, row, state.txHash);
      return [];
    case 'unknown':
      // The network does not know the transaction: send it again under the same key.
      await updateOutboxRow(context.database, row, { state: 'PENDING', not_before: context.now() });
      return [];
    case 'failed': {
      context.log.error({ outboxId: row.id, reason: state.reason }, 'send failed permanently');
      const isBlocked = await isRecipientBlocked(gateway, row);
      const reason = isBlocked ? RECIPIENT_BLOCKED : state.reason;
      await markFailed(context, row, reason, state.feePaid);
      const { owner, kind } = context.owners.of(row.kind);
      if (isBlocked) await owner.onRefused?.(gateway, { ...row, state: kind.afterFailure, reason }, new RecipientBlockedError());
      return [];
    }
  }
}

/** Returns whether a send failed because its token blocks the recipient by now. A network that can't tell blocks nobody. */
async function isRecipientBlocked(gateway: ChainGateway, row: OutboxRow): Promise<boolean> {
  if (!isCustomerSend(row.kind) || !gateway.isBlocked) return false;
  return await gateway.isBlocked(row.instrument, row.to_address).catch(() => false);
}

/** Books final sends in one transaction. When that fails, each gets a transaction of its own. */
async function completeSends(context: PaymentContext, gateway: ChainGateway, finals: readonly FinalSend[]): Promise<void> {
  if (finals.length === 0) return;
  try {
    await context.database.transaction().execute(async (transaction) => {
      for (const { row, txHash, feePaid, arrived, proof } of finals) {
        if (arrived !== null) context.log.error({ outboxId: row.id, arrived }, 'send arrived short');
        const confirmed = {
          state: 'CONFIRMED',
          tx_hash: txHash,
          confirmed_at: context.now(),
          arrived_amount: arrived,
          payment_proof: proof,
        } as const;
        if (!(await updateOutboxRow(transaction, row, confirmed))) continue;
        await bookConfirmedSend(context, transaction, { ...row, ...confirmed }, feePaid);
      }
    });
  } catch (error) {
    const [first] = finals;
    if (finals.length > 1) for (const final of finals) await completeSends(context, gateway, [final]);
    else if (first && !(error instanceof ConcurrentUpdateError)) await recordFailure(context, gateway, first.row, error);
  }
}

/**
 * Updates the hash, which a bumped fee or a reorg changes, and the delay reason that the customer sees. Older pending sends are
 * checked less often, so that stuck ones do not delay the others.
 */
async function recordPending(
  { database, now }: PaymentContext,
  row: OutboxRow,
  txHash: string,
  delay?: SendDelay,
): Promise<void> {
  const reason = delay ?? null;
  const wait = Math.min(Math.round((now() - (row.sent_at ?? now())) / TRACK_AGE_DIVISOR), MAX_TRACK_DELAY_MS);
  if (txHash === row.tx_hash && reason === row.reason && wait < MIN_TRACK_DELAY_MS) return;
  await updateOutboxRow(database, row, { tx_hash: txHash, reason, not_before: now() + wait });
}
