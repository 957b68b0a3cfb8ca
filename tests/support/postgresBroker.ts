import { createServer } from 'node:http';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../server/db/migrate.ts';
import { openPostgresDatabase } from '../../server/db/postgres.ts';
import { startPostgres, type PostgresServer } from '../../scripts/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a test file gets a fresh database from; {@link freshDatabase} asks it. */
    postgresBroker: string;
  }
}

/** Once for a run of the tests: PostgreSQL for whoever asks, started when the first one does. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let starting: Promise<PostgresServer> | null = null;
  let migrating: Promise<string> | null = null;
  const give = async (isEmpty: boolean): Promise<string> => {
    starting ??= startPostgres();
    const server = await starting;
    if (isEmpty) return await server.createDatabase();
    // Copies of one that was brought up to date are made ten times as fast.
    migrating ??= server.createDatabase().then(migrated);
    return await server.createDatabase(await migrating);
  };
  const broker = createServer((request, response) => {
    give(request.url === '/empty').then(
      (url) => response.end(url),
      (error: unknown) => response.writeHead(500).end(error instanceof Error ? error.message : 'PostgreSQL failed'),
    );
  });
  const { promise: isListening, resolve } = Promise.withResolvers<void>();
  broker.listen(0, '127.0.0.1', resolve);
  await isListening;
  const address = broker.address();
  if (address === null || typeof address === 'string') throw new Error('the broker has no port');
  project.provide('postgresBroker', `http://127.0.0.1:${address.port}`);
  return async () => {
    broker.close();
    await (await starting?.catch(() => null))?.stop();
  };
}

async function migrated(url: string): Promise<string> {
  const database = openPostgresDatabase(url);
  await migrate(database);
  await database.destroy();
  return url;
}
