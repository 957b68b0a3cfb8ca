import { sql, type RawBuilder } from 'kysely';
import type { OrderStatus } from '../../../contract/order.ts';
import type { Executor } from '../database.ts';
import type { OutboxState, SweepState } from '../tables/payments.ts';
import { HOLDING_STATUSES } from './orders.ts';

/** Returns SQL literals. With parameters the partial indexes would not be used. */
const literals = <Value extends string>(...values: Value[]): RawBuilder<Value> => sql.join(values.map((value) => sql.lit(value)));

/**
 * Returns the networks on which the settlement worker has work: watched addresses, orders awaiting confirmations, or sends, sweeps
 * or refunds that are due. One query; each condition reads the first row of an index.
 */
export async function listBusyNetworks(executor: Executor, networks: readonly string[], now: number): Promise<string[]> {
  return await networksWhere(
    executor,
    networks,
    sql<boolean>`exists (select 1 from orders where network_from = column1 and watch_until >= ${now})
      or exists (select 1 from orders where network_from = column1 and status in (${literals(...HOLDING_STATUSES)}))
      or exists (select 1 from orders where network_to = column1 and status in (${literals<OrderStatus>('CONFIRMING')}))
      or exists (select 1 from sweeps where network = column1 and state = ${literals<SweepState>('DUE')} and not_before <= ${now})
      or exists (select 1 from sweeps where network = column1 and state = ${literals<SweepState>('GATHERING')} and not_before <= ${now})
      or exists (select 1 from outbox where network = column1 and state in (${literals<OutboxState>('PENDING', 'REFUSED', 'SENT')}) and not_before <= ${now})
      or exists (select 1 from deposits where network = column1 and role = 'EXTRA' and refund_id is null and refund_at <= ${now} and booked_at is not null and order_id is not null)`,
  );
}

/**
 * Returns the networks that need a round now and then, though {@link listBusyNetworks} may not name them: reservations expire, and the
 * balances behind them are refreshed; held sends are revalued; a deposit may be undecided at an address that is no longer watched.
 * While addresses are watched that the books forgot after `forgottenSince`, these are all networks. One query.
 */
export async function listNetworksToMaintain(
  executor: Executor,
  networks: readonly string[],
  forgottenSince: number,
): Promise<string[]> {
  // SQLite keeps the order of a cross join: few orders have a reservation.
  const reserved = sql`from reservations cross join orders where orders.id = reservations.order_id`;
  return await networksWhere(
    executor,
    networks,
    sql<boolean>`column1 in (select network_from ${reserved} union select network_to ${reserved})
      or exists (select 1 from outbox where network = column1 and state = ${literals<OutboxState>('HELD')})
      or exists (select 1 from deposits where network = column1 and role is null and is_reorged = 0)
      or exists (select 1 from forgotten_indexes where since >= ${forgottenSince})`,
  );
}

/**
 * Returns the networks whose cursor was written before a time, or never: a backup without it would not say from where a restored host
 * must read.
 */
export async function listNetworksWithOldCursor(
  executor: Executor,
  networks: readonly string[],
  before: number,
): Promise<string[]> {
  const isKnown = sql<boolean>`exists (select 1 from network_cursors where network = column1 and updated_at >= ${before})`;
  return await networksWhere(executor, networks, sql<boolean>`not ${isKnown}`);
}

/** Returns the networks that have a send due now. */
export async function listNetworksToSend(executor: Executor, networks: readonly string[], now: number): Promise<string[]> {
  return await networksWhere(
    executor,
    networks,
    sql<boolean>`exists (select 1 from outbox where network = column1 and state in (${literals<OutboxState>('PENDING', 'REFUSED')}) and not_before <= ${now})`,
  );
}

/** Both databases name the column of a VALUES list `column1`. */
async function networksWhere(executor: Executor, networks: readonly string[], condition: RawBuilder<boolean>): Promise<string[]> {
  if (networks.length === 0) return [];
  const values = sql.join(networks.map((network) => sql`(${network})`));
  const { rows } = await sql<{ network: string }>`
    select column1 as network from (values ${values}) as known where ${condition}`.execute(executor);
  return rows.map(({ network }) => network);
}
