import { workerData } from 'node:worker_threads';
import { migrate } from '../../server/db/migrate.ts';
import { openPlace } from './databases.ts';
import { THIRD } from './laterVersions.ts';

/** Runs in a worker thread. Migrates a database as a host does when it starts: one of this version, or of a made-up later one. */
const { place, isLater } = workerData as { place: string; isLater: boolean };
const database = openPlace(place);
await migrate(database, '', ...(isLater ? [THIRD] : []));
await database.destroy();
