import { createServer } from 'node:http';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../server/db/migrate.ts';
import { openPostgresDatabase } from '../../server/db/postgres.ts';
import { startPostgres, type PostgresServer } from '../../scripts/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL at which test files request a new database and return it. Only tests/support/postgres.ts uses it. */
    postgresBroker: string;
  }
}

/** Runs once per test run: offers PostgreSQL databases to the test files, and starts the server with the first request. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let starting: Promise<PostgresServer> | null = null;
  let migrating: Promise<string> | null = null;
  const createDatabase = async (isEmpty: boolean): Promise<string> => {
    starting ??= startPostgres();
    const server = await starting;
    if (isEmpty) return await server.createDatabase();
    // Copying a migrated database is ten times as fast as migrating an empty one.
    migrating ??= server.createDatabase().then(migrated);
    return await server.createDatabase(await migrating);
  };
  const dropDatabase = async (url: string): Promise<string> => {
    // Connections may still be closing. Ending them would be an error in the test, so their database stays until the run ends.
    await (await starting)?.dropDatabase(url).catch(() => undefined);
    return '';
  };
  const broker = createServer((request, response) => {
    // Files ask minutes apart. A kept connection could close just as the next request is sent.
    response.setHeader('connection', 'close');
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://broker');
    const returned = searchParams.get('database');
    const answer = returned === null ? createDatabase(pathname === '/empty') : dropDatabase(returned);
    answer.then(
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
    // The last databases may still be on their way back.
    const { promise: isClosed, resolve: close } = Promise.withResolvers<void>();
    broker.close(() => close());
    await isClosed;
    await (await starting?.catch(() => null))?.stop();
  };
}

async function migrated(url: string): Promise<string> {
  const database = openPostgresDatabase(url);
  await migrate(database);
  await database.destroy();
  return url;
}
