import type { Database } from '../database.ts';

const PROBE_ROW = 1;

/** Writes one row and reads it back. Rejects when the database does either no more, or gives back something else. */
export async function probeDatabase(database: Database, now: number): Promise<void> {
  // In one transaction: other processes write the same row, and their clocks are others.
  const row = await database.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('health_probe')
      .values({ id: PROBE_ROW, written_at: now })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ written_at: now }))
      .execute();
    return await transaction.selectFrom('health_probe').select('written_at').where('id', '=', PROBE_ROW).executeTakeFirst();
  });
  if (row?.written_at !== now) throw new Error('The database gave back another row than was written.');
}
