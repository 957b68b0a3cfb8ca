import { add, type Decimal } from '../../../../contract/money.ts';
import type { Executor } from '../../database.ts';
import type { AffiliateDayRow, CashbackDayRow } from '../../tables/affiliates.ts';

/** Sums by day, which keep figures fast. A day is the time of its begin in UTC, in ms since 1970. */

interface CodeDay {
  userId: number;
  code: string;
  day: number;
}

export async function addClick(executor: Executor, { userId, code, day }: CodeDay): Promise<void> {
  await executor
    .insertInto('affiliate_days')
    .values({ user_id: userId, code, day, clicks: 1, orders: 0, earned: '0', version: 0 })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'day', 'code']).doUpdateSet(({ ref, eb }) => ({
        clicks: eb(ref('affiliate_days.clicks'), '+', 1),
      })),
    )
    .execute();
}

/** Adds an order and what it earned (USDT) to a code's day. */
export async function addEarning(executor: Executor, { userId, code, day }: CodeDay, earned: Decimal): Promise<void> {
  await executor
    .insertInto('affiliate_days')
    .values({ user_id: userId, code, day, clicks: 0, orders: 0, earned: '0', version: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // If no row was updated, another process changed the day: read it again.
  for (;;) {
    const row = await executor
      .selectFrom('affiliate_days')
      .select(['orders', 'earned', 'version'])
      .where('user_id', '=', userId)
      .where('day', '=', day)
      .where('code', '=', code)
      .executeTakeFirstOrThrow();
    const updated = await executor
      .updateTable('affiliate_days')
      .set({ orders: row.orders + 1, earned: add(row.earned, earned), version: row.version + 1 })
      .where('user_id', '=', userId)
      .where('day', '=', day)
      .where('code', '=', code)
      .where('version', '=', row.version)
      .executeTakeFirst();
    if (updated.numUpdatedRows === 1n) return;
  }
}

/** Adds an exchange, its volume and its cashback (both USDT) to a customer's day. */
export async function addExchange(
  executor: Executor,
  { userId, day, volume, earned }: { userId: number; day: number; volume: Decimal; earned: Decimal },
): Promise<void> {
  await executor
    .insertInto('cashback_days')
    .values({ user_id: userId, day, orders: 0, volume: '0', earned: '0', version: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  for (;;) {
    const row = await executor
      .selectFrom('cashback_days')
      .select(['orders', 'volume', 'earned', 'version'])
      .where('user_id', '=', userId)
      .where('day', '=', day)
      .executeTakeFirstOrThrow();
    const updated = await executor
      .updateTable('cashback_days')
      .set({
        orders: row.orders + 1,
        volume: add(row.volume, volume),
        earned: add(row.earned, earned),
        version: row.version + 1,
      })
      .where('user_id', '=', userId)
      .where('day', '=', day)
      .where('version', '=', row.version)
      .executeTakeFirst();
    if (updated.numUpdatedRows === 1n) return;
  }
}

/** Returns the days of a customer's codes from `since` on, the oldest first. */
export async function listAffiliateDays(executor: Executor, userId: number, since: number): Promise<AffiliateDayRow[]> {
  return await executor
    .selectFrom('affiliate_days')
    .selectAll()
    .where('user_id', '=', userId)
    .where('day', '>=', since)
    .orderBy('day')
    .execute();
}

/** Returns the days of a customer's own exchanges from `since` on, the oldest first. */
export async function listCashbackDays(executor: Executor, userId: number, since: number): Promise<CashbackDayRow[]> {
  return await executor
    .selectFrom('cashback_days')
    .selectAll()
    .where('user_id', '=', userId)
    .where('day', '>=', since)
    .orderBy('day')
    .execute();
}
