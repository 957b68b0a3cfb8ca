import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../server/db/database.ts';
import { createEmbeddedChainStore } from '../../server/db/repositories/embeddedChainStore.ts';
import { createEvmSendStore } from '../../server/db/repositories/evmSendStore.ts';
import { acknowledgeMined } from '../../server/db/repositories/recovery/treasuryCounts.ts';
import { createStore, DATABASES, type TestStore } from '../support/databases.ts';

describe.each(DATABASES)('chain repositories on %s', (kind) => {
  let store: TestStore;
  let database: Database;
  let chains: ReturnType<typeof createEmbeddedChainStore>;
  beforeEach(async () => {
    store = await createStore(kind);
    database = store.open();
    chains = createEmbeddedChainStore(database);
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
    output: 0,
    instrument: 'btc',
    from_address: 'from',
    to_address: 'to',
    holder: 'to',
    memo: null,
    amount,
    fee: '0.00001',
    change: '0',
    block_height: blockHeight,
    created_at: blockHeight,
    idempotency_key: `key ${txHash}`,
    nonce: blockHeight,
  });

  it('assign a nonce and an idempotency key to one send only', async () => {
    const sends = createEvmSendStore(database, 'ethereum');
    expect(await sends.nextNonce('0xa')).toBe(0);
    const written = await Promise.all(['a', 'b', 'c', 'd'].map((key) => sends.insert(payment(7, key), attempt(key))));
    expect(written.filter(Boolean)).toHaveLength(1);
    const { idempotency_key: key = '' } = (await sends.listUnsettled())[0] ?? {};
    expect(await sends.insert(payment(8, key), attempt(key))).toBe(false);
    const stored = { ...payment(7, key), network: 'ethereum', conflicting_hash: null, failure: null, batch_key: null };
    expect(await sends.find(key)).toEqual(stored);
    expect(await sends.nextNonce('0xa')).toBe(8);
    expect(await createEvmSendStore(database, 'polygon').nextNonce('0xa')).toBe(0);
  });

  it('store a batch with all that it moves, or nothing, and list it as no send', async () => {
    const sends = createEvmSendStore(database, 'ethereum');
    const batch = { ...payment(0, 'batch'), from_address: '0xt', amount: '0', batch_key: 'batch' };
    const moved = ['b', 'a'].map((key) => ({ ...payment(0, key), from_address: `0x${key}`, batch_key: 'batch' }));
    expect(await sends.insertBatch(batch, moved, attempt('batch'))).toBe(true);
    expect((await sends.listMoved('batch')).map(({ idempotency_key }) => idempotency_key)).toEqual(['a', 'b']);
    const recorded = await database.selectFrom('recorded_sends').select('idempotency_key').execute();
    expect(recorded.map(({ idempotency_key }) => idempotency_key).toSorted()).toEqual(['a', 'b']);

    // The nonce of the address is taken.
    const other = { ...payment(1, 'other'), from_address: '0xt', batch_key: 'other' };
    const taken = { ...payment(0, 'taken'), from_address: '0xa', batch_key: 'other' };
    const free = { ...payment(0, 'free'), from_address: '0xfree', batch_key: 'other' };
    expect(await sends.insertBatch(other, [free, taken], attempt('other'))).toBe(false);
    expect([await sends.find('free'), await sends.find('other')]).toEqual([undefined, undefined]);
    for (const key of ['a', 'b']) await sends.releaseNonce(key);
    expect(await Promise.all(['0xa', '0xb'].map((address) => sends.nextNonce(address)))).toEqual([0, 0]);
    expect(await sends.insertBatch(other, [free, taken], attempt('other'))).toBe(true);
  });

  it('keep the first count of a treasury until an operator acknowledges more', async () => {
    const sends = createEvmSendStore(database, 'ethereum');
    expect(await Promise.all([sends.acknowledged('0xt', 7), sends.acknowledged('0xt', 7)])).toEqual([7, 7]);
    expect(await sends.acknowledged('0xt', 9)).toBe(7);
    expect(await createEvmSendStore(database, 'polygon').acknowledged('0xt', 2)).toBe(2);
    const treasury = { network: 'ethereum', address: '0xt' };
    for (const mined of [9, 8]) await acknowledgeMined(database, { ...treasury, mined });
    expect(await sends.acknowledged('0xt', 12)).toBe(9);
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
    const first = await Promise.all(['1', '2', '3'].map((after) => chains.replaceBalance(key, undefined, after)));
    expect(first.filter(Boolean)).toHaveLength(1);
    const before = await chains.findBalance('bitcoin', 'to', 'btc');
    const next = await Promise.all(['4.50', '5', '6'].map((after) => chains.replaceBalance(key, before, after)));
    expect(next.filter(Boolean)).toHaveLength(1);
    expect(await chains.replaceBalance(key, before, '7')).toBe(false);
  });

  it('list transfers by height and sum unconfirmed ones', async () => {
    await chains.insertTransfer(transfer('a', 10, '0.10'));
    await chains.insertTransfer(transfer('b', 12, '0.000000000000000001'));
    await chains.insertTransfer({ ...transfer('c', 12, '1'), nonce: 13 });
    await expect(chains.insertTransfer({ ...transfer('d', 13, '1'), nonce: 10 })).rejects.toThrow();
    expect(await chains.findTransferByKey('bitcoin', 'key a')).toBeUndefined();
    const send = { network: 'bitcoin', idempotency_key: 'key a', from_address: 'from', output: 0 };
    await chains.writeSend({ ...send, nonce: 9 });
    await chains.writeSend({ ...send, nonce: 10 });
    expect(await chains.findTransferByKey('bitcoin', 'key a')).toEqual(transfer('a', 10, '0.10'));
    expect(await chains.countSent({ network: 'bitcoin', address: 'from' })).toEqual({
      network: 14,
      books: 11,
      acknowledged: null,
    });
    expect(await chains.countSent({ network: 'bitcoin', address: 'nobody' })).toEqual({
      network: 0,
      books: 0,
      acknowledged: null,
    });
    expect((await chains.listTransfersFrom('bitcoin', 'from', 11, 1)).map(({ tx_hash }) => tx_hash)).toEqual(['b']);
    expect((await chains.listTransfersTo('bitcoin', ['to', 'nobody'], 10)).map(({ tx_hash }) => tx_hash)).toEqual(['b', 'c']);
    const held = { network: 'bitcoin', address: 'to', instrument: 'btc' };
    await chains.openBalances([{ ...held, amount: '5' }]);
    expect(await chains.findConfirmedBalance(held, 11)).toBe('3.999999999999999999');
    expect(await chains.findConfirmedBalance(held, 12)).toBe('5');
    expect(await chains.findConfirmedBalance({ ...held, address: 'nobody' }, 12)).toBe('0');
    expect(await chains.countUnconfirmed('bitcoin', 11)).toBe(2);
    expect((await chains.listRecentTransfers(1)).map(({ created_at }) => created_at)).toEqual([12]);
  });

  it('store clock and failure mode of a network', async () => {
    await chains.insertNetwork({
      network: 'bitcoin',
      base_height: 5,
      base_at: 1_764_000_000_000,
      block_ms: 250,
      mode: 'up',
    });
    await Promise.all([1, 2, 3].map((blocks) => chains.advance('bitcoin', blocks)));
    await chains.setMode('down', 'bitcoin');
    const network = { network: 'bitcoin', base_height: 11, base_at: 1_764_000_000_000, block_ms: 250, mode: 'down' };
    expect(await chains.findNetwork('bitcoin')).toMatchObject(network);
  });
});
