import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../server/db/database.ts';
import { createTronStore } from '../../server/db/repositories/networks/tronStore.ts';
import { findRecordedSend } from '../../server/db/repositories/recordedSends.ts';
import { createStore, DATABASES, type TestStore } from '../support/databases.ts';

const TREASURY = 'Ttreasury';
const send = (txHash: string, key: string, from = TREASURY) => ({
  tx_hash: txHash,
  idempotency_key: key,
  instrument: 'usdttrc20',
  from_index: 0,
  from_address: from,
  to_address: 'Tpayee',
  amount: '1234567890.123456',
  bytes: 'ab',
  reference_height: 7,
  expires_at: 1_795_000_240_000,
  max_fee: '13.5',
  created_at: 1_795_000_000_000,
});
const reader = (height: number) => ({ height, time: height * 3_000, quiet_until: 0 });

describe.each(DATABASES)('the books of TRON on %s', (kind) => {
  let place: TestStore;
  let database: Database;
  let number = 0;
  beforeAll(async () => {
    place = await createStore(kind);
    database = place.open();
  });
  afterAll(async () => {
    await database.destroy();
    place.remove();
  });
  /** Opens the books of a new network, and of another one whose rows must not show. */
  async function open() {
    number += 1;
    const other = createTronStore(database, `other-${number}`, TREASURY);
    await other.insert(send('foreign', 'foreign'));
    await other.advance(undefined, reader(1), ['foreign']);
    return { network: `network-${number}`, store: createTronStore(database, `network-${number}`, TREASURY) };
  }

  it('stores one transaction for a key until it is dead, and then another one', async () => {
    const { network, store } = await open();
    expect(await store.insert(send('first', 'key'))).toBe(true);
    expect(await store.insert(send('second', 'key'))).toBe(false);
    expect(await store.find('key')).toMatchObject({ tx_hash: 'first', outcome: 'PENDING', amount: '1234567890.123456' });
    expect(await findRecordedSend(database, network, 'key')).toMatchObject({ amount: '1234567890.123456' });
    await store.settle('first', 'EXPIRED');
    expect(await store.find('key')).toBeUndefined();
    expect(await findRecordedSend(database, network, 'key')).toBeUndefined();
    expect(await store.insert(send('second', 'key'))).toBe(true);
    expect(await store.find('key')).toMatchObject({ tx_hash: 'second' });
    expect((await store.listPending()).map(({ tx_hash }) => tx_hash)).toEqual(['second']);
  });

  it('never changes an outcome', async () => {
    const { store } = await open();
    await store.insert(send('first', 'key'));
    await store.settle('first', 'CONFIRMED');
    await store.settle('first', 'EXPIRED');
    expect(await store.find('key')).toMatchObject({ outcome: 'CONFIRMED' });
    expect(await store.listPending()).toEqual([]);
  });

  it('stores nothing when the fence throws', async () => {
    const { store } = await open();
    await expect(store.insert(send('first', 'key'), () => Promise.reject(new RangeError('stopped')))).rejects.toThrow(RangeError);
    expect(await store.find('key')).toBeUndefined();
  });

  it('lists what one address has pending', async () => {
    const { store } = await open();
    await store.insert(send('first', 'one'));
    await store.insert(send('second', 'two', 'Tother'));
    expect((await store.listPending('Tother')).map(({ tx_hash }) => tx_hash)).toEqual(['second']);
  });

  it('counts what left the treasury once, also when two hosts read it, in the order of the network', async () => {
    const { store } = await open();
    await store.advance(undefined, reader(10), []);
    const from = await store.reader();
    await store.advance(from, reader(12), ['a', 'b']);
    await store.advance(from, reader(13), ['a', 'b', 'c']);
    expect(await store.reader()).toEqual(reader(12));
    await store.advance(reader(12), reader(14), ['c']);
    expect(await store.countOutgoing()).toBe(3);
    expect(await store.listOutgoing(1)).toEqual([
      { position: 1, tx_hash: 'b' },
      { position: 2, tx_hash: 'c' },
    ]);
  });

  it('names the first transaction that is no payment of the books', async () => {
    const { store } = await open();
    await store.insert(send('a', 'one'));
    await store.insert(send('c', 'two'));
    await store.insert(send('d', 'three'));
    await store.advance(undefined, reader(12), ['a', 'b', 'c', 'd']);
    expect(await store.firstUnknown(0)).toBe(1);
    expect(await store.firstUnknown(2)).toBeUndefined();
    expect(await store.findKnown(['a', 'b', 'd', 'foreign'])).toEqual(new Set(['a', 'd']));
    // One that was called dead, and is in a block after all
    await store.settle('d', 'EXPIRED');
    expect(await store.firstUnknown(2)).toBe(3);
    expect(await store.findKnown(['a', 'b', 'd', 'foreign'])).toEqual(new Set(['a']));
  });

  it('lets a payment adopt a transaction that was called dead and is in a block after all', async () => {
    const { store } = await open();
    await store.insert(send('late', 'key'));
    await store.settle('late', 'EXPIRED');
    await store.insert(send('other', 'another key'));
    await store.advance(undefined, reader(12), ['late']);
    const adopt = async (key: string) =>
      await database
        .transaction()
        .execute(async (storage) => await store.insertWithin(storage, { ...send('late', key), outcome: 'CONFIRMED' }));
    expect(await adopt('another key')).toBe(false);
    expect(await adopt('key')).toBe(true);
    expect(await store.find('key')).toMatchObject({ tx_hash: 'late', outcome: 'CONFIRMED' });
    expect(await store.firstUnknown(0)).toBeUndefined();
    expect(await adopt('third key')).toBe(false);
  });
});
