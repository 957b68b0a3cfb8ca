import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../server/db/database.ts';
import { deleteOldApiNonces, insertApiNonce } from '../../server/db/repositories/accounts/apiKeys.ts';
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

  test('one of several processes uses a nonce, and another key may use it too', async () => {
    const use = (key: string) =>
      Promise.all(
        [...databases, ...databases].map((database) => insertApiNonce(database, { api_key_id: key, nonce: 'n', until: 10 })),
      );
    expect((await use('a')).filter(Boolean)).toHaveLength(1);
    expect((await use('b')).filter(Boolean)).toHaveLength(1);
    const [database] = databases;
    if (!database) throw new Error('no database');
    await deleteOldApiNonces(database, 10);
    expect((await use('a')).filter(Boolean)).toHaveLength(0);
    await deleteOldApiNonces(database, 11);
    expect((await use('a')).filter(Boolean)).toHaveLength(1);
  });
});
