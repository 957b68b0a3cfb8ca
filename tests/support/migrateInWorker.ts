import { workerData } from 'node:worker_threads';
import { migrate } from '../../server/db/migrate.ts';
import { openPlace } from './databases.ts';

/** Runs in a worker thread. Migrates the database at `workerData`, as a host does when it starts. */
const database = openPlace(String(workerData));
await migrate(database);
await database.destroy();
