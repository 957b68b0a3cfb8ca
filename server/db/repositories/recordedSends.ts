import type { Selectable } from 'kysely';
import type { Executor } from '../database.ts';
import type { RecordedSendView } from '../tables/chain.ts';

/** What was sent from our addresses, on networks of all families. */

/** A transfer from one of our addresses, as the network's records show it. */
export type RecordedSend = Selectable<RecordedSendView>;

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
