import { join } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLogger } from '../../server/common/log.ts';
import { findDatabaseLock, openEmbeddedDatabase } from '../../server/db/database.ts';
import { DatabaseLockedError } from '../../server/db/databaseErrors.ts';
import { migrate } from '../../server/db/migrate.ts';
import { DATABASE_FILE, openDatabase } from '../../server/db/openDatabase.ts';
import { listMarketPrices, writeMarketPrice } from '../../server/db/repositories/marketPrices.ts';
import { CLIENT, inputFor, startOrderHost } from '../../server/orders/testing/orderHost.ts';
import { ConfigurationError } from '../../server/settings/configurationError.ts';
import { PATIENCE } from '../support/chainPatience.ts';
import { createStore } from '../support/databases.ts';
import { lockDatabase } from '../support/foreignLock.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const SHORT_MS = 100;

/** Opens a database in a new folder. */
async function openNew(options: Parameters<typeof openEmbeddedDatabase>[1] = {}) {
  const path = join(temporaryFolder(), DATABASE_FILE);
  const database = openEmbeddedDatabase(path, options);
  await migrate(database);
  return { path, database };
}

test('reads while writes wait for the lock of another process, and names it', async () => {
  const warnings: object[] = [];
  const { path, database } = await openNew({ log: { warn: (fields: object) => void warnings.push(fields) } });
  await writeMarketPrice(database, 'BTC', '1');
  const lock = await lockDatabase(path);
  let written = 0;
  const writes = [
    writeMarketPrice(database, 'BTC', '2').then(() => (written += 1)),
    database.transaction().execute(async (transaction) => {
      await writeMarketPrice(transaction, 'ETH', '3');
      // Nothing else gets into the transaction.
      expect([...(await listMarketPrices(transaction)).keys()]).toEqual(['BTC', 'ETH']);
      await writeMarketPrice(transaction, 'ETH', '4');
      written += 1;
    }),
  ];
  await vi.waitFor(async () => {
    expect([...(await listMarketPrices(database))]).toEqual([['BTC', '1']]);
    expect(findDatabaseLock(database)).not.toBeNull();
  }, PATIENCE);
  const holder = process.platform === 'linux' ? `process ${lock.pid} (node)` : 'another process';
  expect(findDatabaseLock(database)).toMatchObject({ holder });
  expect(warnings).toEqual([{ holder }]);
  expect(written).toBe(0);
  await lock.release();
  await Promise.all(writes);
  expect([...(await listMarketPrices(database))]).toEqual([
    ['BTC', '2'],
    ['ETH', '4'],
  ]);
  expect(findDatabaseLock(database)).toBeNull();
  await database.destroy();
});

test('fails a write whose patience is over, and writes again after the lock', async () => {
  const { path, database } = await openNew({ patienceMs: SHORT_MS });
  const lock = await lockDatabase(path);
  const inTransaction = database.transaction().execute(async (transaction) => await writeMarketPrice(transaction, 'BTC', '1'));
  const results = await Promise.allSettled([inTransaction, writeMarketPrice(database, 'BTC', '2')]);
  expect(results.map((result) => result.status === 'rejected' && result.reason instanceof DatabaseLockedError)).toEqual([
    true,
    true,
  ]);
  await lock.release();
  await writeMarketPrice(database, 'BTC', '3');
  expect([...(await listMarketPrices(database)).values()]).toEqual(['3']);
  await database.destroy();
});

test('creates an order once that was refused during a lock and asked for again', async () => {
  const store = await createStore('SQLite');
  const host = await startOrderHost(
    {},
    {
      open: (observe) => openEmbeddedDatabase(store.place, { observe, patienceMs: SHORT_MS }),
      remove: store.remove,
    },
  );
  const { input } = inputFor(host);
  const client = { ...CLIENT, idempotencyKey: 'the same key' };
  const lock = await lockDatabase(store.place);
  await expect(host.orders.create(input, client)).rejects.toThrow(DatabaseLockedError);
  await lock.release();
  const [first, second] = [await host.orders.create(input, client), await host.orders.create(input, client)];
  expect(second.orderId).toBe(first.orderId);
  expect(await host.database.selectFrom('orders').select('id').execute()).toHaveLength(1);
  await host.close();
});

test('waits for an exclusive lock when it opens a database, and starts when it is released', async () => {
  const folder = temporaryFolder();
  const lock = await lockDatabase(join(folder, DATABASE_FILE), 'PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE');
  const settings = { dataDirectory: folder, databaseUrl: null, databasePool: 1 };
  const opening = openDatabase(settings, createLogger('silent'));
  await lock.release();
  await (await opening).destroy();
});

test('refuses to start with one sentence while the lock lasts', async () => {
  const folder = temporaryFolder();
  const path = join(folder, DATABASE_FILE);
  const lock = await lockDatabase(path, 'PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE');
  const settings = { dataDirectory: folder, databaseUrl: null, databasePool: 1 };
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const opening = openDatabase(settings, createLogger('silent'));
  const refused = expect(opening).rejects.toThrow(ConfigurationError);
  vi.advanceTimersByTime(10_001);
  await refused;
  await expect(opening).rejects.toThrow(/has locked the database .* End it, then start again\.$/);
  await lock.release();
});

test('logs a lock once, and not each round that meets it', () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(line) });
  log.error({ err: new DatabaseLockedError() }, 'a round failed');
  log.error({ err: new Error('another failure') }, 'a round failed');
  log.warn('without an error');
  expect(lines.map((line) => (JSON.parse(line) as { err?: { message: string } }).err?.message)).toEqual([
    'another failure',
    undefined,
  ]);
});
