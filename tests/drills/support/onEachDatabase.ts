import { startPostgres } from '../../../scripts/postgres.ts';
import type { DrillDatabase, DrillOptions } from '../drill.ts';

/** The same on the embedded database and on a PostgreSQL of its own, or on the one that was named. */
export async function onEachDatabase(
  { database }: Pick<DrillOptions, 'database'>,
  work: (name: DrillDatabase, databaseUrl: string | null) => Promise<string[]>,
): Promise<string[]> {
  const broken: string[] = [];
  if (database !== 'postgres') broken.push(...(await work('sqlite', null)));
  if (database !== 'sqlite') {
    const postgres = await startPostgres();
    try {
      broken.push(...(await work('postgres', await postgres.createDatabase())));
    } finally {
      await postgres.stop();
    }
  }
  return broken;
}
