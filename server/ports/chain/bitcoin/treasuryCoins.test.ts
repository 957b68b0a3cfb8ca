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
  expect([spendable.length, spendable[0]?.units, spendable.at(-1)?.units]).toEqual([1_000, 1_100n, 101n]);
});
