import type { Executor } from '../database.ts';

const PROBE_ROW = 1;

/** Writes one row and reads it back. Rejects when the database does either no more, or gives back something else. */
export async function probeDatabase(executor: Executor, now: number): Promise<void> {
  await executor
    .insertInto('health_probe')
    .values({ id: PROBE_ROW, written_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ written_at: now }))
    .execute();
  const row = await executor.selectFrom('health_probe').select('written_at').where('id', '=', PROBE_ROW).executeTakeFirst();
  if (!row || Number(row.written_at) < now) throw new Error('The database gave back an older row than was written.');
}
