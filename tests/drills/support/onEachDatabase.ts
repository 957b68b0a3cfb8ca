import { startPostgres } from '../../../scripts/postgres.ts';
import type { DrillDatabase, DrillOptions } from '../drill.ts';

/** Runs a drill on the embedded database and on its own PostgreSQL server, or only on the requested one. */
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
