import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../server/db/database.ts';
import { createBitcoinStore } from '../../server/db/repositories/networks/bitcoinStore.ts';
import { findRecordedSend } from '../../server/db/repositories/recordedSends.ts';
import type { NewPayments } from '../../server/ports/chain/bitcoin/bitcoinStore.ts';
import { createStore, DATABASES, type TestStore } from '../support/databases.ts';

const TREASURY = 'ltc1treasury';
const block = (height: number, branch = 'a') => ({ height, hash: `${branch}${height}`, time: height * 1_000 });
const coin = (txHash: string, height: number, keyIndex = 3) => ({
  tx_hash: txHash,
  output: 1,
  key_index: keyIndex,
  amount: '1234567890.12345678',
  block_height: height,
  block_time: 1_795_000_000_000,
  spendable_at: height,
});
const payments = (txHash: string, keys: readonly string[], spent: readonly string[]): NewPayments => ({
  transaction: {
    tx_hash: txHash,
    bytes: 'ab',
    fee: '0.0001',
    change_output: 2,
    change_amount: '0.5',
    created_at: 1_795_000_000_000,
  },
  sends: keys.map((key) => ({
    idempotency_key: key,
    tx_hash: txHash,
    instrument: 'ltc',
    to_address: 'ltc1payee',
    amount: '1.5',
    fee: '0.0001',
    created_at: 1_795_000_000_000,
  })),
  inputs: spent.map((name) => ({ txHash: name, output: 1 })),
});

describe.each(DATABASES)('the books of a network of Bitcoin’s family on %s', (kind) => {
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
    const other = createBitcoinStore(database, `other-${number}`, TREASURY);
    await other.addBlock({ ...block(1), coins: [coin('foreign', 1)], spends: [] }, undefined);
    return createBitcoinStore(database, `network-${number}`, TREASURY);
  }

  it('stores addresses once, and lists those from an index on', async () => {
    const store = await open();
    for (const index of [7, 2, 7]) await store.addScript(index, `script ${index}`);
    expect(await store.listScripts(0)).toEqual([
      { keyIndex: 2, script: 'script 2' },
      { keyIndex: 7, script: 'script 7' },
    ]);
    expect(await store.listScripts(3)).toMatchObject([{ keyIndex: 7 }]);
  });

  it('adds a block to the newest one only', async () => {
    const store = await open();
    expect(await store.tip()).toBeUndefined();
    expect(await store.addBlock({ ...block(1), coins: [], spends: [] }, undefined)).toBe(true);
    // Another process has read the first block meanwhile.
    expect(await store.addBlock({ ...block(5), coins: [], spends: [] }, undefined)).toBe(false);
    expect(await store.addBlock({ ...block(2), coins: [], spends: [] }, block(1, 'b'))).toBe(false);
    expect(await store.addBlock({ ...block(2), coins: [], spends: [] }, block(1))).toBe(true);
    expect(await store.tip()).toEqual(block(2));
    expect(await store.blockAt(1)).toEqual(block(1));
    expect(await store.blockAt(9)).toBeUndefined();
  });

  // Two connections to SQLite in one process would wait for each other.
  it.runIf(kind === 'PostgreSQL')('lets one of two processes add a block at the same moment', async () => {
    const store = await open();
    const second = place.open();
    const rival = createBitcoinStore(second, `network-${number}`, TREASURY);
    await store.addBlock({ ...block(1), coins: [], spends: [] }, undefined);
    const added = await Promise.all([
      store.addBlock({ ...block(2), coins: [coin('p', 2)], spends: [] }, block(1)),
      rival.addBlock({ ...block(2), coins: [coin('p', 2)], spends: [] }, block(1)),
    ]);
    await second.destroy();
    expect(added.filter(Boolean)).toHaveLength(1);
    expect(await store.listUnspent()).toHaveLength(1);
  });

  it('keeps exact amounts, finds what arrived, and what spent it', async () => {
    const store = await open();
    await store.addBlock({ ...block(1), coins: [coin('p', 1), coin('q', 1, 4)], spends: [] }, undefined);
    const spends = [{ txHash: 'p', output: 1, spentBy: 's' }];
    await store.addBlock({ ...block(2), coins: [coin('s', 2, 0)], spends }, block(1));
    expect(await store.listArrivals([3, 4, 5], 0)).toMatchObject([
      { tx_hash: 'p', amount: '1234567890.12345678', block_time: 1_795_000_000_000, spent_by: 's', spent_height: 2 },
      { tx_hash: 'q', spent_by: null, spent_height: null },
    ]);
    expect(await store.listArrivals([3, 4, 5], 1)).toEqual([]);
    expect((await store.listUnspent()).map(({ tx_hash }) => tx_hash).toSorted()).toEqual(['q', 's']);
    expect(
      await store.findCoins([
        { txHash: 'p', output: 1 },
        { txHash: 'q', output: 0 },
      ]),
    ).toMatchObject([{ tx_hash: 'p' }]);
    expect([await store.heightOf('p'), await store.heightOf('s'), await store.heightOf('r')]).toEqual([1, 2, undefined]);
  });

  it('counts what spent our coins, and forgets what a reorg removed', async () => {
    const store = await open();
    await store.addBlock({ ...block(1), coins: [coin('p', 1), coin('q', 1)], spends: [] }, undefined);
    await store.insert(payments('ours', ['key'], ['p']));
    const spends = ['p', 'q'].map((txHash) => ({ txHash, output: 1, spentBy: txHash === 'p' ? 'ours' : 'foreign' }));
    await store.addBlock({ ...block(2), coins: [coin('ours', 2)], spends }, block(1));
    expect([await store.countSpends(), await store.firstUnknownSpend(0), await store.firstUnknownSpend(2)]).toEqual([
      2,
      1,
      undefined,
    ]);
    const listed = { position: 1, txHash: 'foreign', blockHeight: 2, blockHash: 'a2', isKnown: false };
    expect(await store.listSpends(0)).toEqual([{ ...listed, position: 0, txHash: 'ours', isKnown: true }, listed]);
    expect(await store.listSpends(1)).toEqual([listed]);
    await store.removeAbove(1, block(2, 'b'));
    expect(await store.countSpends()).toBe(2);
    await store.removeAbove(1, block(2));
    expect([await store.countSpends(), await store.tip()]).toEqual([0, block(1)]);
    expect((await store.listUnspent()).map(({ tx_hash }) => tx_hash).toSorted()).toEqual(['p', 'q']);
  });

  it('stores payments with their coins, all or nothing', async () => {
    const store = await open();
    expect(await store.insert(payments('first', ['one', 'two'], ['p', 'q']))).toBe(true);
    expect(await store.insert(payments('second', ['two'], ['r']))).toBe(false);
    expect(await store.insert(payments('third', ['three'], ['r', 'q']))).toBe(false);
    const refuse = () => Promise.reject(new RangeError('fenced'));
    await expect(store.insert(payments('fourth', ['four'], ['r']), refuse)).rejects.toThrow(RangeError);
    expect(await store.find('three')).toBeUndefined();
    expect(await store.find('two')).toMatchObject({ send: { amount: '1.5' }, transaction: { tx_hash: 'first', settled: 0 } });
    expect(await findRecordedSend(database, `network-${number}`, 'one')).toMatchObject({ instrument: 'ltc', memo: null });
    expect(await store.insert(payments('fifth', ['five'], ['r']))).toBe(true);
    expect((await store.listInputs('first')).toSorted((a, b) => (a.txHash < b.txHash ? -1 : 1))).toEqual([
      { txHash: 'p', output: 1 },
      { txHash: 'q', output: 1 },
    ]);
    expect(await store.listChange(['first', 'nobody’s'])).toEqual([{ txHash: 'first', output: 2 }]);
  });

  it('releases the coins of a failed transaction, and lists what is not final', async () => {
    const store = await open();
    await store.insert(payments('failed', ['one'], ['p']));
    await store.insert(payments('confirmed', ['two'], ['q']));
    await store.insert(payments('open', ['three'], ['r']));
    await store.settle('failed', 'spent by another');
    await store.settle('confirmed', null);
    expect(await store.listUnsettled()).toMatchObject([
      { tx_hash: 'open', inputs: [{ tx_hash: 'r', output: 1, spent_by: 'open' }] },
    ]);
    expect(await store.find('one')).toMatchObject({ transaction: { settled: 1, failure: 'spent by another' } });
    expect(await store.insert(payments('again', ['four'], ['p']))).toBe(true);
    expect(await store.insert(payments('twice', ['five'], ['q']))).toBe(false);
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
