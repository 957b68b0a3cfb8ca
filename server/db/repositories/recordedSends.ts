import type { Executor } from '../database.ts';
import type { RecordedSend } from '../tables/chain.ts';

/** What was sent from our addresses, on networks of all families. */

/** Returns the embedded network's transfer or the signed send of a real network for an idempotency key. */
export async function findRecordedSend(
  executor: Executor,
  network: string,
  idempotencyKey: string,
): Promise<RecordedSend | undefined> {
  return await executor
    .selectFrom('recorded_sends')
    .selectAll()
    .where('network', '=', network)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst();
}

/** Returns transfers from our addresses since a time whose idempotency key is not in the outbox. */
export async function listSendsWithoutOutbox(executor: Executor, since: number): Promise<RecordedSend[]> {
  return await executor
    .selectFrom('recorded_sends')
    .selectAll()
    .where('created_at', '>=', since)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('outbox')
            .select('outbox.id')
            .whereRef('outbox.idempotency_key', '=', 'recorded_sends.idempotency_key')
            .whereRef('outbox.network', '=', 'recorded_sends.network'),
        ),
      ),
    )
    .execute();
}
