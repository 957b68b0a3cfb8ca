import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../server/db/database.ts';
import {
  deleteApiKey,
  deleteOldApiNonces,
  insertApiKey,
  insertApiNonces,
} from '../../server/db/repositories/accounts/apiKeys.ts';
import { deletePartnerKey, findPartnerKey, writePartnerKey } from '../../server/db/repositories/accounts/partnerKeys.ts';
import { sampleUser } from '../support/samples/sampleUser.ts';
import { createStore, DATABASES, type TestStore } from '../support/databases.ts';

describe.each(DATABASES)('API keys on %s', (kind) => {
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

  test('a key has the limits that were written last, until they or the key are deleted', async () => {
    const [database] = databases;
    if (!database) throw new Error('no database');
    await database
      .insertInto('users')
      .values(sampleUser({ id: 1, email: 'partner@example.com' }, 0))
      .execute();
    const key = { id: 'cw_1', user_id: 1, name: 'Shop', sealed_secret: '', white_list: '[]', is_active: 1, created_at: 0 };
    await insertApiKey(database, { ...key, last_used_at: null });
    const limits = { api_key_id: 'cw_1', requests_per_minute: 600, unpaid_orders: 90, reserve_percent: '2.50' };
    expect(await findPartnerKey(database, 'cw_1')).toBeUndefined();
    await writePartnerKey(database, limits);
    await writePartnerKey(database, { ...limits, requests_per_minute: 900 });
    expect(await findPartnerKey(database, 'cw_1')).toMatchObject({ requests_per_minute: 900, unpaid_orders: 90 });
    expect([await deletePartnerKey(database, 'cw_1'), await deletePartnerKey(database, 'cw_1')]).toEqual([true, false]);
    await writePartnerKey(database, limits);
    await deleteApiKey(database, 1, 'cw_1');
    expect(await findPartnerKey(database, 'cw_1')).toBeUndefined();
  });
});
