import { sql } from 'kysely';
import { findDatabaseLock, type Database, type Executor } from '../database.ts';
import type { IncidentTable } from '../tables/host.ts';

const PROBE_ROW = 1;
const MOST_INCIDENTS = 1_000;

/** Writes one row and reads it back. Throws if either fails or the value differs. */
export async function probeDatabase(database: Database, now: number): Promise<void> {
  // In one transaction, because other processes write the same row with their own clocks.
  const row = await database.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('health_probe')
      .values({ id: PROBE_ROW, written_at: now })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ written_at: now }))
      .execute();
    return await transaction.selectFrom('health_probe').select('written_at').where('id', '=', PROBE_ROW).executeTakeFirst();
  });
  if (row?.written_at !== now) throw new Error('The database returned a different row than was written.');
}

/** Returns the probe of a database, and whether another process holds its lock (D83). */
export const createDatabaseProbe = (database: Database) => ({
  probeDatabase: async (now: number): Promise<void> => await probeDatabase(database, now),
  isDatabaseLocked: (): boolean => findDatabaseLock(database) !== null,
});

/** Returns incidents that are open or ended after `since`, newest first. */
export async function listIncidents(executor: Executor, since: number): Promise<IncidentTable[]> {
  const rows = await executor
    .selectFrom('incidents')
    .selectAll()
    .where((row) => row.or([row('ended_at', 'is', null), row('ended_at', '>=', since)]))
    .orderBy('started_at', 'desc')
    .orderBy('component')
    .limit(MOST_INCIDENTS)
    .execute();
  return rows.map((row) => ({
    ...row,
    started_at: Number(row.started_at),
    ended_at: row.ended_at === null ? null : Number(row.ended_at),
  }));
}

/** Opens an incident unless the component has an open one. */
export async function openIncident(executor: Executor, incident: Omit<IncidentTable, 'ended_at'>): Promise<void> {
  await executor
    .insertInto('incidents')
    .values({ ...incident, ended_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Records that the component of an open incident is now down. */
export async function worsenIncident(executor: Executor, component: string): Promise<void> {
  await executor
    .updateTable('incidents')
    .set({ state: 'DOWN' })
    .where('component', '=', component)
    .where('ended_at', 'is', null)
    .execute();
}

export async function endIncident(executor: Executor, component: string, now: number): Promise<void> {
  await executor
    .updateTable('incidents')
    .set({ ended_at: now })
    .where('component', '=', component)
    .where('ended_at', 'is', null)
    .execute();
}

/** Adds to the time for which a host watched its components on a day. */
export async function addWatched(executor: Executor, day: number, seconds: number): Promise<void> {
  await executor
    .insertInto('watched_days')
    .values({ day, seconds })
    .onConflict((conflict) =>
      conflict.column('day').doUpdateSet(({ ref }) => ({ seconds: sql`${ref('watched_days.seconds')} + ${seconds}` })),
    )
    .execute();
}

/** Returns the days on which a host watched its components, from `first` on, oldest first. */
export async function listWatchedDays(executor: Executor, first: number): Promise<{ day: number; seconds: number }[]> {
  const rows = await executor.selectFrom('watched_days').selectAll().where('day', '>=', first).orderBy('day').execute();
  return rows.map(({ day, seconds }) => ({ day: Number(day), seconds }));
}

export async function deleteWatchedBefore(executor: Executor, day: number): Promise<void> {
  await executor.deleteFrom('watched_days').where('day', '<', day).execute();
}

export async function deleteIncidentsBefore(executor: Executor, time: number): Promise<void> {
  await executor.deleteFrom('incidents').where('ended_at', '<', time).execute();
}
