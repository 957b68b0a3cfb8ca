import { beforeEach, expect, it } from 'vitest';
import { openMemoryDatabase } from '../../../../tests/support/databases.ts';
import { createBitcoinStore } from '../../../db/repositories/networks/bitcoinStore.ts';
import { TREASURY_INDEX } from '../treasury.ts';
import type { BitcoinNode } from './bitcoinNodes.ts';
import type { BitcoinStore } from './bitcoinStore.ts';
import { COINS } from './coinParameters.ts';
import { createBitcoinAddresses } from './keys/bitcoinAddresses.ts';
import { createTreasuryCoins } from './treasuryCoins.ts';
import { createTreasuryRecords } from './treasuryRecords.ts';

const COIN = { txHash: '11'.repeat(32), output: 0 };

let store: BitcoinStore;
beforeEach(async () => {
  const database = await openMemoryDatabase();
  store = createBitcoinStore(database, 'litecoin', 'treasury');
  const coin = {
    tx_hash: COIN.txHash,
    output: COIN.output,
    key_index: TREASURY_INDEX,
    amount: '1',
    block_height: 1,
    block_time: 0,
    spendable_at: 1,
  };
  await store.addBlock({ height: 1, hash: 'first', time: 0, coins: [coin], spends: [] }, undefined);
  return () => database.destroy();
});

/** Counts what left the treasury while a node shows its coin as spent. `meanwhile` happens before the node answers. */
async function countWhileSpent(meanwhile: () => Promise<void>) {
  const batch = async (calls: readonly unknown[]) => {
    await meanwhile();
    return calls.map(() => null);
  };
  const view = { height: 1, head: 1, nodes: [{ batch } as Partial<BitcoinNode> as BitcoinNode] };
  const records = createTreasuryRecords({
    store,
    reader: { advance: () => Promise.resolve(view) },
    addresses: createBitcoinAddresses(COINS.litecoin, 'regtest'),
    treasuryScript: '0014',
    native: { slug: 'ltc', decimals: 8 },
    finalAfter: 1,
    listCoins: createTreasuryCoins({ store, confirmations: 1, decimals: 8 }),
    now: () => 1,
  });
  return await records.count();
}

it('counts a transaction that waits to be mined and that the books do not know', async () => {
  expect(await countWhileSpent(async () => undefined)).toEqual({ mined: 0, pending: 1, known: 0 });
});

it('knows a payment that another process stored since it read the books', async () => {
  const transaction = {
    tx_hash: '22',
    bytes: '',
    fee: '0',
    change_output: null,
    change_amount: null,
    bumps: null,
    created_at: 1,
  };
  const payAtOnce = async () => void (await store.insert({ transaction, sends: [], inputs: [COIN] }));
  expect(await countWhileSpent(payAtOnce)).toEqual({ mined: 0, pending: 0, known: 0 });
});
