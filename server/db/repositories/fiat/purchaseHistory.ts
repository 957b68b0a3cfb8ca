import { sql } from 'kysely';
import type { PurchaseStage } from '../../../../contract/fiat/cardPurchase.ts';
import type { Executor } from '../../database.ts';
import type { CardPurchaseRow } from '../../tables/fiat.ts';
import {
  MIN_HASH_LENGTH,
  type FoundOrder,
  type HistoryFilter,
  type HistoryPosition,
  type HistoryState,
} from '../accounts/orderHistory.ts';

/** The states of a history, as those of orders: nothing was charged in an expired one. */
export const STAGES_OF_STATE: Readonly<Record<HistoryState, readonly PurchaseStage[]>> = {
  open: ['AWAITING_PAYMENT', 'AUTHORISING', 'VERIFYING', 'PAID', 'DELIVERING', 'DELIVERY_FAILED'],
  completed: ['DELIVERED'],
  refunded: ['CANCELLED'],
  expired: ['EXPIRED', 'DECLINED'],
};

/** Returns up to `limit` purchases of a customer, newest first, after a position. */
export async function listPurchaseHistory(
  executor: Executor,
  filter: HistoryFilter,
  { after, limit }: { after: HistoryPosition | null; limit: number },
): Promise<HistoryPosition[]> {
  const page =
    after === null
      ? selected(executor, filter)
      : selected(executor, filter).where((where) =>
          where.or([
            where('created_at', '<', after.createdAt),
            where.and([where('created_at', '=', after.createdAt), where('id', '<', after.orderId)]),
          ]),
        );
  const rows = await page.select(['id', 'created_at']).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return rows.map(({ id, created_at }) => ({ orderId: id, createdAt: Number(created_at) }));
}

/** Returns how many purchases each state has, each up to `most`. */
export async function countPurchaseHistory(
  executor: Executor,
  filter: HistoryFilter,
  most: number,
): Promise<Map<HistoryState, number>> {
  const rows = await selected(executor, filter).select('status').limit(most).execute();
  const stateOf = (status: PurchaseStage) => filter.states.find((state) => STAGES_OF_STATE[state].includes(status));
  const counts = new Map<HistoryState, number>();
  for (const { status } of rows) {
    const state = stateOf(status);
    if (state) counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  return counts;
}

/**
 * Returns up to `limit` purchases of a customer per field whose id, address or transaction hash begins with the text. It reads all purchases
 * of the customer: nobody has many.
 */
export async function searchPurchases(
  executor: Executor,
  customerId: number,
  text: string,
  limit: number,
): Promise<FoundOrder[]> {
  const find = async (column: 'id' | 'destination_address' | 'tx_hash', field: FoundOrder['field']): Promise<FoundOrder[]> => {
    const [key, prefix] = column === 'id' ? [sql.ref(column), text] : [sql`lower(${sql.ref(column)})`, text.toLowerCase()];
    const rows = await executor
      .selectFrom('card_purchases')
      .select(['id', 'created_at', sql<string>`${sql.ref(column)}`.as('text')])
      .where('user_id', '=', customerId)
      .where(sql<boolean>`substr(${key}, 1, ${prefix.length}) = ${prefix}`)
      .orderBy('created_at', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => ({ ...row, field }));
  };
  const found = [...(await find('id', 'ORDER_ID')), ...(await find('destination_address', 'DESTINATION'))];
  return text.length < MIN_HASH_LENGTH ? found : [...found, ...(await find('tx_hash', 'PAYOUT_HASH'))];
}

/** Returns whether a purchase of the customer can still be paid, or was paid and neither delivered nor returned, and changed after `since` (ms). */
export async function hasOpenPurchase(executor: Executor, userId: number, since: number): Promise<boolean> {
  const row = await executor
    .selectFrom('card_purchases')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', 'in', STAGES_OF_STATE.open)
    .where('status_at', '>', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the purchases with these ids that are the customer's, in no particular order. */
export async function listOwnPurchases(
  executor: Executor,
  customerId: number,
  ids: readonly string[],
): Promise<CardPurchaseRow[]> {
  if (ids.length === 0) return [];
  return await executor
    .selectFrom('card_purchases')
    .selectAll()
    .where('id', 'in', ids)
    .where('user_id', '=', customerId)
    .execute();
}

function selected(executor: Executor, { customerId, states, coin, since, until }: HistoryFilter) {
  const own = executor
    .selectFrom('card_purchases')
    .where('user_id', '=', customerId)
    .where(
      'status',
      'in',
      states.flatMap((state) => STAGES_OF_STATE[state]),
    );
  const ofCoin =
    coin === null ? own : own.where((where) => where.or([where('instrument', '=', coin), where('currency', '=', coin)]));
  const later = since === null ? ofCoin : ofCoin.where('created_at', '>=', since);
  return until === null ? later : later.where('created_at', '<', until);
}
