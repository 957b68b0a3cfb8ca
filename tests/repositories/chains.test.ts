import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../server/db/database.ts';
import { createEvmSendStore } from '../../server/db/repositories/evmSendStore.ts';
import {
  advanceEmbeddedNetwork,
  countUnconfirmed,
  findEmbeddedBalance,
  findEmbeddedNetwork,
  findEmbeddedTransferByKey,
  insertEmbeddedNetwork,
  insertEmbeddedTransfer,
  listEmbeddedTransfersTo,
  listRecentTransfers,
  replaceEmbeddedBalance,
  setEmbeddedMode,
  sumUnconfirmedTo,
} from '../../server/db/repositories/embeddedChains.ts';
import { createStore, DATABASES, type TestStore } from '../support/databases.ts';

describe.each(DATABASES)('chain repositories on %s', (kind) => {
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

  const payment = (nonce: number, idempotencyKey = `key ${nonce}`) => ({
    idempotency_key: idempotencyKey,
    instrument: 'eth',
    from_index: 0,
    from_address: '0xa',
    to_address: '0xb',
    amount: '1.50',
    nonce,
    settled: 0,
    created_at: nonce,
  });
  const attempt = (idempotencyKey: string, createdAt = 0) => ({
    idempotency_key: idempotencyKey,
    tx_hash: `0x of ${idempotencyKey}`,
    raw_transaction: '0x',
    max_fee: '0.1',
    created_at: createdAt,
  });
  const transfer = (txHash: string, blockHeight: number, amount: string) => ({
    network: 'bitcoin',
    tx_hash: txHash,
    instrument: 'btc',
    from_address: 'from',
    to_address: 'to',
    memo: null,
    amount,
    fee: '0.00001',
    block_height: blockHeight,
    created_at: blockHeight,
    idempotency_key: `key ${txHash}`,
  });

  it('assign a nonce and an idempotency key to one send only', async () => {
    const sends = createEvmSendStore(database, 'ethereum');
    expect(await sends.nextNonce('0xa')).toBe(0);
    const written = await Promise.all(['a', 'b', 'c', 'd'].map((key) => sends.insert(payment(7, key), attempt(key))));
    expect(written.filter(Boolean)).toHaveLength(1);
    const { idempotency_key: key = '' } = (await sends.listUnsettled())[0] ?? {};
    expect(await sends.insert(payment(8, key), attempt(key))).toBe(false);
    const stored = { ...payment(7, key), network: 'ethereum', conflicting_hash: null, failure: null };
    expect(await sends.find(key)).toEqual(stored);
    expect(await sends.nextNonce('0xa')).toBe(8);
    expect(await createEvmSendStore(database, 'polygon').nextNonce('0xa')).toBe(0);
  });

  it('list unsettled sends by nonce and attempts by age', async () => {
    const sends = createEvmSendStore(database, 'ethereum');
    for (const nonce of [3, 1, 2]) await sends.insert(payment(nonce), attempt(`key ${nonce}`, 2));
    await sends.insertAttempt({ ...attempt('key 1', 1), tx_hash: '0x1' });
    await sends.insertAttempt({ ...attempt('key 1', 1), tx_hash: '0x1' });
    expect((await sends.listAttempts('key 1')).map(({ tx_hash }) => tx_hash)).toEqual(['0x1', '0x of key 1']);
    await sends.settle('key 2', null);
    expect((await sends.listUnsettled('0xa')).map(({ nonce }) => nonce)).toEqual([1, 3]);
    expect(await sends.listUnsettled('0xc')).toEqual([]);
  });

  it('update a balance once per value that was read', async () => {
    const key = { network: 'bitcoin', address: 'to', instrument: 'btc' };
    const first = await Promise.all(['1', '2', '3'].map((after) => replaceEmbeddedBalance(database, key, undefined, after)));
    expect(first.filter(Boolean)).toHaveLength(1);
    const before = await findEmbeddedBalance(database, 'bitcoin', 'to', 'btc');
    const next = await Promise.all(['4.50', '5', '6'].map((after) => replaceEmbeddedBalance(database, key, before, after)));
    expect(next.filter(Boolean)).toHaveLength(1);
    expect(await replaceEmbeddedBalance(database, key, before, '7')).toBe(false);
  });

  it('list transfers by height and sum unconfirmed ones', async () => {
    await insertEmbeddedTransfer(database, transfer('a', 10, '0.10'));
    await insertEmbeddedTransfer(database, transfer('b', 12, '0.000000000000000001'));
    await insertEmbeddedTransfer(database, transfer('c', 12, '1'));
    await expect(insertEmbeddedTransfer(database, { ...transfer('d', 13, '1'), idempotency_key: 'key a' })).rejects.toThrow();
    expect(await findEmbeddedTransferByKey(database, 'bitcoin', 'key a')).toEqual(transfer('a', 10, '0.10'));
    expect((await listEmbeddedTransfersTo(database, 'bitcoin', ['to', 'nobody'], 10)).map(({ tx_hash }) => tx_hash)).toEqual([
      'b',
      'c',
    ]);
    expect(await sumUnconfirmedTo(database, 'bitcoin', 'to', 'btc', 11)).toBe('1.000000000000000001');
    expect(await countUnconfirmed(database, 'bitcoin', 11)).toBe(2);
    expect((await listRecentTransfers(database, 1)).map(({ created_at }) => created_at)).toEqual([12]);
  });

  it('store clock and failure mode of a network', async () => {
    await insertEmbeddedNetwork(database, {
      network: 'bitcoin',
      base_height: 5,
      base_at: 1_764_000_000_000,
      block_ms: 250,
      mode: 'up',
    });
    await Promise.all([1, 2, 3].map((blocks) => advanceEmbeddedNetwork(database, 'bitcoin', blocks)));
    await setEmbeddedMode(database, 'down');
    const network = { network: 'bitcoin', base_height: 11, base_at: 1_764_000_000_000, block_ms: 250, mode: 'down' };
    expect(await findEmbeddedNetwork(database, 'bitcoin')).toMatchObject(network);
  });
});
