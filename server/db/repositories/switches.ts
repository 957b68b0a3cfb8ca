import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Executor } from '../database.ts';
import type { SwitchTable } from '../tables/operator.ts';

/** Returns all switches that are set, oldest first. */
export async function listSwitches(executor: Executor): Promise<SwitchTable[]> {
  return await executor.selectFrom('switches').selectAll().orderBy('set_at').orderBy('closes').execute();
}

/** Sets or replaces a switch. */
export async function writeSwitch(executor: Executor, row: SwitchTable): Promise<void> {
  const { reason, set_by, set_at } = row;
  await executor
    .insertInto('switches')
    .values(row)
    .onConflict((conflict) => conflict.columns(['closes', 'target', 'slug']).doUpdateSet({ reason, set_by, set_at }))
    .execute();
}

/** Removes a switch. Returns false if it was not set. */
export async function deleteSwitch(
  executor: Executor,
  { closes, target, slug }: Pick<SwitchTable, 'closes' | 'target' | 'slug'>,
): Promise<boolean> {
  const result = await executor
    .deleteFrom('switches')
    .where('closes', '=', closes)
    .where('target', '=', target)
    .where('slug', '=', slug)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/** The reason of a pending payment that a switch of an operator, or the RECOVERY of its network, keeps from being sent. */
export const PAYOUTS_STOPPED = 'PAYOUTS_STOPPED';

/**
 * The condition that an order of a row of `outbox` may have been paid on a network in RECOVERY: it is older than that, and one of its sides
 * lies there (D75). Nobody knows yet what left there.
 */
export const isMaybePaidElsewhere: RawBuilder<SqlBool> = sql<SqlBool>`exists (
  select 1 from orders, recoveries where orders.id = outbox.order_id and orders.created_at < recoveries.since
    and (recoveries.network = orders.network_from or recoveries.network = orders.network_to))`;

/**
 * The condition that an outbox row must not be sent: its network is in RECOVERY (D73), it pays a customer whose order may have been paid on
 * another network in RECOVERY, or an operator has stopped the payments to customers everywhere, on its network or of its coin, or the
 * withdrawals of its customer. As a part of a statement it sees what any process has committed before.
 */
export const isStoppedPayment: RawBuilder<SqlBool> = sql<SqlBool>`(
  exists (select 1 from recoveries where recoveries.network = outbox.network)
  or (outbox.kind not in ('SWEEP', 'TOP_UP') and ${isMaybePaidElsewhere})
  or (outbox.kind not in ('SWEEP', 'TOP_UP') and exists (
    select 1 from switches where closes = 'PAYOUTS' and (
      target = 'EVERYTHING' or (target = 'NETWORK' and slug = outbox.network)
      or (target = 'INSTRUMENT' and slug = outbox.instrument)
      or (target = 'CUSTOMER' and outbox.kind = 'WITHDRAWAL' and slug = (
        select cast(withdrawals.user_id as text) from withdrawals where withdrawals.id = outbox.withdrawal_id))))))`;

/** The condition that an operator has frozen the customer of a row of `users`: no withdrawal is sent, and no API key works. */
export const isFrozenUser: RawBuilder<SqlBool> = sql<SqlBool>`exists (
  select 1 from switches where closes = 'PAYOUTS' and target = 'CUSTOMER' and slug = cast(users.id as text))`;

/** Returns whether a payment of the outbox is stopped. */
export async function isPaymentStopped(executor: Executor, id: string): Promise<boolean> {
  const row = await executor.selectFrom('outbox').select('id').where('id', '=', id).where(isStoppedPayment).executeTakeFirst();
  return row !== undefined;
}

/** Returns the number of the customer whom a withdrawal pays. */
export async function findPaidCustomer(executor: Executor, withdrawalId: string): Promise<number | undefined> {
  const row = await executor.selectFrom('withdrawals').select('user_id').where('id', '=', withdrawalId).executeTakeFirst();
  return row?.user_id;
}
