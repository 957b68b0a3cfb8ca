import type { Decimal } from '../../../contract/money.ts';
import type { Executor } from '../database.ts';
import type { ReservationTable, TreasuryBalanceTable } from '../tables/orders.ts';

export async function findTreasuryBalance(executor: Executor, instrument: string): Promise<TreasuryBalanceTable | undefined> {
  return await executor.selectFrom('treasury_balances').selectAll().where('instrument', '=', instrument).executeTakeFirst();
}

/** Of every instrument that was ever asked for. */
export async function listTreasuryBalances(executor: Executor): Promise<TreasuryBalanceTable[]> {
  return await executor.selectFrom('treasury_balances').selectAll().execute();
}

/**
 * Writes a balance if nobody wrote it since `version` was read (null: there was none). False: somebody did, and what
 * the caller knows may be older than that.
 */
export async function writeTreasuryBalance(
  executor: Executor,
  balance: { instrument: string; amount: Decimal; refreshedAt: number },
  version: number | null,
): Promise<boolean> {
  if (version === null) {
    const inserted = await executor
      .insertInto('treasury_balances')
      .values({ instrument: balance.instrument, amount: balance.amount, version: 1, refreshed_at: balance.refreshedAt })
      .onConflict((conflict) => conflict.column('instrument').doNothing())
      .executeTakeFirst();
    return inserted.numInsertedOrUpdatedRows === 1n;
  }
  const updated = await executor
    .updateTable('treasury_balances')
    .set({ amount: balance.amount, version: version + 1, refreshed_at: balance.refreshedAt })
    .where('instrument', '=', balance.instrument)
    .where('version', '=', version)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

export async function listReservations(
  executor: Executor,
  instrument: string,
): Promise<Pick<ReservationTable, 'order_id' | 'amount'>[]> {
  return await executor.selectFrom('reservations').select(['order_id', 'amount']).where('instrument', '=', instrument).execute();
}

export async function findReservation(executor: Executor, orderId: string): Promise<ReservationTable | undefined> {
  return await executor.selectFrom('reservations').selectAll().where('order_id', '=', orderId).executeTakeFirst();
}

/** Of new orders, which have none yet. */
export async function insertReservations(executor: Executor, reservations: readonly ReservationTable[]): Promise<void> {
  await executor.insertInto('reservations').values(reservations).execute();
}

/** Reserves for an order, in place of what was reserved for it before. */
export async function writeReservation(executor: Executor, reservation: ReservationTable): Promise<void> {
  await executor
    .insertInto('reservations')
    .values(reservation)
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet({ amount: reservation.amount }))
    .execute();
}

export async function deleteReservation(executor: Executor, orderId: string): Promise<void> {
  await executor.deleteFrom('reservations').where('order_id', '=', orderId).execute();
}

/** Instruments of a network that orders are about to be paid in: promised, or waiting for confirmations. */
export async function listPayoutInstruments(executor: Executor, network: string): Promise<string[]> {
  const rows = await executor
    .selectFrom('reservations')
    // A cross join, because SQLite keeps its order: few orders have a reservation, however many there are.
    .crossJoin('orders')
    .select('orders.instrument_to')
    .whereRef('orders.id', '=', 'reservations.order_id')
    .where('orders.network_to', '=', network)
    .union(
      executor
        .selectFrom('orders')
        .select('orders.instrument_to')
        .where('orders.network_to', '=', network)
        .where('orders.status', '=', 'CONFIRMING'),
    )
    .execute();
  return rows.map((row) => row.instrument_to);
}
