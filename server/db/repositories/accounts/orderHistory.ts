import { sql, type RawBuilder } from 'kysely';
import { FLOATING_DEPOSIT_WINDOW_MS } from '../../../../contract/limits.ts';
import type { OrderStatus } from '../../../../contract/order.ts';
import type { Executor } from '../../database.ts';
import { isPostgres } from '../../isPostgres.ts';

/** The position of an order in a history: newest first. Times are in ms since 1970. */
export interface HistoryPosition {
  createdAt: number;
  orderId: string;
}

/** Whose orders a history has. */
export interface HistoryOwner {
  customerId: number;
  /** Only the orders that were created with one of the customer's API keys */
  onlyOfKeys: boolean;
}

export interface HistoryFilter extends HistoryOwner {
  /** null: every state */
  states: readonly HistoryState[];
  /** Slug of the coin sent or received */
  coin: string | null;
  /** Created at this time or later */
  since: number | null;
  /** Created before */
  until: number | null;
  now: number;
}
export type HistoryState = 'open' | 'completed' | 'refunded' | 'expired';

/**
 * Returns the conditions of a state. Each is one range of an index, so that a long history is as fast as a short one. `now` and
 * `paymentsSince` are values or SQL expressions, in ms since 1970. `paymentsSince` is the earliest creation time of an order that can
 * still be paid.
 */
export function rangesOf(state: HistoryState, now: unknown, paymentsSince: unknown): RawBuilder<unknown>[] {
  const is = (status: OrderStatus) => sql`status = ${sql.lit(status)}`;
  const isUnpaid = sql`${is('AWAITING_DEPOSIT')} and first_deposit_at is null`;
  switch (state) {
    case 'open':
      return [
        is('CONFIRMING'),
        is('DECISION_NEEDED'),
        is('PAYING_OUT'),
        is('REFUND_REQUESTED'),
        is('REFUNDING'),
        sql`${is('AWAITING_DEPOSIT')} and first_deposit_at is not null`,
        sql`${isUnpaid} and expires_at >= ${now} and created_at >= ${paymentsSince}`,
      ];
    case 'completed':
      return [is('COMPLETED')];
    case 'refunded':
      return [is('REFUNDED')];
    case 'expired':
      return [sql`${isUnpaid} and expires_at < ${now}`];
  }
}

/** Returns the earliest creation time of an order that still awaits its first deposit. Times in ms since 1970 */
export const paymentsSince = (now: number): number => now - FLOATING_DEPOSIT_WINDOW_MS;

const areOf = ({ customerId, onlyOfKeys }: HistoryOwner): RawBuilder<boolean> => {
  const byKey = sql` and exists (select 1 from order_owners where order_owners.order_id = orders.id and order_owners.source = 'API_KEY')`;
  return sql<boolean>`customer_id = ${customerId}${onlyOfKeys ? byKey : sql``}`;
};

/** Returns a page of a customer's orders after a position, newest first. */
export async function listHistory(
  executor: Executor,
  filter: HistoryFilter,
  { after, limit }: { after: HistoryPosition | null; limit: number },
): Promise<HistoryPosition[]> {
  const page = after ? sql` and (created_at, id) < (${after.createdAt}, ${after.orderId})` : sql``;
  const ranges = filter.states.flatMap((state) => queriesOf(filter, state, page, limit));
  const { rows } = await sql<{ id: string; created_at: number }>`
    ${sql.join(ranges, sql` union all `)} order by created_at desc, id desc limit ${limit}`.execute(executor);
  return rows.map(({ id, created_at }) => ({ orderId: id, createdAt: Number(created_at) }));
}

/** Returns how many of a customer's orders have each state, each at most `limit`. */
export async function countHistory(executor: Executor, filter: HistoryFilter, limit: number): Promise<Map<HistoryState, number>> {
  const counts = filter.states.map((state) => {
    const ranges = queriesOf(filter, state, sql``, limit);
    return sql`select cast(${state} as text) as state, count(*) as count from (${sql.join(ranges, sql` union all `)}) as every`;
  });
  const { rows } = await sql<{ state: HistoryState; count: number }>`${sql.join(counts, sql` union all `)}`.execute(executor);
  return new Map(rows.map(({ state, count }) => [state, Math.min(Number(count), limit)]));
}

function queriesOf(
  { coin, since, until, now, ...owner }: HistoryFilter,
  state: HistoryState,
  page: RawBuilder<unknown>,
  limit: number,
): RawBuilder<unknown>[] {
  const sides = coin === null ? [sql``] : [sql` and instrument_from = ${coin}`, sql` and instrument_to = ${coin}`];
  const bounds = sql`${since === null ? sql`` : sql` and created_at >= ${since}`}${until === null ? sql`` : sql` and created_at < ${until}`}`;
  return rangesOf(state, now, paymentsSince(now)).flatMap((range) =>
    sides.map(
      (side) => sql`select * from (select id, created_at from orders
        where ${areOf(owner)} and ${range}${side}${bounds}${page}
        order by created_at desc, id desc limit ${limit}) as part`,
    ),
  );
}

/** Returns which of up to a few hundred orders are the customer's, newest first. */
export async function listOwnOrders(executor: Executor, owner: HistoryOwner, orderIds: readonly string[]): Promise<string[]> {
  const own = executor.selectFrom('orders').select('id').where(areOf(owner)).where('id', 'in', orderIds);
  return (await own.orderBy('created_at', 'desc').orderBy('id').execute()).map(({ id }) => id);
}

/** Returns up to `limit` orders of a customer that were created with this id of a partner's own, newest first. */
export async function listOrdersByLegacyId(
  executor: Executor,
  owner: HistoryOwner,
  legacyOrderId: string,
  limit: number,
): Promise<string[]> {
  const own = executor.selectFrom('orders').select('id').where(areOf(owner)).where('legacy_order_id', '=', legacyOrderId);
  return (await own.orderBy('created_at', 'desc').orderBy('id').limit(limit).execute()).map(({ id }) => id);
}

export interface FoundOrder {
  id: string;
  field: 'ORDER_ID' | 'DESTINATION' | 'REFUND_ADDRESS' | 'DEPOSIT_ADDRESS' | 'DEPOSIT_HASH' | 'PAYOUT_HASH' | 'REFUND_HASH';
  text: string;
  created_at: number;
}

/** Different addresses with the same beginning that a search looks at. */
const MAX_ADDRESSES = 5;
/** Hashes of all customers' transactions with the same beginning that a search looks at. */
const MAX_HASHES = 1_000;
/** Shorter beginnings of hashes are those of too many transactions. */
export const MIN_HASH_LENGTH = 6;

const ADDRESS_COLUMNS = [
  ['destination_address', 'DESTINATION'],
  ['refund_address', 'REFUND_ADDRESS'],
  ['deposit_address', 'DEPOSIT_ADDRESS'],
] as const;

/** Returns up to `limit` orders of a customer per field whose id, address or transaction hash begins with the text. */
export async function searchHistory(executor: Executor, owner: HistoryOwner, text: string, limit: number): Promise<FoundOrder[]> {
  const bytes = (expression: string) => sql.raw(isPostgres(executor) ? `${expression} collate "C"` : expression);
  const begins = (expression: string, prefix: string) =>
    sql`${bytes(expression)} >= ${prefix} and ${bytes(expression)} < ${`${prefix}\u007f`}`;
  const find = async (query: RawBuilder<FoundOrder>) => (await query.execute(executor)).rows;
  const lower = text.toLowerCase();
  const areOwn = areOf(owner);
  const found = await find(sql<FoundOrder>`select id, 'ORDER_ID' as field, id as text, created_at from orders
    where ${areOwn} and ${begins('id', text)} limit ${limit}`);
  for (const [column, field] of ADDRESS_COLUMNS) {
    const key = `lower(${column})`;
    for (let next = lower, count = 0; count < MAX_ADDRESSES; count += 1) {
      // The next different address: with many orders to one address, a scan would read them all.
      const more = count === 0 ? begins(key, next) : sql`${begins(key, lower)} and ${bytes(key)} > ${next}`;
      const { rows } = await sql<{ address: string }>`select ${sql.raw(key)} as address from orders
        where ${areOwn} and ${more} order by ${bytes(key)} limit 1`.execute(executor);
      const [row] = rows;
      if (!row) break;
      next = row.address;
      found.push(
        ...(await find(sql<FoundOrder>`select id, ${sql.lit(field)} as field, ${sql.raw(column)} as text, created_at from orders
          where ${areOwn} and ${bytes(key)} = ${next} order by created_at desc limit ${limit}`)),
      );
    }
  }
  if (text.length < MIN_HASH_LENGTH) return found;
  const deposits = sql`select order_id, tx_hash, 'DEPOSIT_HASH' as field from deposits
    where ${begins('lower(tx_hash)', lower)} limit ${MAX_HASHES}`;
  const sends = sql`select order_id, tx_hash, case kind when 'PAYOUT' then 'PAYOUT_HASH' else 'REFUND_HASH' end as field from outbox
    where ${begins('lower(tx_hash)', lower)} and kind in ('PAYOUT', 'REFUND') limit ${MAX_HASHES}`;
  // SQLite keeps the order of a cross join: a customer has many orders, and few transactions have this hash.
  for (const hashes of [deposits, sends]) {
    found.push(
      ...(await find(sql<FoundOrder>`select orders.id, hashes.field, hashes.tx_hash as text, orders.created_at
        from (${hashes}) as hashes cross join orders
        where orders.id = hashes.order_id and ${areOwn} order by orders.created_at desc limit ${limit}`)),
    );
  }
  return found;
}
