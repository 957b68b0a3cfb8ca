import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { compiledRead, insertRows } from '../../server/db/compiled.ts';
import type { Database, Executor } from '../../server/db/database.ts';
import { DatabaseUnavailableError } from '../../server/db/databaseErrors.ts';
import { createStore, DATABASES, type TestStore } from '../support/databases.ts';

const ROWS = ['a', 'b', 'c'].map((key) => ({ key_hash: key, body_hash: `body ${key}`, order_id: `order ${key}`, created_at: 1 }));

describe.each(DATABASES)('%s', (kind) => {
  let store: TestStore;
  let database: Database;
  beforeEach(async () => {
    store = await createStore(kind);
    database = store.open();
    await insertRows(database, 'idempotency_keys', ROWS);
  });
  afterEach(async () => {
    await database.destroy();
    store.remove();
  });

  it('reads with other values at each call, and builds the text once', async () => {
    const built = vi.fn((executor: Executor) => executor.selectFrom('idempotency_keys').select('order_id'));
    const read = compiledRead<{ key: string; bodies: string }, { order_id: string }>((executor, value) =>
      built(executor)
        .where('key_hash', '=', value('key'))
        .where('body_hash', 'like', value('bodies'))
        .where('created_at', '=', 1),
    );
    expect(await read(database, { key: 'a', bodies: 'body%' })).toEqual([{ order_id: 'order a' }]);
    expect(await read(database, { bodies: 'body%', key: 'b' })).toEqual([{ order_id: 'order b' }]);
    expect(await read(database, { key: 'c', bodies: 'x' })).toEqual([]);
    await database.transaction().execute(async (transaction) => {
      expect(await read(transaction, { key: 'c', bodies: '%' })).toEqual([{ order_id: 'order c' }]);
    });
    expect(built).toHaveBeenCalledOnce();
  });

  it('inserts any number of rows, and none of a batch with a row that lacks a column', async () => {
    await insertRows(database, 'idempotency_keys', []);
    const again = ROWS.map((row) => ({ ...row, key_hash: `${row.key_hash}2` }));
    await insertRows(database, 'idempotency_keys', again);
    const { created_at: _created, ...less } = { ...ROWS[0], key_hash: 'd' };
    await expect(insertRows(database, 'idempotency_keys', [{ ...again[0], key_hash: 'e' }, less] as never)).rejects.toThrow(
      'a row has no created_at',
    );
    const open = ROWS.map((row) => ({ ...row, body_hash: undefined }));
    await expect(insertRows(database, 'idempotency_keys', open as never)).rejects.toThrow('a row has no body_hash');
    const more = [again[0], { ...again[1], order: 'x' }];
    await expect(insertRows(database, 'idempotency_keys', more as never)).rejects.toThrow('more columns than the first');
    const stored = await database.selectFrom('idempotency_keys').selectAll().orderBy('key_hash').execute();
    expect(stored).toEqual([...ROWS, ...again].toSorted((left, right) => (left.key_hash < right.key_hash ? -1 : 1)));
  });

  it('reads a table whose columns another process has changed', async () => {
    const read = compiledRead<{ key: string }, { key_hash: string }>((executor, value) =>
      executor.selectFrom('idempotency_keys').selectAll().where('key_hash', '=', value('key')),
    );
    expect(await read(database, { key: 'a' })).toEqual([ROWS[0]]);
    const other = store.open();
    await sql`alter table idempotency_keys add column later text`.execute(other);
    await other.destroy();
    // A connection to PostgreSQL that prepared the text before can't be used for it any more. The next one is new.
    await read(database, { key: 'a' }).catch((error: unknown) => expect(error).toBeInstanceOf(DatabaseUnavailableError));
    expect(await read(database, { key: 'a' })).toEqual([{ ...ROWS[0], later: null }]);
  });
});
