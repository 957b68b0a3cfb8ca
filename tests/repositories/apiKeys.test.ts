import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../server/db/database.ts';
import { deleteOldApiNonces, insertApiNonces } from '../../server/db/repositories/accounts/apiKeys.ts';
import { createStore, DATABASES, type TestStore } from '../support/databases.ts';

describe.each(DATABASES)('nonces of API keys on %s', (kind) => {
  let store: TestStore;
  let databases: Database[];
  beforeEach(async () => {
    store = await createStore(kind);
    databases = [store.open(), store.open(), store.open()];
  });
  afterEach(async () => {
    await Promise.all(databases.map((database) => database.destroy()));
    store.remove();
  });

  test('one of several calls and processes uses a nonce, and another key may use it too', async () => {
    const nonce = (key: string, text: string) => ({ api_key_id: key, nonce: text, until: 10 });
    const use = async (key: string) => {
      const batch = [nonce(key, 'n'), nonce(key, 'n'), nonce(key, 'other')];
      const results = await Promise.all(
        [...databases, ...databases].map((database, index) => insertApiNonces(database, index % 2 ? batch : batch.toReversed())),
      );
      return results.flat().filter(Boolean).length;
    };
    expect([await use('a'), await use('b'), await use('a')]).toEqual([2, 2, 0]);
    const [database] = databases;
    if (!database) throw new Error('no database');
    await deleteOldApiNonces(database, 10);
    expect(await use('a')).toBe(0);
    await deleteOldApiNonces(database, 11);
    expect(await use('a')).toBe(2);
    expect(await insertApiNonces(database, [nonce('c', 'x'), nonce('a', 'n'), nonce('c', 'x')])).toEqual([true, false, false]);
  });
});
