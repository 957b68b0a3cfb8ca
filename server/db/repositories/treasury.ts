import type { Decimal } from '../../../contract/money.ts';
import { compiledRead, insertRows } from '../compiled.ts';
import type { Executor } from '../database.ts';
import type { ReservationTable } from '../tables/orders.ts';
import type { TreasuryBalanceTable } from '../tables/payments.ts';
import type { CapitalRecordTable } from '../tables/reconcile.ts';

const balances = compiledRead<{ instrument: string }, TreasuryBalanceTable>((executor, value) =>
  executor.selectFrom('treasury_balances').selectAll().where('instrument', '=', value('instrument')),
);

export async function findTreasuryBalance(executor: Executor, instrument: string): Promise<TreasuryBalanceTable | undefined> {
  return (await balances(executor, { instrument }))[0];
}

/** Returns the cached balances of all instruments that were ever queried. */
export async function listTreasuryBalances(executor: Executor): Promise<TreasuryBalanceTable[]> {
  return await executor.selectFrom('treasury_balances').selectAll().execute();
}

/**
 * Writes a balance if it still has the `version` that was read (null if it did not exist). Returns false if another process
 * wrote it since: the caller's value may be older.
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

const reservationsOf = compiledRead<{ instrument: string }, Pick<ReservationTable, 'order_id' | 'amount'>>((executor, value) =>
  executor.selectFrom('reservations').select(['order_id', 'amount']).where('instrument', '=', value('instrument')),
);

export async function listReservations(
  executor: Executor,
  instrument: string,
): Promise<Pick<ReservationTable, 'order_id' | 'amount'>[]> {
  return await reservationsOf(executor, { instrument });
}

export interface UnpaidReservation {
  amount: Decimal;
  client_group: string | null;
  partner_key: string | null;
  created_at: number;
}

/** Returns the reservations of orders that await their deposit, each with its client (null when unknown), its partner's key and its age. */
export async function listUnpaidReservations(executor: Executor, instrument: string): Promise<UnpaidReservation[]> {
  return await unpaidReservations(executor, { instrument });
}

const unpaidReservations = compiledRead<{ instrument: string }, UnpaidReservation>((executor, value) =>
  executor
    .selectFrom('reservations')
    // SQLite keeps the order of a cross join: few orders have a reservation.
    .crossJoin('orders')
    .leftJoin('order_origins', 'order_origins.order_id', 'reservations.order_id')
    .select(['reservations.amount', 'order_origins.client_group', 'order_origins.partner_key', 'orders.created_at'])
    .whereRef('orders.id', '=', 'reservations.order_id')
    .where('reservations.instrument', '=', value('instrument'))
    .where('orders.status', '=', 'AWAITING_DEPOSIT'),
);

export async function findReservation(executor: Executor, orderId: string): Promise<ReservationTable | undefined> {
  return await executor.selectFrom('reservations').selectAll().where('order_id', '=', orderId).executeTakeFirst();
}

/** Inserts the reservations of new orders. */
export async function insertReservations(executor: Executor, reservations: readonly ReservationTable[]): Promise<void> {
  await insertRows(executor, 'reservations', reservations);
}

/** Writes or replaces the reservation of an order. */
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

/** Returns the instruments of a network that open orders may be paid out in: with a reservation, or awaiting confirmations. */
export async function listPayoutInstruments(executor: Executor, network: string): Promise<string[]> {
  const rows = await executor
    .selectFrom('reservations')
    // SQLite keeps the order of a cross join: few orders have a reservation.
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

/** Returns all records of capital, by number. */
export async function listCapitalRecords(executor: Executor): Promise<CapitalRecordTable[]> {
  return await executor.selectFrom('capital_records').selectAll().orderBy('number').execute();
}

/** Returns the number of the next record. The caller holds the lock of capital. */
export async function nextCapitalNumber(executor: Executor): Promise<number> {
  const { highest } = await executor
    .selectFrom('capital_records')
    .select((select) => select.fn.max('number').as('highest'))
    .executeTakeFirstOrThrow();
  return (highest ?? -1) + 1;
}

export async function insertCapitalRecords(executor: Executor, records: readonly CapitalRecordTable[]): Promise<void> {
  if (records.length > 0) await executor.insertInto('capital_records').values(records).execute();
}
