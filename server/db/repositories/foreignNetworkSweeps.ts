import type { Executor } from '../database.ts';
import type { ForeignNetworkSweepRow } from '../tables/orders.ts';

type SweepPlace = Pick<ForeignNetworkSweepRow, 'order_id' | 'network'>;

/** Something lies at an order's address there: it is to be fetched. What is on its way is planned anew by itself when it is done. */
export async function requestForeignNetworkSweep(executor: Executor, place: SweepPlace): Promise<void> {
  await executor
    .insertInto('foreign_network_sweeps')
    .values({ ...place, state: 'DUE', number: 0, not_before: 0 })
    .onConflict((conflict) =>
      conflict
        .columns(['order_id', 'network'])
        .doUpdateSet((row) => ({ state: 'DUE', number: row('foreign_network_sweeps.number', '+', 1), not_before: 0 }))
        .where('foreign_network_sweeps.state', 'in', ['DUE', 'DONE']),
    )
    .execute();
}

/** What was on its way is over, one way or the other: it is looked at again. */
export async function renewForeignNetworkSweep(executor: Executor, place: SweepPlace, notBefore: number): Promise<void> {
  await executor
    .updateTable('foreign_network_sweeps')
    .set((row) => ({ state: 'DUE', number: row('number', '+', 1), not_before: notBefore }))
    .where('order_id', '=', place.order_id)
    .where('network', '=', place.network)
    .execute();
}

/** What was thought to be done is on its way again. */
export async function awaitForeignNetworkSweep(executor: Executor, place: SweepPlace): Promise<void> {
  await executor
    .updateTable('foreign_network_sweeps')
    .set((row) => ({ state: 'SWEEPING', number: row('number', '+', 1) }))
    .where('order_id', '=', place.order_id)
    .where('network', '=', place.network)
    .execute();
}

export async function listForeignNetworkSweeps(
  executor: Executor,
  network: string,
  now: number,
): Promise<ForeignNetworkSweepRow[]> {
  return await executor
    .selectFrom('foreign_network_sweeps')
    .selectAll()
    .where('network', '=', network)
    .where('state', '=', 'DUE')
    .where('not_before', '<=', now)
    .limit(20)
    .execute();
}

/** False: somebody has written it since it was read. */
export async function updateForeignNetworkSweep(
  executor: Executor,
  sweep: ForeignNetworkSweepRow,
  changes: Pick<ForeignNetworkSweepRow, 'state' | 'number' | 'not_before'>,
): Promise<boolean> {
  const result = await executor
    .updateTable('foreign_network_sweeps')
    .set(changes)
    .where('order_id', '=', sweep.order_id)
    .where('network', '=', sweep.network)
    .where('number', '=', sweep.number)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
