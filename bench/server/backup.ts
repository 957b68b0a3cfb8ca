import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { sql } from 'kysely';
import { nodeArguments } from '../../scripts/commands.mjs';
import { startPostgres } from '../../scripts/postgres.ts';
import { openEmbeddedDatabase, type Database } from '../../server/db/database.ts';
import { isPostgres } from '../../server/db/isPostgres.ts';
import { DATABASE_FILE } from '../../server/db/openDatabase.ts';
import { openPostgresDatabase } from '../../server/db/postgres.ts';
import { sampleUser } from '../../tests/support/samples/sampleUser.ts';
import type { Figure } from '../measure.ts';
import { addConsoleOrders, USER_ID } from './consoleOrders.ts';
import { createOrders } from './customers.ts';
import { settledOrder } from './pastOrders.ts';
import { startApi } from './process.ts';

/** About 200 MB */
const PAST_ORDERS = 100_000;
/** Beyond the time for which addresses are watched and orders reconciled */
const AGE_MS = 30 * 24 * 3_600_000;
/** Ten orders every 100 ms: 100 a second, however long each takes */
const AT_ONCE = 10;
const EVERY_MS = 100;
const COMMIT_EVERY_MS = 20;
const BEFORE_MS = 5_000;
const HOST = { EMBEDDED_CHAIN_SPEED: '3000', RECONCILE_EVERY_SECONDS: '86400' };

/** What customers and another process that writes meet while orders are created. */
interface Load {
  created: number;
  failed: number;
  slowestCommitMs: number;
  seconds: number;
}

/** Measures how a backup of a large database disturbs those who write to it, on both databases. */
export async function measureBackup(): Promise<Figure[]> {
  const figures = await onDatabase('SQLite', {}, (folder) => openEmbeddedDatabase(join(folder, DATABASE_FILE)));
  const postgres = await startPostgres({ isDurable: true });
  try {
    const url = await postgres.createDatabase();
    const open = (): Database => openPostgresDatabase(url, { hasTimeouts: false });
    return [...figures, ...(await onDatabase('PostgreSQL', { DATABASE_URL: url }, open))];
  } finally {
    await postgres.stop();
  }
}

async function onDatabase(
  name: string,
  environment: Record<string, string>,
  open: (folder: string) => Database,
): Promise<Figure[]> {
  const api = await startApi({ ...HOST, ...environment });
  try {
    const database = open(api.dataDirectory);
    try {
      const { orderId } = await settledOrder(api.origin, database);
      const user = sampleUser({ id: USER_ID, email: 'bench@example.com', email_key: 'bench@example.com' }, Date.now());
      await database.insertInto('users').values(user).execute();
      await addConsoleOrders(database, { orderId, count: PAST_ORDERS, before: Date.now() - AGE_MS });
      await sql`create table bench_rows (text text)`.execute(database);
      const quiet = await underLoad(api.origin, database, 1, async () => await wait(BEFORE_MS));
      const work = async (): Promise<void> => await backUp(api.dataDirectory, environment);
      const busy = await underLoad(api.origin, database, 1 + quiet.created + quiet.failed, work);
      const size = Math.round((await bytesOf(database)) / 1e6);
      const note = `${size} MB in ${busy.seconds.toFixed(1)} s at ${Math.round(busy.created / busy.seconds)} orders a second`;
      return [
        {
          name: `slowest commit during a backup, ${name}`,
          unit: 'ms',
          ours: busy.slowestCommitMs,
          floor: quiet.slowestCommitMs,
          target: { kind: 'atMost', value: 500 },
          note: `${note}; the floor: without a backup`,
        },
        {
          name: `orders that failed during a backup, ${name}`,
          unit: 'share',
          ours: busy.failed / Math.max(1, busy.created + busy.failed),
          floor: null,
          target: { kind: 'atMost', value: 0 },
        },
      ];
    } finally {
      await database.destroy();
    }
  } finally {
    await api.stop();
  }
}

/** Creates orders and commits rows of its own until `work` is over. `first`: the number of the first customer. */
async function underLoad(origin: string, database: Database, first: number, work: () => Promise<void>): Promise<Load> {
  const load: Load = { created: 0, failed: 0, slowestCommitMs: 0, seconds: 0 };
  const began = performance.now();
  let isOver = false;
  const orders: Promise<void>[] = [];
  const create = async (number: number): Promise<void> => {
    try {
      load.created += (await createOrders(origin, AT_ONCE, AT_ONCE, { first: number })).orders.length;
    } catch {
      load.failed += AT_ONCE;
    }
  };
  const creating = async (): Promise<void> => {
    for (let number = first; !isOver; number += AT_ONCE) {
      orders.push(create(number));
      await wait(EVERY_MS);
    }
  };
  const committing = async (): Promise<void> => {
    while (!isOver) {
      const from = performance.now();
      await sql`insert into bench_rows (text) values (${'x'.repeat(500)})`.execute(database);
      load.slowestCommitMs = Math.max(load.slowestCommitMs, performance.now() - from);
      await wait(COMMIT_EVERY_MS);
    }
  };
  const running = [creating(), committing()];
  await work().finally(() => (isOver = true));
  load.seconds = (performance.now() - began) / 1_000;
  await Promise.all(running);
  await Promise.all(orders);
  return load;
}

/** Runs the command of an operator. */
async function backUp(dataDirectory: string, environment: Record<string, string>): Promise<void> {
  const folder = join(dataDirectory, 'backups');
  const recipient = await identityToRecipient(await generateX25519Identity());
  const child = spawn(process.execPath, [...nodeArguments('operator'), 'backup', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...environment, DATA_DIR: dataDirectory, BACKUP_RECIPIENTS: recipient },
  });
  const { promise, resolve } = Promise.withResolvers<number | null>();
  child.once('exit', resolve);
  if ((await promise) !== 0) throw new Error('The backup failed');
  rmSync(folder, { recursive: true });
}

async function bytesOf(database: Database): Promise<number> {
  const size = isPostgres(database)
    ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
    : sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`;
  const { rows } = await size.execute(database);
  return Number(rows[0]?.bytes);
}
