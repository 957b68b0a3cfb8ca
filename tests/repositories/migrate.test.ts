import { once } from 'node:events';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../server/common/log.ts';
import type { Database } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { openDatabase } from '../../server/db/openDatabase.ts';
import { nextCounterValue } from '../../server/db/repositories/cursors.ts';
import { ConfigurationError } from '../../server/settings/configurationError.ts';
import { readCatalogue } from '../support/catalogue.ts';
import { createStore, DATABASES, type TestStore } from '../support/databases.ts';
import { insertOrder } from '../support/insertOrder.ts';
import { SECOND, THIRD } from '../support/laterVersions.ts';
import { sampleUser } from '../support/samples/sampleUser.ts';

/** Migrates in a worker thread: like a process it has its own event loop, so waiting for the database does not block others. */
async function migrateInWorker(place: string, isLater = false): Promise<void> {
  const worker = new Worker(new URL('../support/migrateInWorker.ts', import.meta.url), { workerData: { place, isLater } });
  const [code] = (await once(worker, 'exit')) as [number];
  expect(code).toBe(0);
}

describe.each(DATABASES)('%s', (kind) => {
  let store: TestStore;
  let database: Database;
  beforeEach(async () => {
    store = await createStore(kind);
    database = store.open();
  });
  afterEach(async () => {
    await database.destroy();
    store.remove();
  });

  /** A customer with an order: rows that refer to each other */
  const addCustomer = async (): Promise<void> => {
    await database
      .insertInto('users')
      .values(sampleUser({ id: 7, email: 'a@b.example' }, 1))
      .execute();
    await insertOrder(database, 'an-order');
    await database.updateTable('orders').set({ customer_id: 7 }).execute();
  };
  const customers = async () => await database.selectFrom('users').selectAll().execute();
  const versions = async () =>
    await database.selectFrom('schema_versions').select(['number', 'release']).orderBy('number').execute();

  it('creates an empty database once when several processes start at the same time', async () => {
    const empty = await createStore(kind, { isEmpty: true });
    await Promise.all(Array.from({ length: 3 }, () => migrateInWorker(empty.place)));
    const created = empty.open();
    expect(await nextCounterValue(created, 'deposit_index')).toBe(1);
    await created.destroy();
    empty.remove();
  });

  it('upgrades a database of an earlier release to the schema of a new one and keeps its rows', async () => {
    await addCustomer();
    const before = await customers();
    await migrate(database, '', THIRD);
    expect(await customers()).toEqual(before);
    expect(await database.selectFrom('orders').select('customer_id').execute()).toEqual([{ customer_id: 7 }]);
    const fresh = await createStore(kind, { isEmpty: true });
    const created = fresh.open();
    await migrate(created, '', THIRD);
    expect(await readCatalogue(database)).toEqual(await readCatalogue(created));
    await created.destroy();
    fresh.remove();
    expect((await versions()).map(({ number }) => number)).toEqual([0, 2]);
    // The references hold again.
    await expect(database.deleteFrom('users').execute()).rejects.toThrow(/foreign key/i);
  });

  it('runs only the migrations that the database lacks', async () => {
    await migrate(database, '', SECOND);
    await addCustomer();
    await migrate(database, '', THIRD);
    await migrate(database, '', THIRD);
    expect((await sql`select text from notes`.execute(database)).rows).toEqual([{ text: 'customers: 1' }]);
    expect((await versions()).slice(1)).toEqual([
      { number: 1, release: SECOND.name },
      { number: 2, release: THIRD.name },
    ]);
  });

  it('runs migrations once when several processes start at the same time', async () => {
    await Promise.all(Array.from({ length: 3 }, () => migrateInWorker(store.place, true)));
    expect((await sql`select text from notes`.execute(database)).rows).toHaveLength(1);
  });

  it.each([
    ['fails', 'update unknown_table set number = 1', /unknown_table/],
    ['leaves a row without the row that it references', 'delete from users', /foreign key|row that it references/i],
  ])('leaves a database as it was when a migration %s', async (_what, statement, message) => {
    await addCustomer();
    const before = await readCatalogue(database);
    const [first, last] = THIRD.releases;
    if (!first || !last) throw new Error('no releases');
    const failing = {
      ...last,
      migrations: [...last.migrations, async (transaction: Database) => void (await sql.raw(statement).execute(transaction))],
    };
    await expect(migrate(database, '', { ...THIRD, releases: [first, failing] })).rejects.toThrow(message);
    expect(await readCatalogue(database)).toEqual(before);
    expect(await customers()).toHaveLength(1);
    expect(await versions()).toHaveLength(1);
    await migrate(database);
  });

  it('refuses a database of a newer version and names the version to start', async () => {
    await migrate(database, '', THIRD);
    const refused = migrate(database);
    await expect(refused).rejects.toThrow(ConfigurationError);
    await expect(refused).rejects.toThrow(
      /^Causeway 99\.0\.0 made this database, which is newer than this version \(\S+\): start 99\.0\.0 or a later one\.$/,
    );
  });

  it.each([
    ['without a version', 'drop table schema_versions'],
    ['with another schema', `update schema_versions set digest = 'ab'`],
  ])('refuses a database %s, which an unreleased version made, and says what to do', async (_what, statement) => {
    await sql.raw(statement).execute(database);
    const environment =
      kind === 'SQLite'
        ? { dataDirectory: dirname(store.place), databaseUrl: null, databasePool: 1 }
        : { dataDirectory: '', databaseUrl: store.place, databasePool: 1 };
    const remedy = kind === 'SQLite' ? /Move the data directory .* away/ : /Point DATABASE_URL at an empty database/;
    const opening = openDatabase(environment, createLogger('silent'));
    await expect(opening).rejects.toThrow(ConfigurationError);
    await expect(opening).rejects.toThrow(/^An unreleased version of Causeway made this database, which can't be upgraded\. /);
    await expect(opening).rejects.toThrow(remedy);
    expect((await database.introspection.getTables()).length).toBeGreaterThan(20);
  });
});
