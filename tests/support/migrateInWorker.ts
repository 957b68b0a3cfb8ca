import { workerData } from 'node:worker_threads';
import { migrate } from '../../server/db/migrate.ts';
import { openPlace } from './databases.ts';

/** Run in a thread of its own: brings the database at `workerData` up to date, as a host that starts does. */
const database = openPlace(String(workerData));
await migrate(database);
await database.destroy();
