import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../server/db/database.ts';
import { findCursor, isCursorOlderThan, writeCursor } from '../../server/db/repositories/cursors.ts';
import {
  deleteIncidentsBefore,
  endIncident,
  listIncidents,
  openIncident,
  probeDatabase,
  worsenIncident,
} from '../../server/db/repositories/health.ts';
import { findHostSetting, setHostSettingOnce } from '../../server/db/repositories/hostSettings.ts';
import { findIdempotencyKey, insertIdempotencyKey } from '../../server/db/repositories/keys.ts';
import { claimLease, claimLeases, findLeaseOwner, releaseLease } from '../../server/db/repositories/leases.ts';
import {
  listMarketPrices,
  listTrustedPrices,
  writeMarketPrice,
  writeTrustedPrices,
} from '../../server/db/repositories/marketPrices.ts';
import { createStore, DATABASES, type TestStore } from '../support/databases.ts';

describe.each(DATABASES)('host repositories on %s', (kind) => {
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

  it('probes by writing and reading, even if another process wrote a later time', async () => {
    await probeDatabase(database, 2_000);
    await probeDatabase(other, 1_000);
    expect(await database.selectFrom('health_probe').selectAll().execute()).toEqual([{ id: 1, written_at: 1_000 }]);
  });

  it('opens one incident of a component, whichever process records it', async () => {
    const incident = (started_at: number) => ({ component: 'prices', started_at, state: 'LIMITED' as const });
    await openIncident(database, incident(1));
    await openIncident(other, incident(2));
    await worsenIncident(other, 'prices');
    expect(await listIncidents(database, 0)).toEqual([{ ...incident(1), state: 'DOWN', ended_at: null }]);
    await endIncident(other, 'prices', 5);
    await endIncident(database, 'prices', 6);
    await openIncident(database, incident(7));
    expect(await listIncidents(other, 5)).toEqual([
      { ...incident(7), ended_at: null },
      { ...incident(1), state: 'DOWN', ended_at: 5 },
    ]);
    await deleteIncidentsBefore(database, 6);
    expect(await listIncidents(database, 0)).toEqual([{ ...incident(7), ended_at: null }]);
  });

  it('stores set prices exactly', async () => {
    await writeMarketPrice(database, 'BTC', '100000');
    await writeMarketPrice(other, 'BTC', '0.12345678901234567890');
    expect(await listMarketPrices(database)).toEqual(new Map([['BTC', '0.12345678901234567890']]));
  });

  it('keeps the newer of two trusted prices in any write order', async () => {
    const price = (symbol: string, value: string, at: number) => ({ symbol, price: value, priced_at: at });
    await writeTrustedPrices(database, [], 9);
    await writeTrustedPrices(database, [price('ETH', '3000', 5), price('BTC', '0.12345678901234567890', 5)], 9);
    await writeTrustedPrices(other, [price('BTC', '2', 4), price('ETH', '3001', 6)], 9);
    expect((await listTrustedPrices(database)).toSorted((left, right) => left.priced_at - right.priced_at)).toEqual([
      price('BTC', '0.12345678901234567890', 5),
      price('ETH', '3001', 6),
    ]);
    await writeTrustedPrices(database, [price('ETH', '9000', 99)], 99);
    // The price from the future came from a wrong clock, so a correct one replaces it.
    await writeTrustedPrices(other, [price('ETH', '3002', 7)], 9);
    expect(await listTrustedPrices(database)).toContainEqual(price('ETH', '3002', 7));
  });

  it('keeps the first value of a setting under concurrent writes', async () => {
    const settings = await Promise.all(
      ['a', 'b', 'c', 'd'].map((value, index) => setHostSettingOnce(index % 2 ? database : other, 'seed', value)),
    );
    expect(new Set(settings).size).toBe(1);
    expect(await findHostSetting(database, 'seed')).toBe(settings[0]);
    expect(await findHostSetting(database, 'other')).toBeUndefined();
  });

  it('accepts an idempotency key once', async () => {
    const key = { key_hash: 'k', body_hash: 'b', order_id: 'o', created_at: 1 };
    const taken = await Promise.all(
      Array.from({ length: 6 }, (_, index) => insertIdempotencyKey(index % 2 ? database : other, key)),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await findIdempotencyKey(other, 'k')).toEqual(key);
  });

  it('stores the scan cursor of a network', async () => {
    expect(await findCursor(database, 'bitcoin')).toBeNull();
    expect(await isCursorOlderThan(database, 'bitcoin', 0)).toBe(true);
    await writeCursor(database, 'bitcoin', '10', 1_000);
    await writeCursor(other, 'bitcoin', '12', 2_000);
    expect(await findCursor(database, 'bitcoin')).toBe('12');
    expect(await isCursorOlderThan(database, 'bitcoin', 2_001)).toBe(true);
    expect(await isCursorOlderThan(database, 'bitcoin', 2_000)).toBe(false);
  });

  it('gives a lease to one owner, who can renew it until it expires or is released', async () => {
    const now = Date.now();
    const names = ['b', 'a', 'c'];
    const claims = await Promise.all(
      ['one', 'two', 'three', 'four'].map(async (owner, index) => {
        const held = await claimLeases(index % 2 ? database : other, { names, owner, now, forMs: 60_000 });
        return { owner, held };
      }),
    );
    expect(claims.flatMap(({ held }) => held).toSorted()).toEqual(['a', 'b', 'c']);
    const { owner, held } = claims.find((claim) => claim.held.length > 0) ?? { owner: '', held: [] };
    expect(await findLeaseOwner(other, held[0] ?? '')).toBe(owner);
    expect(await claimLeases(database, { names: held, owner, now, forMs: 60_000 })).toHaveLength(held.length);
    expect(await claimLease(other, { name: held[0] ?? '', owner: 'late', now, until: now + 60_000 })).toBe(false);
    await releaseLease(other, held[0] ?? '', 'late');
    expect(await findLeaseOwner(other, held[0] ?? '')).toBe(owner);
    await releaseLease(database, held[0] ?? '', owner);
    expect(await claimLease(other, { name: held[0] ?? '', owner: 'late', now, until: now })).toBe(true);
    // It expired when it was claimed.
    expect(await claimLease(database, { name: held[0] ?? '', owner: 'later', now: now + 1, until: now + 60_000 })).toBe(true);
    expect(await claimLeases(database, { names: [], owner, now, forMs: 1 })).toEqual([]);
  });
});
