import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../server/db/database.ts';
import { createMoneroStore } from '../../server/db/repositories/networks/moneroStore.ts';
import { findRecordedSend } from '../../server/db/repositories/recordedSends.ts';
import type { NewPayments } from '../../server/ports/chain/monero/moneroStore.ts';
import { createStore, DATABASES, type TestStore } from '../support/databases.ts';

const TREASURY = '4treasury';
const AT = 1_795_000_000_000;
const payments = (txHash: string, keys: readonly string[], keyImages: readonly string[]): NewPayments => ({
  transaction: { tx_hash: txHash, bytes: 'ab', tx_key: 'secret', fee: '0.000030760000', created_at: AT },
  sends: keys.map((key) => ({
    idempotency_key: key,
    tx_hash: txHash,
    instrument: 'xmr',
    to_address: '8payee',
    amount: '1234567.890123456789',
    fee: '0.00003076',
    created_at: AT,
  })),
  keyImages,
});
const spend = (position: number, txHash: string, height = position) => ({
  position,
  tx_hash: txHash,
  block_height: height,
  amount: '1.5',
  fee: '0.00003076',
});

describe.each(DATABASES)('the books of Monero on %s', (kind) => {
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
    const other = createMoneroStore(database, `other-${number}`, TREASURY);
    await other.addAddress(99, '8foreign');
    await other.addSpends([spend(0, 'foreign')]);
    await other.insert(payments(`foreign-${number}`, ['foreign key'], ['foreign image']));
    return createMoneroStore(database, `network-${number}`, TREASURY);
  }

  it('keeps the first height from which a wallet reads', async () => {
    const store = await open();
    expect([await store.restoreHeight(700), await store.restoreHeight(900)]).toEqual([700, 700]);
  });

  it('stores addresses once, and finds those that were given out', async () => {
    const store = await open();
    expect(await store.highestIndex()).toBe(0);
    for (const index of [7, 2, 7]) await store.addAddress(index, `8address${index}`);
    expect(await store.highestIndex()).toBe(7);
    expect(await store.findAddresses(['8address2', '8foreign', '8address3'])).toEqual([{ key_index: 2, address: '8address2' }]);
    expect(await store.findAddresses([])).toEqual([]);
  });

  it('keeps the first coin with a public key', async () => {
    const store = await open();
    const coin = (public_key: string, tx_hash: string) => ({ public_key, tx_hash });
    expect(await store.claimCoins([coin('p', 'first'), coin('q', 'first')])).toHaveLength(2);
    expect(await store.claimCoins([coin('p', 'second')])).toEqual([coin('p', 'first')]);
    expect(await store.findCoins(['p', 'r'])).toEqual([coin('p', 'first')]);
    expect(await createMoneroStore(database, `other-${number}`, TREASURY).claimCoins([coin('p', 'second')])).toHaveLength(1);
    expect([await store.claimCoins([]), await store.findCoins([])]).toEqual([[], []]);
  });

  it('stores payments with their coins, all or nothing', async () => {
    const store = await open();
    expect(await store.insert(payments('first', ['one', 'two'], ['p', 'q']))).toBe(true);
    expect(await store.insert(payments('second', ['two'], ['r']))).toBe(false);
    expect(await store.insert(payments('third', ['three'], ['r', 'q']))).toBe(false);
    const refuse = () => Promise.reject(new RangeError('fenced'));
    await expect(store.insert(payments('fourth', ['four'], ['r']), refuse)).rejects.toThrow(RangeError);
    expect(await store.find('three')).toBeUndefined();
    expect(await store.find('two')).toMatchObject({
      send: { amount: '1234567.890123456789' },
      transaction: { tx_hash: 'first', tx_key: 'secret', settled: 0, conflict_height: null },
    });
    expect(await findRecordedSend(database, `network-${number}`, 'one')).toMatchObject({ instrument: 'xmr', memo: null });
    expect((await store.listSends('first')).map(({ idempotency_key }) => idempotency_key)).toEqual(['one', 'two']);
    expect(await store.filterOurs(['first', 'nobody’s'])).toEqual(['first']);
    expect(await store.insert(payments('fifth', ['five'], ['r']))).toBe(true);
  });

  it('releases the coins of a failed transaction, and lists what is not final', async () => {
    const store = await open();
    await store.insert(payments('failed', ['one'], ['p']));
    await store.insert(payments('confirmed', ['two'], ['q']));
    await store.insert(payments('open', ['three'], ['r']));
    await store.noteConflict('open', 12);
    await store.settle('failed', 'spent by another');
    await store.settle('confirmed', null);
    expect(await store.listUnsettled()).toMatchObject([
      { tx_hash: 'open', keyImages: ['r'], sends: [{ idempotency_key: 'three' }], conflict_height: 12 },
    ]);
    expect(await store.find('one')).toMatchObject({ transaction: { settled: 1, failure: 'spent by another' } });
    expect(await store.insert(payments('again', ['four'], ['p']))).toBe(true);
    expect(await store.insert(payments('twice', ['five'], ['q']))).toBe(false);
  });

  it('lists what left the treasury, and finds what the books do not know', async () => {
    const store = await open();
    expect(await store.lastSpend()).toBeUndefined();
    await store.insert(payments('ours', ['one'], ['p']));
    await store.addSpends([spend(0, 'ours', 4), spend(1, 'unknown', 5)]);
    // Another process stores the same.
    await store.addSpends([spend(1, 'unknown', 5), spend(2, 'later', 6)]);
    await store.addSpends([]);
    expect(await store.lastSpend()).toMatchObject({ position: 2, tx_hash: 'later', block_height: 6 });
    expect((await store.listSpends(1)).map(({ tx_hash }) => tx_hash)).toEqual(['unknown', 'later']);
    expect([await store.firstUnknownSpend(0), await store.firstUnknownSpend(2), await store.firstUnknownSpend(3)]).toEqual([
      1,
      2,
      undefined,
    ]);
    // A failed payment that was mined after all may have been paid again.
    expect(await store.filterKnown(['ours', 'unknown'])).toEqual(['ours']);
    await store.settle('ours', 'spent by another');
    expect([await store.filterKnown(['ours']), await store.filterOurs(['ours'])]).toEqual([[], ['ours']]);
    expect(await store.firstUnknownSpend(0)).toBe(0);
    expect(await store.filterKnown([])).toEqual([]);
  });

  it('adopts a transaction for several payments, and acknowledges spends', async () => {
    const store = await open();
    const adopt = async (key: string) =>
      await database.transaction().execute(async (storage) => await store.insertWithin(storage, payments('batch', [key], ['p'])));
    await adopt('one');
    await adopt('two');
    await expect(adopt('two')).rejects.toThrow('belongs to another payment');
    expect(await store.acknowledged(4)).toBe(4);
    await database.transaction().execute(async (storage) => await store.acknowledge(storage, 6));
    await database.transaction().execute(async (storage) => await store.acknowledge(storage, 5));
    expect(await store.acknowledged(9)).toBe(6);
  });
});
