import type { Database } from '../database.ts';

const PROBE_ROW = 1;

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
