import { beforeEach, expect, it } from 'vitest';
import { openMemoryDatabase } from '../../../../tests/support/databases.ts';
import { createMoneroStore } from '../../../db/repositories/networks/moneroStore.ts';
import type { MoneroNode, MoneroNodes } from './moneroNodes.ts';
import type { MoneroStore } from './moneroStore.ts';
import { createTreasuryRecords } from './treasuryRecords.ts';

let store: MoneroStore;
beforeEach(async () => {
  const database = await openMemoryDatabase();
  store = createMoneroStore(database, 'monero', 'treasury');
  return () => database.destroy();
});

/** Counts what left the treasury while a node shows its coin as spent. `meanwhile` happens before the node answers. */
async function countWhileSpent(meanwhile: () => Promise<void>) {
  const daemon = {
    spent: async (images: readonly string[]) => {
      await meanwhile();
      return images.map(() => 'pending');
    },
  };
  const wallet = { unspent: async () => [{ keyImage: 'image', blockHeight: 1 }], spends: async () => [] };
  const node = { daemon, wallet } as unknown as MoneroNode;
  const nodes = { paying: node, each: [node], advance: async () => ({ height: 1, nodes: [node] }) } as unknown as MoneroNodes;
  const native = { slug: 'xmr', decimals: 12 };
  return await createTreasuryRecords({ store, nodes, native, finalAfter: 1, now: () => 1 }).count();
}

it('counts a transaction that waits to be mined and that the books do not know', async () => {
  expect(await countWhileSpent(async () => undefined)).toEqual({ mined: 0, pending: 1, known: 0 });
});

it('knows a payment that another process stored since it read the books', async () => {
  const transaction = { tx_hash: '22', bytes: '', tx_key: null, fee: '0', created_at: 1 };
  const send = {
    idempotency_key: 'other',
    tx_hash: '22',
    instrument: 'xmr',
    to_address: '8',
    amount: '1',
    fee: '0',
    created_at: 1,
  };
  const payAtOnce = async () => void (await store.insert({ transaction, sends: [send], keyImages: ['image'] }));
  expect(await countWhileSpent(payAtOnce)).toEqual({ mined: 0, pending: 0, known: 0 });
});
