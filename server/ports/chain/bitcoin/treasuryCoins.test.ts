import { expect, it } from 'vitest';
import { openMemoryDatabase } from '../../../../tests/support/databases.ts';
import { fromBaseUnits } from '../../../../contract/money.ts';
import { createBitcoinStore } from '../../../db/repositories/networks/bitcoinStore.ts';
import { createTreasuryCoins } from './treasuryCoins.ts';

it('lists the largest thousand coins, so that tiny ones of strangers cost no requests', async () => {
  const database = await openMemoryDatabase();
  const store = createBitcoinStore(database, 'bitcoin', 'treasury');
  const coins = Array.from({ length: 1_100 }, (_, place) => ({
    tx_hash: place.toString(16).padStart(64, '0'),
    output: 0,
    key_index: 0,
    amount: fromBaseUnits(BigInt(place + 1), 8),
    block_height: 1,
    block_time: 0,
    spendable_at: 1,
  }));
  await store.addBlock({ height: 1, hash: 'first', time: 0, coins, spends: [] }, undefined);
  const listCoins = createTreasuryCoins({ store, confirmations: 2, decimals: 8 });
  const shallow = await listCoins({ height: 1 });
  const { spendable } = await listCoins({ height: 2 });
  await database.destroy();
  expect([shallow.spendable.length, shallow.locked.length]).toEqual([0, 1_000]);
  // The first one is the one that must be spent: of equally old ones, that of the first name.
  expect([spendable.length, ...spendable.slice(0, 2).map(({ units }) => units)]).toEqual([1_000, 101n, 1_100n]);
  expect(spendable.at(-1)?.units).toBe(102n);
});

it('names the same next coin on every host: the oldest one, then the change of the last payment', async () => {
  const coin = (name: string, amount: string, height = 1) => ({
    tx_hash: name.repeat(64),
    output: 0,
    key_index: 0,
    amount,
    block_height: height,
    block_time: 0,
    spendable_at: height,
  });
  const first = [coin('c', '2'), coin('a', '2'), coin('b', '3')];
  const payment = {
    tx_hash: 'd'.repeat(64),
    bytes: '00',
    fee: '0.1',
    change_output: 1,
    change_amount: '0.5',
    bumps: null,
    created_at: 1,
  };
  const change = { ...coin('d', '0.5', 2), output: 1 };
  for (const coins of [first, first.toReversed()]) {
    const database = await openMemoryDatabase();
    const store = createBitcoinStore(database, 'bitcoin', 'treasury');
    const listCoins = createTreasuryCoins({ store, confirmations: 2, decimals: 8 });
    const nextAt = async (height: number) => {
      const { next, spendable } = await listCoins({ height });
      expect(next === null || spendable[0] === next).toBe(true);
      return next && `${next.txHash.at(0)}:${next.output}`;
    };
    await store.addBlock({ height: 1, hash: 'first', time: 0, coins, spends: [] }, undefined);
    expect([await nextAt(1), await nextAt(2)]).toEqual([null, 'a:0']);
    await store.insert({ transaction: payment, sends: [], inputs: [{ txHash: 'a'.repeat(64), output: 0 }] });
    expect(await nextAt(2)).toBe('d:1');
    const spends = [{ txHash: 'a'.repeat(64), output: 0, spentBy: payment.tx_hash }];
    const block = { height: 1, hash: 'first', time: 0 };
    await store.addBlock({ height: 2, hash: 'second', time: 0, coins: [change, coin('e', '90', 2)], spends }, block);
    expect(await nextAt(2)).toBe('d:1');
    await store.settle(payment.tx_hash, null);
    // Other coins are older, and larger.
    expect([await nextAt(2), await nextAt(9)]).toEqual(['d:1', 'd:1']);
    await database.destroy();
  }
});
