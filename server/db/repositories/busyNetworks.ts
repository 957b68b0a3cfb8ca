import { sql, type RawBuilder } from 'kysely';
import type { OrderStatus } from '../../../contract/order.ts';
import type { Executor } from '../database.ts';
import type { OutboxState, SweepState } from '../tables/orders.ts';
import { HOLDING_STATUSES } from './orders.ts';

/** A list of words that are written in this file, so that the indexes are known to fit. */
const words = <Word extends string>(...list: Word[]): RawBuilder<Word> => sql.join(list.map((word) => sql.lit(word)));

/**
 * Of these networks those on which settlement has something to do: where money may arrive, is on its way, or is to be sent,
 * fetched or given back; and those whose cursor was written before `cursorBefore`. One question for all of them, each
 * answered by the first row of an index that fits.
 */
export async function listBusyNetworks(
  executor: Executor,
  networks: readonly string[],
  now: number,
  cursorBefore: number,
): Promise<string[]> {
  return await networksWhere(
    executor,
    networks,
    sql<boolean>`exists (select 1 from orders where network_from = column1 and watch_until >= ${now})
      or exists (select 1 from orders where network_from = column1 and status in (${words(...HOLDING_STATUSES)}))
      or exists (select 1 from orders where network_to = column1 and status in (${words<OrderStatus>('CONFIRMING')}))
      or exists (select 1 from sweeps where network = column1 and state = ${words<SweepState>('DUE')} and not_before <= ${now})
      or exists (select 1 from outbox where network = column1 and state in (${words<OutboxState>('PENDING', 'REFUSED', 'SENT')}) and not_before <= ${now})
      or exists (select 1 from deposits where network = column1 and role = 'EXTRA' and refund_id is null and refund_at <= ${now} and booked_at is not null and order_id is not null)
      or exists (select 1 from network_cursors where network = column1 and updated_at < ${cursorBefore})`,
  );
}

/** Of these networks those on which something is to be sent now. */
export async function listNetworksToSend(executor: Executor, networks: readonly string[], now: number): Promise<string[]> {
  return await networksWhere(
    executor,
    networks,
    sql<boolean>`exists (select 1 from outbox where network = column1 and state in (${words<OutboxState>('PENDING', 'REFUSED')}) and not_before <= ${now})`,
  );
}

/** Both databases call the column of a list of values `column1`. */
async function networksWhere(executor: Executor, networks: readonly string[], condition: RawBuilder<boolean>): Promise<string[]> {
  if (networks.length === 0) return [];
  const list = sql.join(networks.map((network) => sql`(${network})`));
  const { rows } = await sql<{ network: string }>`
    select column1 as network from (values ${list}) as known where ${condition}`.execute(executor);
  return rows.map(({ network }) => network);
}
