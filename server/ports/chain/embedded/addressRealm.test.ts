import { addressIndex } from '../../../common/addressIndex.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../db/database.ts';
import { createEmbeddedChainStore } from '../../../db/repositories/embeddedChainStore.ts';
import { loadCatalogue } from '../../../instruments/loadCatalogue.ts';
import { TREASURY_INDEX } from '../treasury.ts';
import { createEmbeddedChains } from './embeddedChains.ts';
import { openMemoryDatabase } from '../../../../tests/support/databases.ts';

const catalogue = loadCatalogue();
const START = 1_800_000_000_000;

let database: Database;
beforeEach(async () => {
  database = await openMemoryDatabase();
  return () => database.destroy();
});

async function prepared() {
  const chains = createEmbeddedChains({
    store: createEmbeddedChainStore(database),
    catalogue,
    usdPrice: () => '2',
    speed: 60,
    seed: 'seed',
    now: () => START,
  });
  await chains.prepare();
  const gatewayOf = (slug: string) => chains.gateways.get(slug) ?? expect.fail(slug);
  return {
    gatewayOf,
    addressOf: async (slug: string, index: number) => (await gatewayOf(slug).addressAt(addressIndex(index))).address,
  };
}

describe('the addresses of embedded networks', () => {
  it.each([TREASURY_INDEX, 1, 7])('are the same on all EVM networks at index %i, as with one real key', async (index) => {
    const { addressOf } = await prepared();
    const evm = [...catalogue.networks.values()].filter(({ family }) => family === 'evm');
    expect(new Set(await Promise.all(evm.map(({ slug }) => addressOf(slug, index)))).size).toBe(1);
    expect(await addressOf('cosmoshub', index)).not.toBe(await addressOf('osmosis', index));
  });

  it('keep their realm on a network of an older database, because they hold money', async () => {
    const before = { base_height: 1, base_at: START, block_ms: 250, mode: 'up', address_realm: 'OWN' } as const;
    await createEmbeddedChainStore(database).insertNetwork({ network: 'bsc', ...before });
    const { gatewayOf, addressOf } = await prepared();
    expect(await addressOf('bsc', 1)).toBe('0x42c1B5AE88E4FD52967EC0040672B3492000AaFb');
    expect(await addressOf('ethereum', 1)).toBe(await addressOf('polygon', 1));
    // The treasury keeps its address.
    const funds = await gatewayOf('bsc').balance(TREASURY_INDEX, 'bnb');
    expect(funds).toBe('2500000');
    const sent = await gatewayOf('bsc').send({
      idempotencyKey: 'one',
      instrumentSlug: 'bnb',
      fromIndex: TREASURY_INDEX,
      toAddress: await addressOf('bsc', 1),
      memo: null,
      amount: '1',
    });
    expect(sent.txHash).toMatch(/^0x/);
  });
});
