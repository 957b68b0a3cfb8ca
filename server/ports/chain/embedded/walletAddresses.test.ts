import { expect, test, vi } from 'vitest';
import { openMemoryDatabase } from '../../../../tests/support/databases.ts';
import { createEmbeddedChainStore } from '../../../db/repositories/embeddedChainStore.ts';
import { normaliseAddress } from '../../../instruments/addresses/index.ts';
import { loadCatalogue } from '../../../instruments/loadCatalogue.ts';
import { deriveAddress } from './derivation.ts';
import { createWalletAddresses } from './walletAddresses.ts';

test('tells a pooled network many addresses in advance, each once, also for parallel orders and another process', async () => {
  const database = await openMemoryDatabase();
  const network = loadCatalogue().networks.get('bitcoin') ?? expect.fail('no bitcoin');
  const store = createEmbeddedChainStore(database);
  const write = vi.spyOn(store, 'insertWalletAddresses');
  const open = () => createWalletAddresses(store, { seed: 'seed', network });
  const know = open();
  await Promise.all([1, 2, 3, 150, 7].map(know));
  await open()(199);
  expect(write).toHaveBeenCalledTimes(1);
  await open()(1_000);
  expect(write).toHaveBeenCalledTimes(2);
  expect(await store.countWalletAddresses('bitcoin')).toBe(1_200);
  const addressAt = (index: number) => normaliseAddress(network, deriveAddress('seed', network, index));
  for (const index of [0, 1, 200, 201, 1_199]) expect(await store.findWallet('bitcoin', addressAt(index))).toBe(addressAt(0));
  expect(await store.findWallet('bitcoin', addressAt(1_200))).toBeUndefined();
  await database.destroy();
});
