import { NO_JOURNAL_SOURCE } from '../../server/db/tables/payments.ts';
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../server/common/log.ts';
import { readCompiled, type Database } from '../../server/db/database.ts';
import { lockInTransaction } from '../../server/db/lockInTransaction.ts';
import { DATABASE_FILE, openDatabase } from '../../server/db/openDatabase.ts';
import { insertLedgerEntries, listLedgerEntries } from '../../server/db/repositories/ledger.ts';
import { nextCounterValue } from '../../server/db/repositories/cursors.ts';
import { createDepositIndexes } from '../../server/orders/calls/depositIndexes.ts';
import { createStore, DATABASES, type TestStore } from '../support/databases.ts';

const AMOUNTS = [
  '1.50',
  '0',
  '-0.5',
  '0.000000000000000001',
  '1000000000000000000000000000000',
  '0.1234567890123456789012345678901234567890',
];

const entry = (line: number, amount: string) => ({
  journal_id: 'test',
  line,
  account: 'DESK' as const,
  ...NO_JOURNAL_SOURCE,
  kind: 'EXCHANGE' as const,
  is_reversal: 0,
  instrument: 'btc',
  amount,
  created_at: 1_764_000_000_000 + line,
  user_id: null,
});

describe.each(DATABASES)('%s', (kind) => {
  let store: TestStore;
  let database: Database;
  let other: Database;
  beforeEach(async () => {
    store = await createStore(kind);
    database = store.open();
    other = store.open();
  });
  afterEach(async () => {
    await database.destroy();
    await other.destroy();
    store.remove();
  });

  it('returns amounts exactly and times as numbers', async () => {
    const entries = AMOUNTS.map((amount, line) => entry(line, amount));
    await insertLedgerEntries(database, entries);
    expect(await listLedgerEntries(database)).toEqual(entries);
  });

  it('rejects updates and deletions of ledger entries', async () => {
    await insertLedgerEntries(database, [entry(0, '1')]);
    await expect(database.updateTable('ledger_entries').set({ amount: '2' }).execute()).rejects.toThrow('append only');
    await expect(database.deleteFrom('ledger_entries').execute()).rejects.toThrow('append only');
    expect(await listLedgerEntries(database)).toHaveLength(1);
  });

  it('reads with a compiled query what is committed, also while a transaction is open', async () => {
    const query = database.selectFrom('ledger_entries').select('line').compile();
    let reading = Promise.resolve<{ line: number }[]>([]);
    const failing = database.transaction().execute(async (transaction) => {
      await insertLedgerEntries(transaction, [entry(0, '1')]);
      expect(await readCompiled(transaction, query)).toEqual([{ line: 0 }]);
      // The embedded database has one connection, which the transaction holds: awaiting the read here would never end.
      reading = readCompiled(database, query);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await reading).toEqual([]);
    await insertLedgerEntries(database, [entry(1, '1')]);
    expect(await readCompiled(database, query)).toEqual([{ line: 1 }]);
  });

  it('never returns a counter value twice under concurrent calls', async () => {
    const numbers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => nextCounterValue(index % 2 ? database : other, 'deposit_index')),
    );
    expect(numbers.toSorted((left, right) => left - right)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
  });

  it('reserves deposit indexes in blocks and returns none of them twice', async () => {
    const sources = [createDepositIndexes(database), createDepositIndexes(other)];
    const indexes = await Promise.all(Array.from({ length: 240 }, async (_, number) => await sources[number % 2]?.()));
    expect(new Set(indexes).size).toBe(240);
    // 120 indexes of each source took blocks of 1, 2, 4, 8, 16, 32, 50 and 50.
    expect(await nextCounterValue(database, 'deposit_index')).toBe(327);
  });

  it('rolls back a transaction that fails', async () => {
    const failing = database.transaction().execute(async (transaction) => {
      await insertLedgerEntries(transaction, [entry(0, '1')]);
      throw new Error('enough');
    });
    await expect(failing).rejects.toThrow('enough');
    expect(await listLedgerEntries(other)).toEqual([]);
  });

  it('blocks other holders of a lock until the transaction ends', async () => {
    const seen = await Promise.all(
      [database, other, database, other].map((one, line) =>
        one.transaction().execute(async (transaction) => {
          await lockInTransaction(transaction, 'the test');
          const before = await listLedgerEntries(transaction);
          await insertLedgerEntries(transaction, [entry(line, '1')]);
          return before.length;
        }),
      ),
    );
    expect(seen.toSorted((left, right) => left - right)).toEqual([0, 1, 2, 3]);
  });
});

it.each([
  ['a new database', []],
  ['one that every user could read', ['', '-wal', '-shm']],
])('gives the files of %s mode 0600', async (_name, existing) => {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-mode-'));
  const path = join(folder, DATABASE_FILE);
  for (const end of existing) {
    writeFileSync(`${path}${end}`, '');
    chmodSync(`${path}${end}`, 0o644);
  }
  const database = await openDatabase({ dataDirectory: folder, databaseUrl: null, databasePool: 1 }, createLogger('silent'));
  const modes = ['', '-wal', '-shm'].map((end) => (statSync(`${path}${end}`).mode & 0o777).toString(8));
  expect(modes).toEqual(['600', '600', '600']);
  await database.destroy();
  rmSync(folder, { recursive: true });
});

it('retries a transaction that PostgreSQL aborted because of a deadlock', async () => {
  const store = await createStore('PostgreSQL');
  const [left, right] = [store.open(), store.open()];
  const both = Promise.withResolvers<void>();
  let waiting = 0;
  let runs = 0;
  const work = (one: Database, first: string, second: string) =>
    one.transaction().execute(async (transaction) => {
      runs += 1;
      await sql`update leases set until = until + 1 where name = ${first}`.execute(transaction);
      waiting += 1;
      if (waiting === 2) both.resolve();
      await both.promise;
      await sql`update leases set until = until + 1 where name = ${second}`.execute(transaction);
    });
  await left
    .insertInto('leases')
    .values([
      { name: 'a', owner: 'test', until: 0 },
      { name: 'b', owner: 'test', until: 0 },
    ])
    .execute();
  await Promise.all([work(left, 'a', 'b'), work(right, 'b', 'a')]);
  expect(runs).toBe(3);
  expect(await left.selectFrom('leases').select('until').execute()).toEqual([{ until: 2 }, { until: 2 }]);
  await left.destroy();
  await right.destroy();
});
