import { sql } from 'kysely';
import type { Executor } from '../database.ts';
import type { SweepRow, SweepState } from '../tables/payments.ts';

type SweepKey = Pick<SweepRow, 'order_id' | 'network'>;

/** Makes a sweep due now. Leaves one that is in flight alone: it is planned again when it ends. */
export async function requestSweep(executor: Executor, key: SweepKey): Promise<void> {
  await executor
    .insertInto('sweeps')
    .values({ ...key, state: 'DUE', number: 0, not_before: 0 })
    .onConflict((conflict) =>
      conflict
        .columns(['order_id', 'network'])
        .doUpdateSet((row) => ({ state: 'DUE', number: row('sweeps.number', '+', 1), not_before: 0 }))
        .where('sweeps.state', 'in', ['DUE', 'GATHERING', 'DONE']),
    )
    .execute();
}

/** Makes a sweep that has confirmed or failed due again from `notBefore` on. */
export async function rescheduleSweep(executor: Executor, key: SweepKey, notBefore: number): Promise<void> {
  await executor
    .updateTable('sweeps')
    .set((row) => ({ state: 'DUE', number: row('number', '+', 1), not_before: notBefore }))
    .where('order_id', '=', key.order_id)
    .where('network', '=', key.network)
    .execute();
}

/** Returns up to 20 sweeps of a network that are due. With them come up to 20 that wait for others to be collected with. */
export async function listDueSweeps(executor: Executor, network: string, now: number): Promise<SweepRow[]> {
  const inState = (state: SweepState) =>
    executor
      .selectFrom('sweeps')
      .selectAll()
      .where('network', '=', network)
      // A literal, not a parameter: otherwise the partial index is not used.
      .where('state', '=', sql.lit(state))
      .limit(20);
  const due = await inState('DUE').where('not_before', '<=', now).execute();
  const gathering = await inState('GATHERING').orderBy('not_before').execute();
  const isDue = due.length > 0 || gathering.some(({ not_before }) => not_before <= now);
  return isDue ? [...due, ...gathering] : [];
}

/** Returns the sweeps of an order, on its own network and on others. */
export async function listSweeps(executor: Executor, orderId: string): Promise<SweepRow[]> {
  return await executor.selectFrom('sweeps').selectAll().where('order_id', '=', orderId).orderBy('network').execute();
}

/** Writes `changes` if the row is unchanged since it was read. Returns false if it has changed. */
export async function updateSweep(
  executor: Executor,
  sweep: SweepRow,
  changes: Pick<SweepRow, 'state' | 'number' | 'not_before'>,
): Promise<boolean> {
  const result = await executor
    .updateTable('sweeps')
    .set(changes)
    .where('order_id', '=', sweep.order_id)
    .where('network', '=', sweep.network)
    .where('number', '=', sweep.number)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
