import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { openEmbeddedDatabase } from '../../server/db/database.ts';
import { DATABASE_FILE } from '../../server/db/openDatabase.ts';
import type { Figure } from '../measure.ts';
import { createOrders } from './customers.ts';
import { addPastOrders, settledOrder } from './pastOrders.ts';
import { startApi } from './process.ts';

const BYTES = 200_000_000;
const PAST_ORDERS = 10_000;
/** Ten orders every 100 ms: 100 a second, however long each takes */
const AT_ONCE = 10;
const EVERY_MS = 100;
const COMMIT_EVERY_MS = 20;
const BEFORE_MS = 5_000;

/** What customers and another process that writes meet while orders are created. */
interface Load {
  created: number;
  failed: number;
  slowestCommitMs: number;
  seconds: number;
}

/** Measures how a backup of a large embedded database disturbs those who write to it. */
export async function measureBackup(): Promise<Figure[]> {
  const api = await startApi({ EMBEDDED_CHAIN_SPEED: '3000', RECONCILE_EVERY_SECONDS: '86400' });
  const file = join(api.dataDirectory, DATABASE_FILE);
  try {
    const database = openEmbeddedDatabase(file);
    const { orderId } = await settledOrder(api.origin, database);
    await database.destroy();
    for (let count = PAST_ORDERS; bytesOf(file) < BYTES; count += PAST_ORDERS) addPastOrders(file, orderId, count);
    const quiet = await underLoad(api.origin, file, 1, async () => await wait(BEFORE_MS));
    const busy = await underLoad(api.origin, file, 1 + quiet.created + quiet.failed, async () => await backUp(api.dataDirectory));
    const note = `${Math.round(bytesOf(file) / 1e6)} MB in ${busy.seconds.toFixed(1)} s at ${Math.round(busy.created / busy.seconds)} orders a second`;
    return [
      {
        name: 'slowest commit during a backup',
        unit: 'ms',
        ours: busy.slowestCommitMs,
        floor: quiet.slowestCommitMs,
        target: { kind: 'atMost', value: 500 },
        note: `${note}; the floor: without a backup`,
      },
      {
        name: 'orders that failed during a backup',
        unit: 'share',
        ours: busy.failed / Math.max(1, busy.created + busy.failed),
        floor: null,
        target: { kind: 'atMost', value: 0 },
      },
    ];
  } finally {
    await api.stop();
  }
}

/** Creates orders and commits rows of its own until `work` is over. `first`: the number of the first customer. */
async function underLoad(origin: string, file: string, first: number, work: () => Promise<void>): Promise<Load> {
  const load: Load = { created: 0, failed: 0, slowestCommitMs: 0, seconds: 0 };
  const began = performance.now();
  let isOver = false;
  const orders: Promise<void>[] = [];
  const create = async (number: number): Promise<void> => {
    try {
      load.created += (await createOrders(origin, AT_ONCE, AT_ONCE, number)).orders.length;
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
    const database = new DatabaseSync(file);
    database.exec('PRAGMA busy_timeout=20000; PRAGMA synchronous=FULL; CREATE TABLE IF NOT EXISTS bench_rows (text TEXT)');
    const insert = database.prepare('INSERT INTO bench_rows (text) VALUES (?)');
    while (!isOver) {
      const from = performance.now();
      insert.run('x'.repeat(500));
      load.slowestCommitMs = Math.max(load.slowestCommitMs, performance.now() - from);
      await wait(COMMIT_EVERY_MS);
    }
    database.close();
  };
  const running = [creating(), committing()];
  await work().finally(() => (isOver = true));
  load.seconds = (performance.now() - began) / 1_000;
  await Promise.all(running);
  await Promise.all(orders);
  return load;
}

/** Runs the command of an operator. */
async function backUp(dataDirectory: string): Promise<void> {
  const folder = join(dataDirectory, 'backups');
  const recipient = await identityToRecipient(await generateX25519Identity());
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/operator.ts', 'backup', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DATA_DIR: dataDirectory, BACKUP_RECIPIENTS: recipient },
  });
  const { promise, resolve } = Promise.withResolvers<number | null>();
  child.once('exit', resolve);
  if ((await promise) !== 0) throw new Error('The backup failed');
  rmSync(folder, { recursive: true });
}

function bytesOf(file: string): number {
  const database = new DatabaseSync(file);
  try {
    const numberOf = (pragma: string): number => Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0]);
    return numberOf('page_count') * numberOf('page_size');
  } finally {
    database.close();
  }
}
